/** What is understood of the text at this moment: one line, or many of which each is a task. Pure. */

import type { NewTask, QuickAddDirectory } from '../../../shared/contract/index.ts';
import { MAX_NEW_TASKS } from '../../../shared/limits.ts';

import { blockingError, isTitleTooLong, toNewTask, warningsOf } from '../../../shared/quick-add/to-new-task.ts';
import type { DateReader, ParsedLine, ParseError, ParserDirectory } from '../../../shared/quick-add/types.ts';
import type { Parser } from './state.ts';

export interface Understanding {
  known: ParserDirectory;
  /** One a line; at least one. */
  lines: { text: string; understood: ParsedLine }[];
  isMany: boolean;
  /** null where one of the lines makes no task. */
  tasks: NewTask[] | null;
  /** Why, a sentence. */
  obstacle: string | null;
  /** The obstacle is a title that has become too long. */
  isTooLong: boolean;
  /** Of the one line; of many, those that need a second look. */
  errors: ParseError[];
  isDoubtful: boolean;
}

/** `tooMany`: what is said where there are more lines than that. */
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
  // A single line is read as it stands, so that its tokens are where they were typed.
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

/** Would both make the same task, wherever in the line its parts stand? */
export function isSameMeaning(one: ParsedLine, other: ParsedLine): boolean {
  const meaning = ({ tokens: _, errors: __, ...rest }: ParsedLine) => JSON.stringify(rest);
  return meaning(one) === meaning(other);
}
