/** Which tasks match the words of a desktop's search, and what it shows of them. */
import { isSameTask, type NamedAccount, taskKey } from '../../../shared/accounts.ts';
import { clock, formatDue } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { remindersMessages } from '../../../shared/i18n/generated/reminders.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { searchPalette } from '../../../shared/palette/search.ts';
import { type PaletteTask, searchableTask } from '../../../shared/palette/tasks.ts';
import { dueDistance, parseDue } from '../../../shared/tasks/due-date.ts';
import type { Entry } from '../../../shared/time/entry.ts';

export interface FoundTask {
  /** Of a task, not of a result: it stays valid from one search to the next. */
  id: string;
  title: string;
  description: string;
}

export interface TaskSearchOptions {
  /** As the palette has them, with its counts of uses. Nothing while signed out. */
  read: () => { tasks: readonly PaletteTask[]; weights: Readonly<Record<string, number>> };
  running: () => Pick<Entry, 'task' | 'startTime'> | undefined;
  accounts: () => readonly NamedAccount[];
  now: () => number;
}

export type TaskSearch = ReturnType<typeof createTaskSearch>;

export function createTaskSearch({ read, running, accounts, now }: TaskSearchOptions) {
  const isRunning = (task: PaletteTask): boolean => {
    const entry = running();
    return entry !== undefined && isSameTask(entry.task, task);
  };

  function describe(tasks: readonly PaletteTask[]): FoundTask[] {
    const today = new Date(now());
    const startTime = running()?.startTime ?? '';
    const names = new Map(accounts().map(({ id, name }) => [id, name]));
    return tasks.map((task) => {
      const due = parseDue(task.dueDate);
      const parts = [
        isRunning(task) ? messages.tray.since({ when: clock(startTime) }) : remindersMessages.start,
        task.projectName,
        due === null ? '' : formatDue(dueDistance(due, today), today),
        names.get(task.accountId ?? ''),
      ];
      return {
        id: taskKey(task),
        title: `${task.identifier} ${task.title || messages.tasks.untitled}`,
        description: parts.filter(Boolean).join(' · '),
      };
    });
  }

  function tasksOf(ids: readonly string[]): PaletteTask[] {
    const byKey = new Map(read().tasks.map((task) => [taskKey(task), task]));
    return [...new Set(ids)].flatMap((id) => byKey.get(id) ?? []);
  }

  return {
    /** The best matches, as the palette ranks them. */
    find(text: string): FoundTask[] {
      if (text.length > LENGTHS.search) return [];
      const { tasks, weights } = read();
      const lines = tasks
        // D-Bus ends the connection of a program that sends NUL; ids are the service's.
        .filter(({ id }) => !id.includes('\0'))
        .map((task) => ({ ...searchableTask(task, messages.tasks.untitled), task }));
      const [found] = searchPalette(text, lines, (id) => weights[id] ?? 0);
      return describe((found?.lines ?? []).map(({ item }) => item.task));
    },
    /** Those of these tasks that are still known, each once. */
    known: (ids: readonly string[]): FoundTask[] => describe(tasksOf(ids)),
    /** undefined if it is not known any more. */
    task: (id: string): PaletteTask | undefined => tasksOf([id])[0],
    isRunning,
  };
}
