/** Saves the rules and closed weeks of the current account to a file, and restores them. */

import { z } from 'zod';
import { checkJsonBounds } from '../../../shared/bounded-json.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { localDay } from '../../../shared/time/day.ts';
import { readJson } from '../../store/json.ts';
import type { AccountService } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { StoredRules } from './rules-store.ts';
import type { TimeRulesService } from './time-rules-service.ts';

/** A closed cell takes some 300 bytes: ten years of weeks with sixty cells are 9 MB. */
const MAX_BYTES = 12_000_000;

export interface RulesBackupOptions {
  account: Pick<AccountService, 'required'>;
  rules: Pick<TimeRulesService, 'stored' | 'replace'>;
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
      const text = backupText(rules.stored(account.required().id), toIsoInstant(now()));
      return saveFile(`punchcard-rules-${localDay(now())}.json`, text);
    },

    /** Nothing is changed if the person cancels or it throws. */
    async restore(): Promise<void> {
      const accountId = account.required().id;
      const file = await openTextFile('json', MAX_BYTES);
      if (file === null) return;
      const restored = parseBackup(file.name, file.text);
      const before = rules.stored(accountId);
      rules.replace(accountId, restored);
      const text = messages.timeRules.restored;
      const offer = undo.offer({
        accountId,
        text,
        label: messages.time.undo,
        subjects: ['time-rules'],
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
const Content = z.object({ rules: StoredRules });

/** `savedAt`: UTC ISO. */
export const backupText = (rules: StoredRules, savedAt: string): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, savedAt, rules }, null, 2)}\n`;

/** `file`: its name, for messages. Unknown fields are ignored. Throws ValidationError if the text is not a usable backup. */
export function parseBackup(file: string, text: string): StoredRules {
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
  if (content.success) return content.data.rules;
  const place = oneLine(content.error.issues[0]?.path.join('.') ?? '', 100);
  throw new ValidationError(messages.timeRules.damagedBackup({ file, place }));
}

/** Checked before the schema, which would describe each invalid item. */
function isTooMuch(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const items = Object.values(value);
  return items.length > MAX_ITEMS || items.some(isTooMuch);
}
