/** The task whose page is open: read when it is opened and whenever it changes, what is not at the service yet laid over it. */

import type { ReadDetails, TaskDetails, TaskProgress } from '../../../shared/contract/task-details.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import type { OwnEntry, TaskRef } from '../../../shared/time/entry.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { createReader } from '../../service/reader.ts';
import { NO_TIME, type OddRecords, oddIn } from '../../service/records.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Account } from '../account/index.ts';

import type { TaskPart } from './affected-data.ts';
import { applyPendingToDetails, type PendingChanges, pendingChanges, pendingFields } from './apply-pending.ts';
import { mergeOwnEntries } from './own-time-entries.ts';
import { deletedDetails, historyOf, readDetails, refreshTaskDetails, timeEntryView } from './read-task-details.ts';
import type { FoundTask } from './refresh-affected.ts';

import { subjectOfTemporaryId, temporaryId } from './temporary-id.ts';

/** Who looks, and through what. */
export interface TaskPageSource {
  accountId: string;
  userId: string;
  workspaceId: string;
  client: Client;
  canOpenInBrowser: boolean;
}

/** What is known of the workspace without asking. */
export interface DirectoryLists {
  projects: readonly { id: string; slug: string; name: string }[];
  labels: readonly { id: string; name: string; color: string }[];
  people: readonly { id: string; name: string }[];
  columns: Readonly<Record<string, readonly TaskProgress[]>>;
}

export interface OpenTaskOptions {
  /** All that is not at the service yet. */
  pending: (accountId: string) => PendingChanges;
  /** Why a description that was written here is not at the service. */
  rejectedDescription: (accountId: string, taskId: string) => string | null;
  /** Its row, where it is in a list. */
  find: (taskId: string) => TaskView | undefined;
  lists: () => DirectoryLists;
  /** Reads the columns of a project, where they are not known. */
  need: (projectId: string) => Promise<void>;
  lacks: () => string[];
  /** Of an own comment that was sent: what it was known by before it had the service's id. */
  subjectOf: (accountId: string, serverId: string) => string | undefined;
  /** The own entries on a task, discarded ones too. */
  ownEntries: (accountId: string, taskId: string) => OwnEntry[];
  /** A task as it was last worked on. */
  workedOn: (accountId: string, taskId: string) => TaskRef | undefined;
  /** For reading anew what is open; null where that cannot be. */
  source: () => TaskPageSource | null;
  /** When the newest comment was written that the person has seen on a task's page. */
  seen: {
    until: (accountId: string, taskId: string) => string | undefined;
    keep: (accountId: string, taskId: string, until: string) => void;
  };
  now: () => number;
  /** What is shown is another now. */
  onChange: () => void;
  /** What of the open page could not be read. */
  onUnreadable?: (odd: OddRecords | undefined) => void;
}

export type OpenTask = ReturnType<typeof createOpenTask>;

/** Where a task lies outside the columns (docs/service.md#tasks). */
const outside = (): TaskProgress[] =>
  (['planned', 'archived'] as const).map((slug) => ({ slug, name: messages.tasks.outside[slug], isFinal: false }));

/** So many pages are kept for whoever goes back to them. */
const MAX_KEPT = 10;
/** How often a page is read anew because it changed meanwhile. */
const MAX_ROUNDS = 4;
/** A page younger than this is fresh enough for a glance (ms). */
const FRESH_MS = 10_000;
/** So many comments and events are shown, and so many more at a time. */
const HISTORY = 50;

/** Parts of a page that are to be read; `found`: what of them was read already. */
interface Wanted {
  parts: ReadonlySet<TaskPart> | 'all';
  found?: FoundTask | undefined;
}
const partsOf = (...parts: TaskPart[]): Wanted => ({ parts: new Set(parts) });
const ENTRIES = partsOf('entries');
const RELATIONS = partsOf('relations');
/** What a row of a list tells of. */
const ROW_PARTS = partsOf('task', 'labels');

const ACTIVITY = partsOf('activity');
/** The activity is read once for all that happened in this time (ms): every event and every write adds to it. */
const ACTIVITY_MS = 20_000;

const MISSED = partsOf('task', 'relations', 'entries', 'comments');
const MISSED_WITHOUT_ROW = partsOf('task', 'relations', 'entries', 'comments', 'labels');

interface OpenPage {
  accountId: string;
  taskId: string;
  /** As the service last gave it, with what it took since; null before the first time. */
  read: ReadDetails | null;
  /** The whole of a long description, once it was asked for. */
  whole: string | null;
  /** Its row when it was last read. */
  row: string;
  /** How many own writes the service took. */
  taken: number;
  /** Comments after that are new to the person. */
  seenUntil: string | undefined;
  /** So much of its history is shown. */
  history: number;
}

