/** Quick add, put together: what is known, and making what was understood, for the window and the command line alike. */
import type { NewTask, TaskCreator } from './new-task.ts';
import type { KnownLists, KnownStore } from './known.ts';
import type { Known } from './quick-add/types.ts';

/** Of lists kept on disk or just read, what the parser needs. */
export function knownFrom(
  lists: KnownLists,
  { me, lastProjectId, assignToMe, locale }: Pick<Known, 'me' | 'lastProjectId' | 'assignToMe' | 'locale'>,
): Omit<Known, 'now'> {
  return { ...lists, me: { id: me.id, name: me.name }, lastProjectId, assignToMe, locale };
}

export interface MadeTasks {
  /** As many as were written down, in their order. */
  subjects: string[];
  /** Why it ended there; null where all were. */
  error: unknown;
}

/** One after the other, and no further once one fails: who asked keeps the rest. The timer starts on the first. */
export async function makeTasks(
  creator: TaskCreator,
  known: Pick<KnownStore, 'used'>,
  tasks: readonly NewTask[],
  startTimer: boolean,
): Promise<MadeTasks> {
  const subjects: string[] = [];
  for (const task of tasks) {
    try {
      const { subject } = await creator.create(task, { startTimer: startTimer && subjects.length === 0 });
      subjects.push(subject);
      known.used(task.projectId);
    } catch (error) {
      return { subjects, error };
    }
  }
  return { subjects, error: null };
}
