/**
 * What other code relies on in database rows, such as valid dates and addresses. A row that breaks a rule is repaired if no value
 * that would be sent has to be guessed; otherwise it is removed.
 */
import { readJson } from './json.ts';
import type { Value } from './salvage-tables.ts';

export type Row = Record<string, Value | undefined>;

interface Rule {
  /** SQL that preselects rows to check: a table may hold years of rows. */
  suspect: string;
  /** Returns the usable row, repaired if needed, or null. `now` is an instant. */
  repair: (row: Row, now: string) => Row | null;
}

/** An unreachable server for an account with an unreadable address; unique, because accounts of a person must differ in it. */
const unknownAddress = (accountId: unknown): string => `https://unreadable.invalid/${accountId}/api`;
export const OUTBOX_STATES = ['waiting', 'sending', 'unknown', 'needs-you', 'sent'];
const ACCOUNT_KINDS = ['device', 'api-key', 'local'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** True for an ISO instant that exists in the calendar. */
export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string' || !INSTANT.test(value)) return false;
  const time = Date.parse(value);
  // Date.parse reads 31 February as a day in March.
  return !Number.isNaN(time) && (!value.endsWith('Z') || new Date(time).toISOString().startsWith(value.slice(0, 16)));
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
}

function isWorkspaces(value: unknown): boolean {
  const list = readJson(String(value));
  const isOne = (one: unknown) => typeof one === 'object' && one !== null && isText(one, 'id') && isText(one, 'name');
  return Array.isArray(list) && list.every(isOne);
}

const isText = (of: object, name: string): boolean => typeof Reflect.get(of, name) === 'string';
const isOneOf = (value: unknown, known: readonly string[]): boolean =>
  typeof value === 'string' && known.includes(value);

/** SQL that is true if a column is not an instant in Punchcard's format. */
const oddInstants = (...columns: string[]): string => columns.map(oddInstant).join(' OR ');

/** `strftime` finds every error but takes ten times as long, so it checks only the last days of a month. */
function oddInstant(at: string): string {
  const isNoDay = `substr(${at}, 9, 2) > '28' AND strftime('%Y-%m-%dT%H:%M:%fZ', ${at}) IS NOT ${at}`;
  return `${at} IS NOT NULL AND (julianday(${at}) IS NULL OR length(${at}) <> 24 OR ${isNoDay})`;
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
    suspect: oddInstants('start_time', 'end_time', 'discarded_at', 'created_at'),
    repair(row, now) {
      const isRunning = row.end_time === null && row.discarded_at === null;
      // A timer usually starts when it is created. A running one must not be lost, because it may also run at the service.
      const made = isInstant(row.created_at) ? row.created_at : isRunning ? now : undefined;
      const start = isInstant(row.start_time) ? row.start_time : made;
      if (start === undefined || (row.end_time !== null && !isInstant(row.end_time))) return null;
      if (typeof row.end_time === 'string' && row.end_time < start) return row.start_time === start ? row : null;
      const discarded = row.discarded_at === null || isInstant(row.discarded_at) ? row.discarded_at : now;
      return { ...row, start_time: start, discarded_at: discarded, created_at: made ?? start };
    },
  },
  outbox: {
    suspect: oddInstants('created_at', 'not_before', 'sending_since'),
    repair(row, now) {
      const isStateKnown = isOneOf(row.state, OUTBOX_STATES);
      // It may have been sent: the person decides whether to send it again, after a search for it at the service.
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
  given_up: {
    suspect: oddInstants('created_at', 'sending_since'),
    repair: (row, now) => ({
      ...row,
      created_at: isInstant(row.created_at) ? row.created_at : now,
      sending_since: isInstant(row.sending_since) ? row.sending_since : now,
      attempts: isCount(row.attempts) ? row.attempts : 1,
    }),
  },
  inbox: {
    suspect: `NOT json_valid(task) OR ${oddInstants('created_at')}`,
    repair: (row, now) => {
      if (readJson(String(row.task)) === undefined) return null;
      return { ...row, created_at: isInstant(row.created_at) ? row.created_at : now };
    },
  },
  remote: {
    suspect: 'is_behind NOT IN (0, 1)',
    repair: (row) => ({ ...row, is_behind: row.is_behind === 1 ? 1 : 0 }),
  },
  assigned_tasks: {
    suspect: oddInstants('fetched_at'),
    repair: (row) => (isInstant(row.fetched_at) ? row : null),
  },
};

/** The latest time a Date can hold (ms). Every number in the database is a time, a duration or a count. */
export const MAX_STORED_NUMBER = 8_640_000_000_000_000;
const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** A placeholder for an account of which only the id is left, in rows that refer to it. */
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
