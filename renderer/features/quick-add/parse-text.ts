/** Parses the text: one line, or several lines with one task each. Pure. */
import type { QuickAddDirectory } from '../../../shared/contract/index.ts';
import { MAX_NEW_TASKS } from '../../../shared/limits.ts';
import type { TaskOfAccount } from '../../../shared/quick-add/accounts.ts';
import { blockingError, isTitleTooLong, toNewTask, warningsOf } from '../../../shared/quick-add/to-new-task.ts';
import type { DateReader, ParsedLine, ParseError, ParserDirectory } from '../../../shared/quick-add/types.ts';
import type { Parser } from './state.ts';

export interface ParsedText {
  directory: ParserDirectory;
  /** At least one. */
  lines: { text: string; parsed: ParsedLine }[];
  isMany: boolean;
  /** null if any line is not a valid task. */
  tasks: TaskOfAccount[] | null;
  /** The reason as a sentence. */
  obstacle: string | null;
  /** The title is too long. */
  isTooLong: boolean;
  /** Parse errors of a single line; of several lines, the doubtful ones. */
  errors: ParseError[];
  isDoubtful: boolean;
}

/** `tooMany`: the message if there are more than MAX_NEW_TASKS lines. */
export function parseText(
  text: string,
  plain: readonly string[],
  { parse, splitLines }: Pick<Parser, 'parse' | 'splitLines'>,
  dates: DateReader | null,
  lists: QuickAddDirectory,
  now: Date,
  tooMany: string,
): ParsedText {
  const directory: ParserDirectory = { ...lists, now };
  const split = splitLines(text, lists.locale);
  const isMany = split.length > 1;
  // A single line is not trimmed, so that the token offsets match the field.
  const texts = isMany ? split.slice(0, MAX_NEW_TASKS) : [text];
  const lines = texts.map((line) => ({ text: line, parsed: parse(line, directory, dates, { plain }) }));
  const obstacle =
    split.length > MAX_NEW_TASKS
      ? tooMany
      : (lines.map(({ parsed }) => blockingError(parsed)).find((one) => one !== null) ?? null);
  const tasks = lines.map(({ parsed }) => toNewTask(parsed, directory)).filter((task) => task !== null);
  const doubts = lines.flatMap(({ parsed }) => warningsOf(parsed));
  return {
    directory,
    lines,
    isMany,
    tasks: obstacle === null && tasks.length === lines.length ? tasks : null,
    obstacle,
    isTooLong: lines.some(({ parsed }) => isTitleTooLong(parsed)),
    errors: isMany ? doubts : (lines[0]?.parsed.errors ?? []),
    isDoubtful: doubts.length > 0,
  };
}

export function isSameMeaning(one: ParsedLine, other: ParsedLine): boolean {
  const meaning = ({ tokens: _, errors: __, ...rest }: ParsedLine) => JSON.stringify(rest);
  return meaning(one) === meaning(other);
}
