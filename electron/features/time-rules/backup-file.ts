/** The file of a backup: the rules and closed weeks of an account as JSON. Pure. */
import { z } from 'zod';
import { checkJsonBounds } from '../../../shared/bounded-json.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { readJson } from '../../store/json.ts';
import { StoredRules } from './rules-store.ts';

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
