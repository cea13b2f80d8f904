/**
 * A collection of a task, such as its labels: how its records are read, added, removed and found, and what is shown meanwhile. Adding
 * is not idempotent: after a lost answer the record is searched among those of the task.
 */
import type { z } from 'zod';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { NewRecord } from '../../../shared/contract/tasks.ts';
import { ignoreMissing } from '../../outbox/answers.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import { affectsTask } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import type { Lenient, UnreadableRecords } from '../../service/records.ts';
import type { NewTaskWrite } from './task-queue.ts';
import {
  type Bulk,
  type CollectionName,
  type EditableCollection,
  inBulk,
  type OfTask,
  type PageEdit,
  type PendingChange,
  pageEdit,
  type TaskRecords,
  type TaskWrite,
} from './task-write.ts';
import { temporaryId } from './temporary-id.ts';

/** All records of a collection are sent to the window at every change. */
const MAX_EACH = 200;

/** The task whose record is added or removed. */
export interface ChangedPage {
  task: Pick<TaskView, 'id' | 'identifier' | 'labels'>;
  workspaceId: string;
  /** The workspace's labels. */
  labels: readonly { id: string; name: string; color: string }[];
}

/** A write for the outbox, with the text of its toast. */
export interface RecordChange<C extends EditableCollection> extends NewTaskWrite {
  changed: string;
  /** The write that reverts it once it was sent. `records`: those of the service; undefined if they lack what was added. */
  inverse(records: readonly TaskRecords[C][]): NewTaskWrite | undefined;
}

/** The slug of a project, which prefixes its tasks; undefined if it is not known. */
export type SlugOf = (projectId: string) => string | undefined;

export interface ReadRecords {
  of: EditableCollection;
  /** Shows them on the page of their task. */
  put: PageEdit;
  unreadable: UnreadableRecords | undefined;
}

/** Its records are added and removed. Comments are edited as well. `Read`: a record as the service sends it. */
export interface TaskCollection<C extends EditableCollection, Read = never> {
  name: C;
  writes: readonly TaskWrite[];
  /** Throws ServiceError. */
  read(client: Client, taskId: string, slugOf: SlugOf): Promise<ReadRecords>;
  /** Records that were read elsewhere. */
  shown(records: Lenient<readonly Read[]>, slugOf: SlugOf): ReadRecords;
  /** undefined if there is nothing to add. */
  add(record: NewRecord & { of: C }, to: ChangedPage): RecordChange<C> | undefined;
  /** undefined for a record that cannot be removed here. */
  remove(record: TaskRecords[C], from: ChangedPage): RecordChange<C> | undefined;
}

interface CollectionWrite<P> {
  kind: string;
  schema: z.ZodType<P>;
  /** Distinguishes its outbox subject from others of the task: `{taskId}:label:{key}`. */
  key(payload: P): string;
  /** Throws ServiceError. */
  send(payload: P, client: Client): Promise<unknown>;
  /** `unsentId`: the id of the new record until the service has it. */
  overlay(payload: P, unsentId: string): PendingChange;
  describe(payload: P): string;
  rejected(payload: P): string;
  /** The text of the toast. */
  changed(payload: P): string;
  bulk?: Bulk<P>;
}

interface CollectionOptions<
  C extends EditableCollection,
  Read extends Pick<TaskRecords[C], By>,
  By extends keyof TaskRecords[C],
  Added extends OfTask & Pick<TaskRecords[C], By>,
  Removed extends OfTask,
> {
  name: C;
  /** In outbox subjects. */
  noun: string;
  /** Reads the records of a task. Throws ServiceError. */
  list(client: Client, taskId: string): Promise<Lenient<Read[]>>;
  /** undefined for a record that cannot be shown. */
  view(record: Read, task: TaskView, slugOf: SlugOf): TaskRecords[C] | undefined;
  added: CollectionWrite<Added>;
  removed: CollectionWrite<Removed>;
  /** The fields by which an added record is found. */
  by: readonly By[];
  // The payloads, without the task.
  add(record: NewRecord & { of: C }, to: ChangedPage): Omit<Added, keyof OfTask> | undefined;
  addAgain(record: TaskRecords[C], to: ChangedPage): Omit<Added, keyof OfTask>;
  remove(record: TaskRecords[C], from: ChangedPage): Omit<Removed, keyof OfTask> | undefined;
}

