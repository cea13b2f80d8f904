/** A kind of write that changes a task: besides how it is sent, what it changes on the screen until the service confirms it. */
import { z } from 'zod';
import type { ReadTaskPage } from '../../../shared/contract/task-page.ts';
import type { Priority, TaskValues } from '../../../shared/contract/task-schema.ts';
import type { LabelView } from '../../../shared/contract/task-view.ts';
import type { NewRecord } from '../../../shared/contract/tasks.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer } from '../../outbox/answers.ts';
import { type IdempotentWrite, idempotentWrite, replaceWhole } from '../../outbox/idempotent-write.ts';
import { isNearText, TITLE_CUT_AT } from '../../outbox/similarity.ts';
import type { OutboxItem, SendResult, Together, Unclear, WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { ServiceError } from '../../service/errors.ts';
import type { BulkTaskUpdate } from '../../service/records.ts';

/** The task of a payload. */
export const OfTask = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for messages. */
  identifier: z.string(),
});
export type OfTask = z.infer<typeof OfTask>;

interface Person {
  id: string;
  name: string;
}

/** Fields that one write sets, and one write of the same kind restores. */
export interface TaskFields extends TaskValues {
  title: string;
  assignee: Person | null;
}

/** What pending writes change of a task; fields that they do not change are missing. */
export interface PendingChange extends Partial<TaskFields> {
  status?: { slug: string; name: string; isFinal: boolean };
  project?: { id: string; name: string; from: { id: string; name: string } };
  description?: string;
  position?: number;
  isDeleted?: true;
  /** Changes of the collections on its page, in the order of the writes. */
  edits?: PageEdit[];
  /** Changes of its labels in lists and on cards, which do not know their ids. */
  labelEdits?: Edit<LabelView>[];
}

export type Edit<T> = (records: T[]) => T[];
export type PageEdit = (page: ReadTaskPage) => ReadTaskPage;

/** The collections to which the person adds records. */
export type EditableCollection = NewRecord['of'];
export type CollectionName = EditableCollection | 'comments';

export type TaskRecords = { [C in CollectionName]: NonNullable<ReadTaskPage[C]>[number] };

/** The records of a collection; null if they could not be read. */
export const recordsOf = <C extends CollectionName>(
  page: { readonly [N in CollectionName]: TaskRecords[N][] | null },
  collection: C,
): TaskRecords[C][] | null => page[collection];

/** A change of one collection. One that could not be read stays missing. */
export function pageEdit<C extends CollectionName>(collection: C, edit: Edit<TaskRecords[C]>): PageEdit {
  return (page) => {
    const records = recordsOf(page, collection);
    return records === null ? page : { ...page, [collection]: edit(records) };
  };
}

export interface TaskWrite<P = unknown> extends WriteKind<P> {
  /** The ids of the tasks that it changes; without it, the one that the payload names. */
  changes?(payload: P): string[];
  /** `sentId` returns the service's id of a comment that was sent from here. */
  overlay(payload: P, item: OutboxItem, sentId: (id: string) => string): PendingChange;
}

/** Its overlay depends on nothing but its payload. */
export interface SettingWrite<P = unknown> extends WriteKind<P> {
  overlay(payload: P): PendingChange;
}

/** A write of one field of the task. */
export const OfField = OfTask.extend({
  /** The field's value before; absent in rows of earlier versions and if it is not known. */
  from: z.string().nullable().optional(),
});
export type OfField = z.infer<typeof OfField>;

type FieldName = 'title' | 'status' | 'priority' | 'startDate' | 'dueDate' | 'userId';

/**
 * After a lost answer the field is read: a value that is neither the one from before nor the new one is a colleague's, which the write
 * must not replace. An equal value does not prove that the lost request arrived.
 */
export const findField =
  <P extends OfField>(field: FieldName, describe: (payload: P) => string): WriteKind<P>['find'] =>
  async (payload, { client }): Promise<SendResult | Unclear<P> | undefined> => {
    const { taskId, from, [field as keyof P]: to } = payload;
    if (from === undefined) return undefined;
    const task = await client.getTask(taskId);
    const now = task[field] ?? null;
    const isSame = field === 'startDate' || field === 'dueDate' ? isSameDate : isSameValue;
    if (task.unreadableFields?.includes(field) || [from, to].some((value) => isSame(value, now))) return undefined;
    // The server cut it.
    if (field === 'title' && isNearText(String(to), String(now), TITLE_CUT_AT)) return {};
    const shown = field === 'userId' ? task.assigneeName : field === 'title' || field === 'status' ? now : null;
    const why = messages.outbox.task.overtaken({ change: describe(payload), value: shown ?? null });
    return { unclear: { ...payload, from: now }, why };
  };

/** Servers write the lowest priority as none. */
const isSameValue = (one: unknown, other: string | null): boolean => (one ?? NO_PRIORITY) === (other ?? NO_PRIORITY);

/** Servers write dates in several ways. */
const isSameDate = (one: unknown, other: string | null): boolean =>
  (one ?? null) === other || Date.parse(String(one)) === Date.parse(String(other));

const NO_PRIORITY: Priority = 'no-priority';

/** A write that sets a field. Only the last one on its subject counts. */
export function settingWrite<P extends OfField>({
  field,
  overlay,
  bulk,
  ...write
}: Omit<IdempotentWrite<P>, 'affects'> &
  Pick<SettingWrite<P>, 'overlay'> & { field: FieldName; bulk?: Bulk<P> }): SettingWrite<P> {
  return {
    ...replaceWhole(idempotentWrite({ ...write, affects: affectsTask('task') })),
    find: findField(field, write.describe),
    keepFields: ({ from }, next) => ({ ...next, from }),
    overlay,
    ...(bulk && { together: inBulk(bulk) }),
  };
}

/** An operation of PATCH /task/bulk, for tasks that get the same value (docs/service.md#tasks). */
export interface Bulk<P> {
  operation: BulkTaskUpdate['operation'];
  /** undefined for a payload that the operation cannot carry. */
  value(payload: P): string | null | undefined;
}

export const inBulk = <P extends OfTask>({ operation, value }: Bulk<P>): Together<P> => ({
  value,
  async send(payloads, value, { client }) {
    const taskIds = payloads.map(({ taskId }) => taskId);
    const { updatedCount: done = 0 } = (await acceptAnyAnswer(client.updateTasks({ taskIds, operation, value }))) ?? {};
    const reason = { is: 'bulk' as const, done, of: taskIds.length };
    if (done < taskIds.length) throw new ServiceError({ kind: 'rejected', status: 200, code: 'BULK_FAILED', reason });
  },
});

/** The outbox subject of a write of which a task has one at a time: `{taskId}:due-date`. */
export const subjectOf = ({ kind }: Pick<WriteKind, 'kind'>, taskId: string): string =>
  `${taskId}:${kind.slice('task.'.length)}`;
