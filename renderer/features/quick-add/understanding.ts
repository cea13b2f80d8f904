/** Parses the text: one line, or several lines with one task each. Pure. */

import type { NewTask, QuickAddDirectory } from '../../../shared/contract/index.ts';
import { MAX_NEW_TASKS } from '../../../shared/limits.ts';

import { blockingError, isTitleTooLong, toNewTask, warningsOf } from '../../../shared/quick-add/to-new-task.ts';
import type { DateReader, ParsedLine, ParseError, ParserDirectory } from '../../../shared/quick-add/types.ts';
import type { Parser } from './state.ts';

export interface Understanding {
  known: ParserDirectory;
  /** At least one. */
  lines: { text: string; understood: ParsedLine }[];
  isMany: boolean;
  /** null if any line is not a valid task. */
  tasks: NewTask[] | null;
  /** The reason as a sentence. */
  obstacle: string | null;
  /** The title is too long. */
  isTooLong: boolean;
  /** Parse errors of a single line; of several lines, the doubtful ones. */
  errors: ParseError[];
  isDoubtful: boolean;
}

/** `tooMany`: the message if there are more than MAX_NEW_TASKS lines. */
export function understandText(
  text: string,
  plain: readonly string[],
  { parse, splitLines }: Pick<Parser, 'parse' | 'splitLines'>,
  dates: DateReader | null,
  lists: QuickAddDirectory,
  now: Date,
  tooMany: string,
): Understanding {
  const known: ParserDirectory = { ...lists, now };
  const split = splitLines(text);
  const isMany = split.length > 1;
  // A single line is not trimmed, so that the token offsets match the field.
  const texts = isMany ? split.slice(0, MAX_NEW_TASKS) : [text];
  const lines = texts.map((line) => ({ text: line, understood: parse(line, known, dates, { plain }) }));
  const obstacle =
    split.length > MAX_NEW_TASKS
      ? tooMany
      : (lines.map(({ understood }) => blockingError(understood)).find((one) => one !== null) ?? null);
  const tasks = lines.map(({ understood }) => toNewTask(understood, known)).filter((task) => task !== null);
  const doubts = lines.flatMap(({ understood }) => warningsOf(understood));
  return {
    known,
    lines,
    isMany,
    tasks: obstacle === null && tasks.length === lines.length ? tasks : null,
    obstacle,
    isTooLong: lines.some(({ understood }) => isTitleTooLong(understood)),
    errors: isMany ? doubts : (lines[0]?.understood.errors ?? []),
    isDoubtful: doubts.length > 0,
  };
}

/** True if both lines create the same task. */
export function isSameMeaning(one: ParsedLine, other: ParsedLine): boolean {
  const meaning = ({ tokens: _, errors: __, ...rest }: ParsedLine) => JSON.stringify(rest);
  return meaning(one) === meaning(other);
}