export function createOpenTask(options: OpenTaskOptions) {
  const { pending, rejectedDescription, subjectOf, find, lists, need, lacks, ownEntries, workedOn, source, seen, now } =
    options;
  const { onChange, onUnreadable } = options;
  let page: OpenPage | null = null;
  const kept = new Map<string, ReadDetails>();
  const reader = createReader<OpenPage, Wanted>({
    read,
    merge: (one, other) =>
      one && other && one.parts !== 'all' && other.parts !== 'all'
        ? { parts: new Set([...one.parts, ...other.parts]) }
        : undefined,
    freshMs: FRESH_MS,
    now,
  });

  const slugOf = (projectId: string): string | undefined => lists().projects.find(({ id }) => id === projectId)?.slug;
  const placesOf = (projectId: string): TaskProgress[] => [...(lists().columns[projectId] ?? []), ...outside()];
  const rowOf = (taskId: string): string => JSON.stringify(find(taskId) ?? null);
  const keyOf = ({ accountId, taskId }: Pick<OpenPage, 'accountId' | 'taskId'>) => `${accountId} ${taskId}`;

  function keep(opened: OpenPage, read: ReadDetails): void {
    if (read.description.text !== opened.read?.description.text) opened.whole = null;
    opened.read = read;
    kept.delete(keyOf(opened));
    kept.set(keyOf(opened), read);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  /** What the service says of it, or what is known of one that was deleted there. Throws ServiceError. */
  async function readPage(
    from: TaskPageSource,
    { accountId, taskId, read }: OpenPage,
    { parts, found }: Wanted,
  ): Promise<ReadDetails> {
    const row = find(taskId);
    if (read !== null && found?.task === null) return deletedDetails(read);
    try {
      if (parts === 'all' || read === null || read.isDeleted) {
        return await readDetails({ ...from, slugOf }, taskId, row);
      }
      return await refreshTaskDetails({ ...from, slugOf }, read, parts, found);
    } catch (error) {
      if (!(error instanceof ServiceError && error.isGone)) throw error;
      if (read !== null) return deletedDetails(read);
      const worked = workedOn(accountId, taskId);
      const task = row ?? (worked && timeEntryView(worked));
      if (task === undefined) throw error;
      return deletedDetails({ task });
    }
  }

  /** Throws ServiceError. */
  async function read(opened: OpenPage, wanted: Wanted = { parts: 'all' }, signal: AbortSignal): Promise<void> {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const from = source();
      if (from?.accountId !== opened.accountId) throw notOpen();
      const { taken, read } = opened;
      const known = find(opened.taskId);
      const row = rowOf(opened.taskId);
      const asked = round === 1 ? wanted : { parts: wanted.parts };
      const [details] = await Promise.all([readPage(from, opened, asked), known && need(known.projectId)]);
      if (!details.isDeleted) await need(details.task.projectId);
      signal.throwIfAborted();
      // What the service took meanwhile may not be in this answer.
      const isOverhauled = opened.taken !== taken || (wanted.parts !== 'all' && opened.read !== read);
      if (isOverhauled && round < MAX_ROUNDS) continue;
      opened.row = row;
      keep(opened, details);
      // On a first visit only what is written from now on is new.
      opened.seenUntil ??= newestComment(details);
      onUnreadable?.(oddIn(details));
      onChange();
      return;
    }
  }

  /** False where the open page cannot be read anew: a first reading that failed is up to the person. */
  const isReadable = (): boolean =>
    page !== null && source()?.accountId === page.accountId && (page.read !== null || reader.isReading());

  /** Reads the open page anew, or parts of it; where that fails, what is shown stays. */
  function refresh(wanted?: Wanted): void {
    if (isReadable()) reader.refresh(wanted);
  }

  /** The person looked at what is there. */
  function keepSeen({ accountId, taskId, read }: OpenPage): void {
    const newest = read === null ? undefined : newestComment(read);
    if (newest !== undefined) seen.keep(accountId, taskId, newest);
  }

  /** The list says of the open task what the page does not. */
  function look(): void {
    if (page?.read == null) return;
    const row = rowOf(page.taskId);
    if (row === page.row) return;
    // What is being read may have it.
    if (reader.isReading()) void reader.idle().then(look);
    else if (isSaid(page.read)) page.row = row;
    else refresh(ROW_PARTS);
  }

  /** True where the page says all that the list does; why the task is in it no longer, too. */
  function isSaid({ task, assignee, isDeleted }: ReadDetails): boolean {
    const row = find(task.id);
    if (row !== undefined) return saidBy(row) === saidBy(task);
    const isOver =
      task.status === 'archived' || placesOf(task.projectId).some((one) => one.slug === task.status && one.isFinal);
    return isDeleted || isOver || assignee?.id !== source()?.userId;
  }

  /** What is shown: what was read, and over it what is not at the service yet. */
  function overlaid({ accountId, read, seenUntil, history }: OpenPage & { read: ReadDetails }): TaskDetails {
    const changes: PendingChanges = pending(accountId);
    const change = changes.get(read.task.id);
    const { comments, events, ...details } = applyPendingToDetails(read, change);
    const { task } = details;
    const places = placesOf(task.projectId);
    const keyOfComment = (id: string): string => {
      const subject = subjectOf(accountId, id);
      return subject === undefined ? id : temporaryId(subject);
    };
    // The column's name, which the task itself does not carry.
    const statusName = places.find(({ slug }) => slug === task.status)?.name ?? task.statusName;
    return {
      ...details,
      task: { ...task, statusName },
      history: historyOf({ comments, events }, lists().people, seenUntil, history, keyOfComment),
      entries: details.entries && mergeOwnEntries(details.entries, ownEntries(accountId, task.id)),
      places,
      unsent: pendingFields(change),
      rejectedDescription: rejectedDescription(accountId, task.id),
      lacks: lacks(),
    };
  }

  function openPage(accountId: string, taskId: string): (OpenPage & { read: ReadDetails }) | undefined {
    if (page?.accountId !== accountId || page.taskId !== taskId || page.read === null) return undefined;
    return { ...page, read: page.read };
  }

  /** The page as it is shown. Throws AppError where another one is open by now. */
  function shown(accountId: string, taskId: string): TaskDetails {
    const opened = openPage(accountId, taskId);
    if (opened) return overlaid(opened);
    throw notOpen();
  }

  return {
    shown,

    /** As the service last gave it; undefined where it is not open. */
    read: (accountId: string, taskId: string): ReadDetails | undefined => openPage(accountId, taskId)?.read,

    /** The whole of its description was read. */
    setWhole(taskId: string, text: string): void {
      if (page?.taskId === taskId) page.whole = text;
    },

    /** Its description, as much of it as is known; `isWhole`: surely all of it. Throws AppError where another task is open by now. */
    description(accountId: string, taskId: string): { text: string; isWhole: boolean } {
      const { description } = shown(accountId, taskId);
      const written = pending(accountId).get(taskId)?.description;
      if (written !== undefined) return { text: written, isWhole: true };
      // The end of a long one may have changed since it was read.
      return page?.whole == null ? description : { text: page.whole, isWhole: false };
    },

    /** Reads the task and keeps it in view until `leave`. Throws ServiceError. */
    async open({ accountId }: Pick<TaskPageSource, 'accountId'>, taskId: string): Promise<void> {
      if (page?.accountId !== accountId || page.taskId !== taskId) {
        if (page !== null) keepSeen(page);
        const seenUntil = seen.until(accountId, taskId);
        page = {
          accountId,
          taskId,
          read: null,
          whole: null,
          row: '',
          taken: 0,
          seenUntil,
          history: HISTORY,
        };
        page.read = kept.get(keyOf(page)) ?? null;
        onUnreadable?.(oddIn(page.read));
        const reading = reader.start(page);
        onChange();
        await reading;
      } else await reader.ask();
    },

    /** Nobody looks at that task any more. */
    leave(taskId: string): void {
      if (page?.taskId !== taskId) return;
      keepSeen(page);
      reader.stop();
      page = null;
      onUnreadable?.(undefined);
      onChange();
    },

    /** The open task as it is shown; null before it was read, and where none is open. */
    view: (accountId: string): TaskDetails | null =>
      page?.accountId === accountId && page.read !== null ? overlaid({ ...page, read: page.read }) : null,

    /** The service took a write: what is open has it before it is read anew. */
    sent(item: OutboxItem): void {
      if (page?.read == null || page.accountId !== item.accountId) return;
      const change = pendingChanges([item]).get(page.taskId);
      if (change === undefined) return;
      page.taken += 1;
      keep(page, taken(applyPendingToDetails(page.read, change)));
    },
    /** The service took a write of an entry of one's own. */
    entrySent(entryId: string): void {
      if (page === null) return;
      if (ownEntries(page.accountId, page.taskId).some(({ id }) => id === entryId)) refresh(ENTRIES);
    },

    isOpen: (taskId: string): boolean => page?.taskId === taskId,
    /** Of the open task. */
    projectId: (): string | undefined => page?.read?.task.projectId,
    /** The service tells of these parts of a task, or of whichever is open; `found`: what of them was read already. */
    changed(taskId: string | undefined, parts: ReadonlySet<TaskPart> | 'all', found?: FoundTask): void {
      if (page === null || (taskId !== undefined && page.taskId !== taskId)) return;
      refresh(parts === 'all' && found === undefined ? undefined : { parts, found });
      reader.refreshWithin(ACTIVITY_MS, ACTIVITY);
    },
    /** Subtasks of some of a project's tasks may be done, or no longer; `taskIds`: which, empty where it is not told. */
    progressed(projectId: string, taskIds: readonly string[]): void {
      const { task, relations = [] } = page?.read ?? {};
      if (task === undefined || relations === null) return;
      const isConcerned =
        taskIds.length > 0
          ? relations.some((relation) => taskIds.includes(relation.task.id))
          : task.projectId === projectId && relations.length > 0;
      if (isConcerned) refresh(RELATIONS);
    },

    /** Events may have been missed. Links change rarely and are read when the page is opened; its row tells of labels, too. */
    missed(): void {
      if (page === null) return;
      refresh(find(page.taskId) === undefined ? MISSED_WITHOUT_ROW : MISSED);
      reader.refreshWithin(ACTIVITY_MS, ACTIVITY);
    },

    /** The service has another description than was thought. */
    reread(taskId: string): void {
      if (page?.taskId === taskId) refresh();
    },

    /** The lists may say something else of the open task. */
    look,

    /** More of the history is shown. */
    showEarlier(taskId: string): void {
      if (page?.taskId !== taskId) return;
      page.history += HISTORY;
      onChange();
    },

    /** The person looks: reads anew unless it is fresh. */
    refreshIfStale(): void {
      if (isReadable()) reader.refreshIfStale();
    },
    idle: reader.idle,

    /** The open task, where it is this one. */
    find: (accountId: string, taskId: string): TaskView | undefined => {
      const opened = openPage(accountId, taskId);
      return opened && overlaid(opened).task;
    },
  };
}

