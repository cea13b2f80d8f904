/** What a command of the window says about the tasks that the person works on. */
import type { Evidence } from '../../../shared/contract/evidence.ts';
import type { ProposalRule } from '../../../shared/contract/proposals.ts';
import type { TaskChange } from '../../../shared/contract/tasks.ts';

export type TaskAction = Extract<Evidence, { kind: 'task' }>['action'];

const ACTIONS: Readonly<Record<string, TaskAction>> = {
  'tasks.open-page': 'opened',
  'tasks.open-in-browser': 'opened',
  'tasks.set-project': 'changed',
  'tasks.set-description': 'changed',
  'tasks.add-record': 'changed',
  'tasks.remove-record': 'changed',
  'tasks.attach-picture': 'changed',
  'tasks.add-comment': 'commented',
  'tasks.edit-comment': 'commented',
  'tasks.remove-comment': 'commented',
  'board.move': 'moved',
  'reminders.snooze': 'reminder',
};

/** `accountId`: if several are open. */
export interface ActedOn {
  taskId: string;
  accountId?: string | undefined;
}

/** As the service answered. */
export interface CreatedTask {
  id: string;
  identifier: string;
}

/** With the id and the identifier that a task has got that was created here; the same if it is about anything else. */
export function linked<T extends ProposalRule['proposes']>(about: T, localId: string, created: CreatedTask): T {
  if (about.kind !== 'task' || about.task.taskId !== localId) return about;
  return { ...about, task: { ...about.task, taskId: created.id, identifier: created.identifier } };
}

/** `payload`: as its schema parsed it. */
export function actionsOf(command: string, payload: unknown): (ActedOn & { action: TaskAction })[] {
  if (command === 'tasks.change') {
    const { changes } = payload as { changes: TaskChange[] };
    // Many at once are tidied up, not worked on.
    if (changes.length > 1) return [];
    return changes.map((change) => ({ ...change, action: 'status' in change ? 'moved' : 'changed' }));
  }
  const action = ACTIONS[command];
  return action === undefined ? [] : [{ ...(payload as ActedOn), action }];
}
