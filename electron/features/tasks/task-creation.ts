/**
 * New tasks. Each is stored at once and created at the service through the outbox, then its labels. Until then it has a local id,
 * which a timer can already use.
 */

import { randomUUID } from 'node:crypto';
import type { NewTask, NewTaskLabel } from '../../../shared/contract/new-task.ts';
import { type AppError, ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import { labelColor } from '../../../shared/tasks/labels.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Gesture } from '../../outbox/undo.ts';
import { isUnsentOrRejected, type OutboxItem } from '../../outbox/write-kind.ts';
import { type Database, transaction } from '../../store/database.ts';
import { createdTaskOf, newTaskFields, newTaskOf, TASK_CREATE, type TaskCreatePayload } from './task-create-write.ts';
import { LABEL_ATTACH, LabelAttachPayload } from './task-labels.ts';
import type { TaskQueue } from './task-queue.ts';
import { type SubtaskAddPayload, subtaskAdd } from './task-relations.ts';
import type { OfTask } from './task-write.ts';
import { taskDelete } from './task-writes.ts';

/** Length of a title inside a sentence (UTF-16 code units). */
const MAX_QUOTED = 60;

export interface CreationOptions {
  database: Database;
  outbox: Outbox;
  queue: Pick<TaskQueue, 'showWithUndo' | 'rename'>;
  now: () => number;
  /** The user gave a new task a due date, at `at` (ms). */
  onDueDate?: (accountId: string, task: { id: string; projectId: string; dueDate: string }, at: number) => void;
  /** The service created a task. */
  onCreated: (task: { taskId: string; identifier: string; title: string; undoId: number }) => void;
}

export interface CreateOptions {
  commit?: (write: () => void) => void;
  replacedItemId?: number;
  writtenAt?: readonly number[];
  subtaskOf?: OfTask | undefined;
  gesture?: Gesture | undefined;
}

export interface CreationTarget {
  accountId: string;
  workspaceId: string;
}

/** A task of one gesture; `identifier`: empty until the service has created it. */
interface WrittenTask {
  localId: string;
  task: NewTask;
  identifier: string;
  undoId: number;
  isOne: boolean;
  subtaskOf: OfTask | undefined;
}

type NewlyWritten = Pick<WrittenTask, 'localId' | 'task' | 'subtaskOf'>;

export type Creation = ReturnType<typeof createCreation>;

export function createCreation({ database, outbox, queue, now, onDueDate, onCreated }: CreationOptions) {
  /** By local id: what was written in this session. */
  const written = new Map<string, WrittenTask>();

  function add(target: CreationTarget, { localId, task, subtaskOf }: NewlyWritten): void {
    const { accountId } = target;
    outbox.add({ accountId, kind: TASK_CREATE, subject: localId, payload: payloadOf(task) }, now());
    addLabels(target, localId, task);
    if (subtaskOf === undefined) return;
    const { taskId: parentId, identifier: parentIdentifier } = subtaskOf;
    const { projectSlug: identifier, title } = task;
    const payload: SubtaskAddPayload = { taskId: localId, identifier, title, parentId, parentIdentifier };
    const subject = `${localId}:subtask`;
    outbox.add({ accountId, kind: subtaskAdd.kind, subject, payload, after: localId }, now());
  }

  /** Replaces a waiting task and keeps its local id, which a timer may use. */
  function change(target: CreationTarget, localId: string, task: NewTask): void {
    if (!outbox.replace(localId, payloadOf(task), () => now())) throw tooLate();
    for (const { subject } of labelsOf(target.accountId, localId)) outbox.takeBack(subject);
    addLabels(target, localId, task);
  }

  const labelsOf = (accountId: string, localId: string): OutboxItem[] =>
    outbox.openOfKinds(accountId, 'task.').filter(({ subject }) => subject.startsWith(`${localId}:label:`));

  function waiting(accountId: string, itemId: number): { localId: string; task: NewTask } | null {
    const item = outbox.openItem(itemId);
    const created = item && newTaskOf(item);
    if (created === undefined || item?.accountId !== accountId || !isUnsentOrRejected(item)) return null;
    const task = newTaskFields(created);
    const labels = labelsOf(accountId, item.subject).map(({ payload }): NewTaskLabel => {
      const { labelId, name, color } = LabelAttachPayload.parse(payload);
      return labelId === null ? { name } : { id: labelId, name, color };
    });
    return { localId: item.subject, task: { ...task, labels } };
  }

  function addLabels(
    { accountId, workspaceId }: CreationTarget,
    localId: string,
    { labels, projectSlug }: NewTask,
  ): void {
    for (const label of labels) {
      const { name } = label;
      const attach: LabelAttachPayload = {
        taskId: localId,
        identifier: projectSlug,
        workspaceId,
        labelId: 'id' in label ? label.id : null,
        name,
        color: 'id' in label ? label.color : labelColor(name),
      };
      const subject = `${localId}:label:${name}`;
      outbox.add({ accountId, kind: LABEL_ATTACH, subject, payload: attach, after: localId }, now());
    }
  }

  function undoCreation(accountId: string, localId: string, identifier: string): void {
    transaction(database, () => {
      for (const { subject } of outbox.openOfKinds(accountId, 'task.')) {
        if (subject.startsWith(`${localId}:`)) outbox.takeBack(subject);
      }
      const taken = outbox.takeBack(localId);
      if (taken === 'absent') return;
      const id = outbox.serverId(localId);
      // The task is being sent or exists already: delete it once it has arrived. One that was refused is searched for before that.
      const payload: OfTask = { taskId: id ?? localId, identifier };
      const place = taken === 'rejected' ? { subject: localId } : { subject: deletionOf(localId), after: localId };
      outbox.add({ accountId, kind: taskDelete.kind, payload, ...place }, now());
    });
    outbox.wake();
  }

  const isUnsent = (localId: string): boolean => outbox.openOf(localId).some(isUnsentOrRejected);

  /** The local id for a task that is created again. Throws ValidationError while its deletion waits. */
  function idForAgain(localId: string): string {
    if ([localId, deletionOf(localId)].some((subject) => outbox.openOf(subject).length > 0))
      throw new ValidationError(messages.tasks.onItsWay);
    // The service had the task and deleted it, so this is another one.
    return outbox.serverId(localId) === undefined ? localId : randomUUID();
  }

  return {
    /** A waiting new task that can still be edited; null for any other write. */
    waiting: (accountId: string, itemId: number): NewTask | null => waiting(accountId, itemId)?.task ?? null,

    /**
     * Returns the local ids, with the tasks on disk. `commit`: runs the work in a transaction, by default in one of its own.
     * `replacedItemId`: id of the waiting write that the first task replaces; throws AppError if that one has been sent.
     * `writtenAt`: when the user wrote each task (ms), if that was before now. `subtaskOf`: the parent of all. `gesture`: of
     * which other accounts create tasks too.
     */
    create(target: CreationTarget, tasks: readonly NewTask[], options: CreateOptions = {}): string[] {
      const { commit = (write) => transaction(database, write) } = options;
      const { replacedItemId, writtenAt, subtaskOf, gesture } = options;
      const replaced = replacedItemId === undefined ? null : waiting(target.accountId, replacedItemId);
      if (replacedItemId !== undefined && replaced === null) throw tooLate();
      const created = tasks.map((task, n): WrittenTask => {
        const localId = (n === 0 && replaced?.localId) || randomUUID();
        return { localId, task, identifier: '', undoId: 0, isOne: tasks.length === 1 && !gesture, subtaskOf };
      });
      commit(() => {
        for (const one of created) {
          if (one.localId === replaced?.localId) change(target, one.localId, one.task);
          else add(target, one);
        }
      });
      for (const [n, { localId, task }] of created.entries()) {
        const { projectId, dueDate } = task;
        if (dueDate === undefined) continue;
        onDueDate?.(target.accountId, { id: localId, projectId, dueDate }, writtenAt?.[n] ?? now());
      }
      outbox.wake();
      const [first] = tasks;
      const text =
        tasks.length === 1 && first
          ? messages.tasks.written({ title: shorten(first.title, MAX_QUOTED) })
          : messages.tasks.writtenAll({ tasks: tasks.length });
      const undoId = queue.showWithUndo(target.accountId, {
        text: gesture?.text ?? text,
        gesture,
        subjects: created.map(({ localId }) => localId),
        undo() {
          for (const { localId, identifier } of created) {
            if (localId === replaced?.localId && isUnsent(localId)) {
              transaction(database, () => change(target, localId, replaced.task));
            } else undoCreation(target.accountId, localId, identifier);
          }
        },
        redo() {
          transaction(database, () => {
            for (const one of created) {
              if (one.localId === replaced?.localId && isUnsent(one.localId)) {
                change(target, one.localId, one.task);
                continue;
              }
              one.localId = idForAgain(one.localId);
              written.set(one.localId, one);
              add(target, one);
            }
          });
          outbox.wake();
        },
      });
      for (const one of created) written.set(one.localId, Object.assign(one, { undoId }));
      return created.map(({ localId }) => localId);
    },

    /** Tasks that may exist at the service although it has not confirmed them. */
    unconfirmed: (accountId: string): Pick<NewTask, 'projectId' | 'title' | 'dueDate'>[] =>
      outbox
        .openOfKinds(accountId, 'task.')
        .filter(({ state }) => state === 'sending' || state === 'unknown')
        .flatMap((item) => newTaskOf(item) ?? []),

    /** Discards a rejected task: its other waiting writes are removed, except time entries. */
    discard(accountId: string, itemId: number): void {
      const item = outbox.openItem(itemId);
      if (item?.kind !== TASK_CREATE || item.accountId !== accountId || item.state !== 'needs-you') return;
      transaction(database, () => {
        for (const { subject } of outbox.openOfKinds(accountId, 'task.')) {
          if (subject.startsWith(`${item.subject}:`)) outbox.takeBack(subject);
        }
      });
    },

    /** The service accepted a write. `value`: its answer. */
    sent(item: OutboxItem, value: unknown): void {
      const created = createdTaskOf(item, value);
      const task = newTaskOf(item);
      if (created === undefined || task === undefined) return;
      const { accountId, subject } = item;
      const { id: taskId, identifier } = created;
      const { title } = task;
      const text = messages.tasks.created({ task: identifier });
      const known = written.get(subject);
      if (known === undefined) {
        // Written before the last restart.
        let localId = subject;
        const undoId = queue.showWithUndo(accountId, {
          text,
          subjects: [subject],
          taskId,
          undo: () => undoCreation(accountId, localId, identifier),
          redo() {
            localId = idForAgain(localId);
            outbox.add({ accountId, kind: TASK_CREATE, subject: localId, payload: newTaskFields(task) }, now());
            outbox.wake();
          },
        });
        onCreated({ taskId, identifier, title, undoId });
        return;
      }
      known.identifier = identifier;
      // Of several tasks the toast was "3 new tasks", with one undo for all.
      if (known.isOne && !queue.rename(known.undoId, text, taskId)) return;
      onCreated({ taskId, identifier, title, undoId: known.undoId });
    },
  };
}

const payloadOf = ({ labels: _, ...payload }: NewTask): TaskCreatePayload => payload;

const deletionOf = (localId: string): string => `${localId}:delete`;

const tooLate = (): AppError => new ValidationError(messages.tasks.tooLateHere);
