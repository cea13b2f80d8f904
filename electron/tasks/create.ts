/**
 * New tasks: written down at once, made at the service when it answers, their labels after them. Until then the task has a name of
 * its own, under which a timer can already run.
 */
import { randomUUID } from 'node:crypto';
import { LABEL_ATTACH, type LabelAttachPayload } from '../outbox/label-writes.ts';
import type { Outbox, OutboxItem } from '../outbox/outbox.ts';
import { CreatedTask, TASK_CREATE, type TaskCreatePayload } from '../outbox/task-create.ts';
import { TASK_DELETE, type TaskDeletePayload } from '../outbox/task-delete.ts';
import { type Database, transaction } from '../store/database.ts';
import { words } from '../words/index.ts';
import { labelColor } from './label-color.ts';
import type { NewTask } from './new-task.ts';
import type { TaskChanges } from './task-changes.ts';
import { oneLine } from './task-view.ts';

/** Of a title in a sentence (UTF-16 code units). */
const MAX_QUOTED = 60;

export interface CreationOptions {
  database: Database;
  outbox: Outbox;
  taskChanges: Pick<TaskChanges, 'tell'>;
  now: () => number;
}

/** Where the task is made, and by whom. */
export interface CreationPlace {
  accountId: string;
  workspaceId: string;
}

export type Creation = ReturnType<typeof createCreation>;

export function createCreation({ database, outbox, taskChanges, now }: CreationOptions) {
  function add({ accountId, workspaceId }: CreationPlace, localId: string, task: NewTask): void {
    const { labels, startDate = null, dueDate = null, userId = null, ...fields } = task;
    const payload: TaskCreatePayload = { ...fields, startDate, dueDate, userId, lastNumber: null };
    outbox.add({ accountId, kind: TASK_CREATE, subject: localId, payload }, now());
    for (const label of labels) {
      const { name } = label;
      const attach: LabelAttachPayload = {
        taskId: localId,
        identifier: task.projectSlug,
        workspaceId,
        labelId: 'id' in label ? label.id : null,
        name,
        color: 'id' in label ? label.color : labelColor(name),
      };
      const subject = `${localId}:label:${name}`;
      outbox.add({ accountId, kind: LABEL_ATTACH, subject, payload: attach, after: localId }, now());
    }
  }

  function takeBack(accountId: string, localId: string, identifier = ''): void {
    transaction(database, () => {
      for (const { subject } of outbox.openOfKinds(accountId, 'task.')) {
        if (subject.startsWith(`${localId}:`)) outbox.takeBack(subject);
      }
      if (outbox.takeBack(localId)) return;
      const id = outbox.serverId(localId);
      // On its way just now: it goes right after it has arrived.
      const payload: TaskDeletePayload = { taskId: id ?? localId, identifier };
      outbox.add({ accountId, kind: TASK_DELETE, subject: `${localId}:delete`, payload, after: localId }, now());
    });
    outbox.wake();
  }

  return {
    /**
     * On disk when this returns; gives the name of each until the service has one. `alongside` writes in the same
     * transaction.
     */
    create(place: CreationPlace, tasks: readonly NewTask[], alongside?: () => void): string[] {
      const made = tasks.map((task) => ({ localId: randomUUID(), task }));
      transaction(database, () => {
        for (const { localId, task } of made) add(place, localId, task);
        alongside?.();
      });
      outbox.wake();
      const [first] = tasks;
      const text =
        tasks.length === 1 && first
          ? words.tasks.written(oneLine(first.title, MAX_QUOTED))
          : words.tasks.writtenAll(tasks.length);
      taskChanges.tell(text, () => {
        for (const { localId } of made) takeBack(place.accountId, localId);
      });
      return made.map(({ localId }) => localId);
    },

    /** The service has made it; `value` is what it is called there. */
    made({ accountId, subject }: OutboxItem, value: unknown): void {
      const { id, identifier } = CreatedTask.parse(value);
      taskChanges.tell(words.tasks.created(identifier), () => takeBack(accountId, subject, identifier), id);
    },
  };
}
