/**
 * Rules that other code relies on in database rows, such as valid dates and addresses. A row that breaks a rule is repaired if no
 * value that would be sent has to be guessed; otherwise it is removed.
 */
import { readJson } from './json.ts';

export type Value = null | number | bigint | string | Uint8Array;
export type Row = Record<string, Value | undefined>;

interface Rule {
  /** SQL that preselects rows to check: a table may hold years of rows. */
  suspect: string;
  /** Returns the usable row, repaired if needed, or null. `now` is an instant. */
  repair: (row: Row, now: string) => Row | null;
}

/** Replaces an account's unreadable server address. Unique, because two accounts of a person must not have the same address. */
const unknownAddress = (accountId: unknown): string => `https://unreadable.invalid/${accountId}/api`;
const OUTBOX_STATES = ['waiting', 'sending', 'unknown', 'needs-you', 'sent'];
const ACCOUNT_KINDS = ['device', 'api-key', 'local'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** True for an ISO instant that exists in the calendar. */
function isInstant(value: unknown): value is string {
  if (typeof value !== 'string' || !INSTANT.test(value)) return false;
  const time = Date.parse(value);
  // Date.parse reads 31 February as a day in March.
  return !Number.isNaN(time) && (!value.endsWith('Z') || new Date(time).toISOString().startsWith(value.slice(0, 16)));
}

/** True for a day `YYYY-MM-DD` that exists in the calendar. */
function isLocalDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isInstant(`${value}T00:00:00.000Z`);
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
}

function isWorkspaces(value: unknown): boolean {
  const list = readJson(String(value));
  const isWorkspace = (item: unknown) =>
    typeof item === 'object' && item !== null && hasText(item, 'id') && hasText(item, 'name');
  return Array.isArray(list) && list.every(isWorkspace);
}

const hasText = (item: object, field: string): boolean => typeof Reflect.get(item, field) === 'string';
const isOneOf = (value: unknown, allowed: readonly string[]): boolean =>
  typeof value === 'string' && allowed.includes(value);

/** SQL that is true if any of the columns is not an instant in Punchcard's format. */
const invalidInstants = (...columns: string[]): string => columns.map(invalidInstant).join(' OR ');

/** `strftime` finds every error but takes ten times as long, so it checks only the last days of a month. */
function invalidInstant(at: string): string {
  const isInvalidDay = `substr(${at}, 9, 2) > '28' AND strftime('%Y-%m-%dT%H:%M:%fZ', ${at}) IS NOT ${at}`;
  return `${at} IS NOT NULL AND (julianday(${at}) IS NULL OR length(${at}) <> 24 OR ${isInvalidDay})`;
}

export const RULES: Record<string, Rule> = {
  account: {
    suspect: 'true',
    repair: (row, now) => ({
      ...row,
      kind: isOneOf(row.kind, ACCOUNT_KINDS) ? row.kind : 'device',
      base_url: isAddress(row.base_url) ? row.base_url : unknownAddress(row.id),
      // The next session reads them from the service.
      workspaces: isWorkspaces(row.workspaces) ? row.workspaces : '[]',
      created_at: typeof row.created_at === 'string' ? row.created_at : now,
    }),
  },
  time_entry: {
    suspect: invalidInstants('start_time', 'end_time', 'discarded_at', 'created_at'),
    repair(row, now) {
      const isRunning = row.end_time === null && row.discarded_at === null;
      // A timer usually starts when it is created. A running one must not be removed, because it may run at the service too.
      const created = isInstant(row.created_at) ? row.created_at : isRunning ? now : undefined;
      const start = isInstant(row.start_time) ? row.start_time : created;
      if (start === undefined || (row.end_time !== null && !isInstant(row.end_time))) return null;
      if (typeof row.end_time === 'string' && row.end_time < start) return row.start_time === start ? row : null;
      const discarded = row.discarded_at === null || isInstant(row.discarded_at) ? row.discarded_at : now;
      return { ...row, start_time: start, discarded_at: discarded, created_at: created ?? start };
    },
  },
  outbox: {
    suspect: invalidInstants('created_at', 'not_before', 'sending_since'),
    repair(row, now) {
      const isStateKnown = isOneOf(row.state, OUTBOX_STATES);
      // If it may have been sent, the service is searched for it before the person can send it again.
      const wasSent = !isStateKnown || (row.sending_since ?? null) !== null;
      return {
        ...row,
        state: isStateKnown ? row.state : 'needs-you',
        created_at: isInstant(row.created_at) ? row.created_at : now,
        not_before: isInstant(row.not_before) ? row.not_before : now,
        sending_since: isInstant(row.sending_since) ? row.sending_since : wasSent ? now : null,
        attempts: isCount(row.attempts) ? row.attempts : 0,
      };
    },
  },
  abandoned_write: {
    suspect: invalidInstants('created_at', 'sending_since'),
    repair: (row, now) => ({
      ...row,
      created_at: isInstant(row.created_at) ? row.created_at : now,
      sending_since: isInstant(row.sending_since) ? row.sending_since : now,
      attempts: isCount(row.attempts) ? row.attempts : 1,
    }),
  },
  dropped_task: {
    suspect: `NOT json_valid(task) OR ${invalidInstants('created_at')}`,
    repair: (row, now) => {
      if (readJson(String(row.task)) === undefined) return null;
      return { ...row, created_at: isInstant(row.created_at) ? row.created_at : now };
    },
  },
  server_id: {
    suspect: 'is_behind NOT IN (0, 1)',
    repair: (row) => ({ ...row, is_behind: row.is_behind === 1 ? 1 : 0 }),
  },
  closed_week: {
    suspect: `NOT json_valid(cells) OR date(week_start) IS NOT week_start OR ${invalidInstants('closed_at')}`,
    // Without what was tracked then, the week is open again.
    repair: (row, now) => {
      if (!isLocalDay(row.week_start) || readJson(String(row.cells)) === undefined) return null;
      return { ...row, closed_at: isInstant(row.closed_at) ? row.closed_at : now };
    },
  },
  // The labels are stored again when a list has the task.
  tracked_task: { suspect: 'NOT json_valid(labels)', repair: () => null },
  assigned_tasks: {
    suspect: invalidInstants('fetched_at'),
    repair: (row) => (isInstant(row.fetched_at) ? row : null),
  },
};

/** The latest time a Date can hold (ms). Every number in the database is a time, a duration or a count. */
export const MAX_STORED_NUMBER = 8_640_000_000_000_000;
const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** A placeholder for a lost account that other rows refer to. */
export const lostAccount = (id: Value, now: string): Row => ({
  id,
  kind: 'device',
  base_url: unknownAddress(id),
  client_id: '',
  web_url: null,
  user_id: `unknown ${id}`,
  user_name: '?',
  user_email: null,
  workspaces: '[]',
  workspace_id: null,
  created_at: now,
});
