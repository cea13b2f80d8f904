/**
 * Saves the rules and closed weeks to a file, and restores them. The file lists the accounts that they are of, because the same account
 * has another id on another computer.
 */

import { z } from 'zod';
import { splitKey, taskKey } from '../../../shared/accounts.ts';
import { checkJsonBounds } from '../../../shared/bounded-json.ts';
import { Id } from '../../../shared/contract/fields.ts';
import type { ClosedCell } from '../../../shared/contract/timesheet.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { localDay } from '../../../shared/time/day.ts';
import { ALL_PROJECTS } from '../../../shared/time/default-rules.ts';
import { readJson } from '../../store/json.ts';
import type { Account, FirstAccount } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { StoredRules } from './rules-store.ts';
import type { TimeRulesService } from './time-rules-service.ts';

/** A closed cell takes some 300 bytes: ten years of weeks with sixty cells are 9 MB. */
const MAX_BYTES = 12_000_000;

export interface RulesBackupOptions {
  account: Pick<FirstAccount, 'required' | 'known'>;
  rules: Pick<TimeRulesService, 'stored' | 'replace' | 'keeperOf'>;
  /** Asks for a location and writes the file; returns the path, or null if the person cancels. */
  saveFile: (name: string, content: string) => Promise<string | null>;
  /** Asks for a file; null if the person cancels. Throws AppError if it cannot be read or is larger than `maxBytes`. */
  openTextFile: (extension: string, maxBytes: number) => Promise<{ name: string; text: string } | null>;
}

export type RulesBackup = ReturnType<typeof createRulesBackup>;

export function createRulesBackup(
  { now, undo, showToast }: Pick<FeatureContext, 'now' | 'undo' | 'showToast'>,
  { account, rules, saveFile, openTextFile }: RulesBackupOptions,
) {
  return {
    save: (): Promise<string | null> => {
      const { id } = account.required();
      const stored = rules.stored(id);
      const text = backupText(stored, toIsoInstant(now()), accountsOf(stored, rules.keeperOf(id), account.known()));
      return saveFile(`punchcard-rules-${localDay(now())}.json`, text);
    },

    /** Nothing is changed if the person cancels or it throws. */
    async restore(): Promise<void> {
      const accountId = account.required().id;
      const file = await openTextFile('json', MAX_BYTES);
      if (file === null) return;
      const backup = parseBackup(file.name, file.text);
      const { restored, missing } = forAccountsHere(backup, account.known(), rules.keeperOf(accountId));
      const before = rules.stored(accountId);
      rules.replace(accountId, restored);
      const text =
        missing.length === 0
          ? messages.timeRules.restored
          : messages.timeRules.restoredWithout({ accounts: missing.join(', ') });
      const offer = undo.offer({
        accountId,
        text,
        label: messages.time.undo,
        subjects: ['time-rules'],
        isOfAll: true,
        undo: () => rules.replace(accountId, before),
        redo: () => rules.replace(accountId, restored),
      });
      showToast(text, offer);
    },
  };
}

const FORMAT = 'punchcard-time-rules';
/** Raised when an older Punchcard could not restore a backup of this one. */
const VERSION = 2;
/**
 * Days off, labels, projects, reports, closed weeks, and cells of a week: all rules are read at each start and sent to the windows. This
 * is 38 years of weeks.
 */
const MAX_ITEMS = 2_000;
/** A closed cell has seven values: forty thousand cells. A million values would block main for a second, here and at each start. */
const MAX_VALUES = 300_000;

const Head = z.object({ format: z.literal(FORMAT), version: z.number().int().min(1) });

const BackupAccount = z.object({ id: Id, address: z.url().max(2_048), userId: Id, workspaceId: Id.nullable() });
type BackupAccount = z.infer<typeof BackupAccount>;

const Content = z.object({
  /** Those that projects and closed cells are of; the first is of those that name none. Missing in older backups. */
  accounts: z.array(BackupAccount).default([]),
  rules: StoredRules,
});
type Content = z.infer<typeof Content>;

