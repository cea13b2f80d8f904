/** The file of a backup: the rules and closed weeks of an account as JSON. Pure. */
import { z } from 'zod';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { readJson } from '../../store/json.ts';
import { StoredRules } from './rules-store.ts';

const FORMAT = 'punchcard-time-rules';
/** Raised when an older Punchcard could not restore a backup of this one. */
const VERSION = 1;

const Head = z.object({ format: z.literal(FORMAT), version: z.number().int().min(1) });
const Content = z.object({ rules: StoredRules });

/** `savedAt`: UTC ISO. */
export const backupText = (rules: StoredRules, savedAt: string): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, savedAt, rules }, null, 2)}\n`;

/** `file`: its name, for messages. Unknown fields are ignored. Throws ValidationError if the text is not a usable backup. */
export function parseBackup(file: string, text: string): StoredRules {
  const json = readJson(text);
  const head = Head.safeParse(json);
  if (!head.success) throw new ValidationError(messages.timeRules.notABackup({ file }));
  if (head.data.version > VERSION) throw new ValidationError(messages.timeRules.newerBackup({ file }));
  const content = Content.safeParse(json);
  if (content.success) return content.data.rules;
  const place = oneLine(content.error.issues[0]?.path.join('.') ?? '', 100);
  throw new ValidationError(messages.timeRules.damagedBackup({ file, place }));
}