export function taskCollection<
  C extends EditableCollection,
  Read extends Pick<TaskRecords[C], By>,
  By extends keyof TaskRecords[C],
  Added extends OfTask & Pick<TaskRecords[C], By>,
  Removed extends OfTask,
>(options: CollectionOptions<C, Read, By, Added, Removed>): TaskCollection<C, Read> {
  const { name, noun, list, view, added, removed, by } = options;
  const isSame = (record: Pick<TaskRecords[C], By>, payload: Pick<TaskRecords[C], By>): boolean =>
    by.every((field) => record[field] === payload[field]);

  function changeOf<P extends OfTask>(
    { kind, schema, key, changed }: CollectionWrite<P>,
    { task }: ChangedPage,
    fields: Omit<P, keyof OfTask>,
  ) {
    const payload = schema.parse({ taskId: task.id, identifier: task.identifier, ...fields });
    return { kind, subject: `${task.id}:${noun}:${key(payload)}`, payload, changed: changed(payload) };
  }
  function addition(to: ChangedPage, fields: Omit<Added, keyof OfTask>): RecordChange<C> {
    const change = changeOf(added, to, fields);
    return {
      ...change,
      inverse(records) {
        const record = records.find((one) => isSame(one, change.payload));
        return record && removal(to, record);
      },
    };
  }
  function removal(from: ChangedPage, record: TaskRecords[C]): RecordChange<C> | undefined {
    const fields = options.remove(record, from);
    const inverse = () => addition(from, options.addAgain(record, from));
    return fields && { ...changeOf(removed, from, fields), inverse };
  }

  const together = <P extends OfTask>({ bulk }: CollectionWrite<P>) => bulk && { together: inBulk(bulk) };
  const addWrite: TaskWrite<Added> = {
    ...added,
    ...together(added),
    affects: affectsTask(name),
    async send(payload, { client }) {
      await added.send(payload, client);
      return {};
    },
    async find(payload, { client }) {
      const records = await list(client, payload.taskId);
      return records.some((record) => isSame(record, payload)) ? {} : undefined;
    },
    overlay: (payload, { subject }) => added.overlay(payload, temporaryId(subject)),
  };
  const removeWrite: TaskWrite<Removed> = {
    ...idempotentWrite({
      ...removed,
      affects: affectsTask(name),
      send: (payload, client) => ignoreMissing(removed.send(payload, client)),
    }),
    ...together(removed),
    overlay: (payload, { subject }) => removed.overlay(payload, temporaryId(subject)),
  };

  const shown = (records: Lenient<readonly Read[]>, slugOf: SlugOf): ReadRecords => ({
    of: name,
    put: (page) => ({
      ...page,
      [name]: records.slice(0, MAX_EACH).flatMap((record) => view(record, page.task, slugOf) ?? []),
    }),
    unreadable: records.unreadable,
  });

  return {
    name,
    writes: [addWrite, removeWrite],
    shown,
    read: async (client, taskId, slugOf) => shown(await list(client, taskId), slugOf),
    add(record, to) {
      const fields = options.add(record, to);
      return fields && addition(to, fields);
    },
    remove: (record, from) => removal(from, record),
  };
}

/** The page shows a new record at the end. */
export const showsAdded = <C extends CollectionName>(name: C, record: TaskRecords[C]): PendingChange => ({
  edits: [pageEdit(name, (records) => [...records, record])],
});

/** The page shows the others. */
export const showsRemoved = (name: CollectionName, removedId: string): PendingChange => ({
  edits: [pageEdit(name, (records) => records.filter(({ id }) => id !== removedId))],
});