/** `savedAt`: UTC ISO. */
export const backupText = (rules: StoredRules, savedAt: string, accounts: readonly BackupAccount[] = []): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, savedAt, accounts, rules }, null, 2)}\n`;

/** The keeper and the others that the rules name. */
function accountsOf(rules: StoredRules, keeper: string, known: readonly Account[]): BackupAccount[] {
  const text = JSON.stringify(rules);
  return known
    .filter(({ id }) => id === keeper || text.includes(`"${id}"`) || text.includes(`"${id} `))
    .sort((one, other) => Number(other.id === keeper) - Number(one.id === keeper))
    .map(({ id, baseUrl, user, workspaceId }) => ({ id, address: baseUrl, userId: user.id, workspaceId }));
}

/** The account here that was `saved` there: that of the same person on the same server, if possible in the same workspace. */
function accountHere(saved: BackupAccount, known: readonly Account[]): string | undefined {
  const { id, address, userId, workspaceId } = saved;
  const own = known.filter(({ baseUrl, user }) => baseUrl === address && user.id === userId);
  const here =
    known.find((one) => one.id === id) ??
    own.find((one) => one.workspaceId === workspaceId) ??
    own.find(({ credentialOf }) => credentialOf === null);
  return here?.id;
}

/**
 * The rules with the ids that their accounts have here. `missing`: the hosts of accounts that are not here, whose projects and closed
 * cells are left out. The one account of a backup may have another address by now: its rules are the keeper's.
 */
function forAccountsHere({ accounts, rules }: Content, known: readonly Account[], keeper: string) {
  const [first] = accounts;
  if (first === undefined) return { restored: rules, missing: [] };
  const here = new Map(accounts.map((saved) => [saved.id, accountHere(saved, known)]));
  if (accounts.length === 1) here.set(first.id, here.get(first.id) ?? keeper);
  const leftOut = new Set<string>();

  /** null: not here. */
  function idHere(accountId: string): string | null {
    const id = here.get(accountId);
    if (here.has(accountId) && id === undefined) leftOut.add(accountId);
    return here.has(accountId) ? (id ?? null) : accountId;
  }
  const withKeysHere = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(record).flatMap(([key, value]) => {
        if (key === ALL_PROJECTS) return [[key, value]];
        const { id, accountId = first.id } = splitKey(key, [...here.keys()]);
        const mapped = idHere(accountId);
        if (mapped === null) return [];
        return [[mapped === keeper ? id : taskKey({ id, accountId: mapped }), value]];
      }),
    );
  const cellsHere = (cells: readonly ClosedCell[]): ClosedCell[] =>
    cells.flatMap(({ accountId = first.id, ...cell }) => {
      const mapped = idHere(accountId);
      if (mapped === null) return [];
      return [mapped === keeper ? cell : { ...cell, accountId: mapped }];
    });
  const restored: StoredRules = {
    ...rules,
    projects: withKeysHere(rules.projects),
    reports: withKeysHere(rules.reports),
    closedWeeks: rules.closedWeeks.map((week) => ({ ...week, cells: cellsHere(week.cells) })),
  };
  const missing = accounts.filter(({ id }) => leftOut.has(id)).map(({ address }) => new URL(address).host);
  return { restored, missing: [...new Set(missing)] };
}

/** `file`: its name, for messages. Unknown fields are ignored. Throws ValidationError if the text is not a usable backup. */
export function parseBackup(file: string, text: string): Content {
  const tooMuch = () => new ValidationError(messages.timeRules.tooMuchInBackup({ file, count: MAX_ITEMS }));
  try {
    checkJsonBounds(text, MAX_VALUES);
  } catch {
    throw tooMuch();
  }
  const json = readJson(text);
  const head = Head.safeParse(json);
  if (!head.success) throw new ValidationError(messages.timeRules.notABackup({ file }));
  if (head.data.version > VERSION) throw new ValidationError(messages.timeRules.newerBackup({ file }));
  if (isTooMuch(json)) throw tooMuch();
  const content = Content.safeParse(json);
  if (content.success) return content.data;
  const place = oneLine(content.error.issues[0]?.path.join('.') ?? '', 100);
  throw new ValidationError(messages.timeRules.damagedBackup({ file, place }));
}

/** Checked before the schema, which would describe each invalid item. */
function isTooMuch(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const items = Object.values(value);
  return items.length > MAX_ITEMS || items.some(isTooMuch);
}
