/**
 * A collection of a task, such as its labels: how a record is added, removed and found, and what is shown meanwhile. Adding is not
 * idempotent: after a lost answer the record is searched among those of the task.
 */
import type { z } from 'zod';
import { idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import { affectsTask } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import {
  type CollectionName,
  type OfTask,
  type PendingChange,
  pageEdit,
  type TaskRecords,
  type TaskWrite,
} from './task-write.ts';
import { temporaryId } from './temporary-id.ts';

/** The task to which a record is added. */
export interface AddingTo extends OfTask {
  workspaceId: string;
  /** The workspace's labels. */
  labels: readonly { id: string; name: string; color: string }[];
}

/** A write for the outbox, with the text of its toast. */
export interface CollectionChange {
  kind: string;
  subject: string;
  payload: OfTask;
  changed: string;
}

/** `isAdded`: true for the record that the service created. */
export interface Addition<C extends ListName> extends CollectionChange {
  isAdded: (record: TaskRecords[C]) => boolean;
}

/** Collections whose records are added and removed. Comments are edited as well. */
export type ListName = Exclude<CollectionName, 'comments'>;

/** `Input`: what the person typed or chose. */
export interface TaskCollection<C extends ListName, Input> {
  name: C;
  writes: readonly TaskWrite[];
  add(input: Input, to: AddingTo): Addition<C>;
  /** Adds a removed record again. */
  addAgain(record: TaskRecords[C], to: AddingTo): Addition<C>;
  /** undefined for a record that cannot be removed here. */
  remove(record: TaskRecords[C], from: OfTask): CollectionChange | undefined;
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
}

interface CollectionOptions<
  C extends ListName,
  Input,
  By extends keyof TaskRecords[C],
  Added extends OfTask & Pick<TaskRecords[C], By>,
  Removed extends OfTask,
> {
  name: C;
  /** In outbox subjects. */
  noun: string;
  added: CollectionWrite<Added>;
  removed: CollectionWrite<Removed>;
  /** The fields by which an added record is found. */
  by: readonly By[];
  /** Reads the records of a task. Throws ServiceError. */
  list(client: Client, taskId: string): Promise<readonly Pick<TaskRecords[C], By>[]>;
  add(input: Input, to: AddingTo): Added;
  addAgain(record: TaskRecords[C], to: AddingTo): Added;
  remove(record: TaskRecords[C], from: OfTask): Removed | undefined;
}

export function taskCollection<
  C extends ListName,
  Input,
  By extends keyof TaskRecords[C],
  Added extends OfTask & Pick<TaskRecords[C], By>,
  Removed extends OfTask,
>({
  name,
  noun,
  added,
  removed,
  by,
  list,
  add,
  addAgain,
  remove,
}: CollectionOptions<C, Input, By, Added, Removed>): TaskCollection<C, Input> {
  const isSame = (record: Pick<TaskRecords[C], By>, payload: Pick<TaskRecords[C], By>): boolean =>
    by.every((field) => record[field] === payload[field]);
  const changeOf = <P extends OfTask>({ kind, key, changed }: CollectionWrite<P>, payload: P): CollectionChange => ({
    kind,
    subject: `${payload.taskId}:${noun}:${key(payload)}`,
    payload,
    changed: changed(payload),
  });
  const addition = (payload: Added): Addition<C> => ({
    ...changeOf(added, payload),
    isAdded: (record) => isSame(record, payload),
  });
  const addWrite: TaskWrite<Added> = {
    ...added,
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
    overlay: (payload, { subject }) => removed.overlay(payload, temporaryId(subject)),
  };
  return {
    name,
    writes: [addWrite, removeWrite],
    add: (input, to) => addition(add(input, to)),
    addAgain: (record, to) => addition(addAgain(record, to)),
    remove(record, from) {
      const payload = remove(record, from);
      return payload && changeOf(removed, payload);
    },
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