const notOpen = (): ValidationError => new ValidationError(messages.tasks.notOpen);

/** What a row of a list shows. */
const saidBy = ({ title, status, priority, dueDate, labels }: TaskView): string =>
  JSON.stringify([title, status, priority, dueDate, labels.map(({ name }) => name).sort()]);

/** When the newest comment was written; undefined where comments were not read. */
function newestComment({ comments }: ReadDetails): string | undefined {
  if (comments == null) return undefined;
  // A time of the service's own: the local clock may be ahead of it.
  return (
    comments.findLast(({ id, createdAt }) => createdAt !== null && !subjectOfTemporaryId(id))?.createdAt ?? NO_TIME
  );
}

/** The service has all of it now, whatever it calls it. */
function taken(details: ReadDetails): ReadDetails {
  const there = <T extends { isUnsent: boolean }>(all: T[] | null) =>
    all?.map((one) => ({ ...one, isUnsent: false })) ?? null;
  return {
    ...details,
    labels: there(details.labels),
    relations: there(details.relations),
    links: there(details.links),
    comments: there(details.comments),
  };
}

export const MAX_TASKS = 1_000;

export function createReadComments(settings: Pick<SettingsStore, 'kept' | 'keep'>): OpenTaskOptions['seen'] {
  const kept = () => settings.kept('seen-comments') ?? {};
  const keyOf = (accountId: string, taskId: string) => `${accountId} ${taskId}`;
  return {
    until: (accountId, taskId) => kept()[keyOf(accountId, taskId)],
    keep(accountId, taskId, until) {
      const { [keyOf(accountId, taskId)]: before, ...others } = kept();
      if (before === until) return;
      const newest = Object.entries(others).slice(1 - MAX_TASKS);
      settings.keep('seen-comments', Object.fromEntries([...newest, [keyOf(accountId, taskId), until]]));
    },
  };
}

/** Who looks at a task's page, and through what. */
export function taskPageSource(account: Account, client: Client): TaskPageSource {
  const { id: accountId, user, workspaceId, webUrl } = account;
  return { accountId, userId: user.id, workspaceId: workspaceId ?? '', client, canOpenInBrowser: webUrl !== null };
}
