/** Parses a text into tasks, or says why it cannot. The parser is loaded on demand, because of its date languages. */

import { messages } from '../../shared/i18n/generated/main.ts';
import { MAX_NEW_TASKS } from '../../shared/limits.ts';
import type { TaskOfAccount } from '../../shared/quick-add/accounts.ts';
import { blockingError, toNewTask, warningsOf } from '../../shared/quick-add/to-new-task.ts';
import type { ParserDirectory } from '../../shared/quick-add/types.ts';

export type ReadTasks =
  /** `doubts` are sentences about parts that were not understood and stay in the titles. */
  { ok: true; tasks: TaskOfAccount[]; doubts: string[] } | { ok: false; why: string };

/** All lines or none. */
export async function readTasks(text: string, directory: ParserDirectory): Promise<ReadTasks> {
  const [{ loadDates }, { parse, splitLines }] = await Promise.all([
    import('../../shared/quick-add/find-dates.ts'),
    import('../../shared/quick-add/parser.ts'),
  ]);
  const lines = splitLines(text, directory.locale);
  if (lines.length === 0) return { ok: false, why: messages.cli.empty };
  if (lines.length > MAX_NEW_TASKS) return { ok: false, why: messages.cli.tooMany({ most: MAX_NEW_TASKS }) };
  const dates = await loadDates(directory.locale);
  const tasks: TaskOfAccount[] = [];
  const doubts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const parsed = parse(line, directory, dates);
    const task = toNewTask(parsed, directory);
    if (task === null) {
      const why = blockingError(parsed) ?? '';
      return { ok: false, why: lines.length > 1 ? messages.cli.inLine({ line: index + 1, why }) : why };
    }
    tasks.push(task);
    doubts.push(...warningsOf(parsed).map((doubt) => doubt.words));
  }
  return { ok: true, tasks, doubts };
}
