/** The task whose page is open. It is read when it is opened and when it changes; pending changes are overlaid. */

import type { ReadTaskPage, TaskPageView, TaskProgress } from '../../../shared/contract/task-page.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { OwnEntry, TaskRef } from '../../../shared/time/entry.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { TaskPart } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { createReader } from '../../service/reader.ts';
import { type Lenient, NO_TIME, type UnreadableRecords } from '../../service/records.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Account } from '../account/index.ts';
import type { DirectoryLists } from '../projects/index.ts';
import { applyPendingToPage, type PendingChanges, pendingChanges, pendingFields } from './apply-pending.ts';
import type { TasksSource } from './assigned-tasks.ts';
import { sentCommentId } from './comment-writes.ts';
import { TaskDescriptionPayload, taskDescription } from './description-changes.ts';
import { mergeOwnEntries } from './own-time-entries.ts';
import { deletedTaskPage, historyOf, readTaskPage, refreshTaskPage, timeEntryView } from './read-task-page.ts';
import type { FoundTask } from './refresh-affected.ts';
import { LABEL_ATTACH, LabelAttachPayload } from './task-labels.ts';
import { pageEdit } from './task-write.ts';
import { temporaryId } from './temporary-id.ts';
import { COLLECTIONS } from './write-kinds.ts';

export type TaskPageSource = Omit<TasksSource, 'server' | 'rateLimit'>;

export interface TaskPageOptions {
  pending: (accountId: string) => PendingChanges;
  /** Why the service did not take a description; null if it rejected none. */
  rejectedDescription: (accountId: string, taskId: string) => string | null;
  /** Its row or card in a list. */
  find: (taskId: string) => TaskView | undefined;
  lists: () => DirectoryLists;
  /** Reads the columns of a project if they are not known. */
  loadColumns: (projectId: string) => Promise<void>;
  missingPermissions: () => string[];
  /** The outbox subject under which an own comment was sent. */
  subjectOf: (accountId: string, serverId: string) => string | undefined;
  /** The service's id of what was sent under an outbox subject. */
  serverId: (subject: string) => string | undefined;
  /** The own entries on a task, discarded ones too. */
  ownEntries: (accountId: string, taskId: string) => OwnEntry[];
  /** A task as the newest time entry on it names it. */
  trackedTask: (accountId: string, taskId: string) => TaskRef | undefined;
  /** null while signed out. */
  source: () => TaskPageSource | null;
  /** When the newest comment was written that the user has seen on a task's page. */
  readComments: {
    until: (accountId: string, taskId: string) => string | undefined;
    store: (accountId: string, taskId: string, until: string) => void;
  };
  now: () => number;
  onChange: () => void;
  onGone?: (taskId: string) => void;
  onUnreadable?: (unreadable: UnreadableRecords | undefined) => void;
}

export type TaskPage = ReturnType<typeof createTaskPage>;

/** Pages in memory, for going back. */
const MAX_CACHED = 10;
/** How often a page is read again because it changed during the read. */
const MAX_ROUNDS = 4;
/** A page younger than this is not read again when the window is shown (ms). */
const FRESH_MS = 10_000;
/** Comments and events shown at first, and added at a time. */
const HISTORY = 50;

/** Parts of a page to read; `found`: those that were read already. */
interface PartsToRead {
  parts: ReadonlySet<TaskPart> | 'all';
  found?: FoundTask | undefined;
}
const partsOf = (...parts: TaskPart[]): PartsToRead => ({ parts: new Set(parts) });
const ENTRIES = partsOf('entries');
const RELATIONS = partsOf('relations');
/** The parts that a row of a list shows. */
const ROW_FIELDS: ReadonlySet<TaskPart> = new Set(['task', 'labels']);
const ROW_PARTS: PartsToRead = { parts: ROW_FIELDS };

const ACTIVITY = partsOf('activity');
/** Every event and every write adds activity, so it is read once per this time (ms). */
const ACTIVITY_MS = 20_000;

const MISSED = partsOf('task', 'relations', 'entries', 'comments');
const MISSED_WITHOUT_ROW = partsOf('task', 'relations', 'entries', 'comments', 'labels');

interface OpenPage {
  accountId: string;
  taskId: string;
  /** The last answer of the service, with the writes it has accepted since; null before the first answer. */
  answer: Lenient<ReadTaskPage> | null;
  /** The whole of a long description, once it was requested. */
  whole: string | null;
  /** Its row when it was last read. */
  row: string;
  sentWrites: number;
  /** Later comments are marked as new. */
  seenUntil: string | undefined;
  /** How many comments and events are shown. */
  history: number;
}

export function createTaskPage(options: TaskPageOptions) {
  const {
    pending,
    rejectedDescription,
    subjectOf,
    serverId,
    find,
    lists,
    loadColumns,
    missingPermissions,
    ownEntries,
    trackedTask,
    source,
    readComments,
    now,
  } = options;
  const { onChange, onUnreadable } = options;
  let page: OpenPage | null = null;
  const cache = new Map<string, Lenient<ReadTaskPage>>();
  const reader = createReader<OpenPage, PartsToRead>({
    read,
    merge: (one, other) =>
      one && other && one.parts !== 'all' && other.parts !== 'all'
        ? { parts: new Set([...one.parts, ...other.parts]) }
        : undefined,
    freshMs: FRESH_MS,
    now,
  });

  const slugOf = (projectId: string): string | undefined => lists().projects.find(({ id }) => id === projectId)?.slug;
  const placesOf = (projectId: string): TaskProgress[] => [
    ...(lists().columns[projectId] ?? []),
    ...(['planned', 'archived'] as const).map((slug) => ({ slug, name: messages.tasks.outside[slug], isFinal: false })),
  ];
  const rowOf = (taskId: string): string => JSON.stringify(find(taskId) ?? null);
  const keyOf = ({ accountId, taskId }: Pick<OpenPage, 'accountId' | 'taskId'>) => `${accountId} ${taskId}`;

  function keep(opened: OpenPage, answer: Lenient<ReadTaskPage>): void {
    if (answer.description.text !== opened.answer?.description.text) opened.whole = null;
    opened.answer = answer;
    remember(opened, answer);
  }

  function remember(of: Pick<OpenPage, 'accountId' | 'taskId'>, answer: Lenient<ReadTaskPage>): void {
    cache.delete(keyOf(of));
    cache.set(keyOf(of), answer);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  }

  /** The answer of the service, or the known parts of a task that was deleted there. Throws ServiceError. */
  async function readPage(
    from: TaskPageSource,
    { accountId, taskId, answer }: OpenPage,
    { parts, found }: PartsToRead,
  ): Promise<Lenient<ReadTaskPage>> {
    const row = find(taskId);
    if (answer !== null && found?.task === null) return deletedTaskPage(answer);
    try {
      if (parts === 'all' || answer === null || answer.isDeleted) {
        return await readTaskPage({ ...from, slugOf }, taskId, row);
      }
      return await refreshTaskPage({ ...from, slugOf }, answer, parts, found);
    } catch (error) {
      if (!(error instanceof ServiceError && error.isGone)) throw error;
      if (answer !== null) return deletedTaskPage(answer);
      const tracked = trackedTask(accountId, taskId);
      const task = row ?? (tracked && timeEntryView(tracked));
      if (task === undefined) throw error;
      return deletedTaskPage({ task });
    }
  }

  /** Throws ServiceError. */
  async function read(opened: OpenPage, wanted: PartsToRead = { parts: 'all' }, signal: AbortSignal): Promise<void> {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const from = source();
      if (from?.accountId !== opened.accountId) throw notOpen();
      const { sentWrites, answer: before } = opened;
      const known = find(opened.taskId);
      const row = rowOf(opened.taskId);
      const requested = round === 1 ? wanted : { parts: wanted.parts };
      const [answer] = await Promise.all([readPage(from, opened, requested), known && loadColumns(known.projectId)]);
      if (answer.isDeleted) options.onGone?.(opened.taskId);
      else await loadColumns(answer.task.projectId);
      signal.throwIfAborted();
      // This answer may lack writes that the service accepted during the read.
      const isOutdated = opened.sentWrites !== sentWrites || (wanted.parts !== 'all' && opened.answer !== before);
      if (isOutdated && round < MAX_ROUNDS) continue;
      opened.row = row;
      keep(opened, answer);
      // On a first visit no comment is new.
      opened.seenUntil ??= newestComment(answer);
      onUnreadable?.(answer.unreadable);
      onChange();
      return;
    }
  }

  /** False if the open page cannot be read again. After a failed first read the user has to retry. */
  const isReadable = (): boolean =>
    page !== null && source()?.accountId === page.accountId && (page.answer !== null || reader.isReading());

  /** Reads the open page or parts of it again; if that fails, the page stays as it is. */
  function refresh(wanted?: PartsToRead): void {
    if (isReadable()) reader.refresh(wanted);
  }

  function saveSeen({ accountId, taskId, answer }: OpenPage): void {
    const newest = answer === null ? undefined : newestComment(answer);
    if (newest !== undefined) readComments.store(accountId, taskId, newest);
  }

  /** Reads the page again if its row in the list shows something else. */
  function refreshIfRowChanged(): void {
    if (page?.answer == null) return;
    const row = rowOf(page.taskId);
    if (row === page.row) return;
    // The current read may bring the change.
    if (reader.isReading()) void reader.idle().then(refreshIfRowChanged);
    else if (agreesWithList(page.answer)) page.row = row;
    else refresh(ROW_PARTS);
  }

  /** True if the page shows what the list shows, or why the task is no longer in the list. */
  function agreesWithList({ task, assignee, isDeleted }: ReadTaskPage): boolean {
    const row = find(task.id);
    if (row !== undefined) return rowContent(row) === rowContent(task);
    const isOver =
      task.status === 'archived' || placesOf(task.projectId).some((one) => one.slug === task.status && one.isFinal);
    return isDeleted || isOver || assignee?.id !== source()?.userId;
  }

  function withPending({
    accountId,
    answer,
    seenUntil,
    history,
  }: Pick<OpenPage, 'accountId' | 'seenUntil' | 'history'> & { answer: Lenient<ReadTaskPage> }): TaskPageView {
    const change = pending(accountId).get(answer.task.id);
    const { unreadable: _, ...shown } = answer;
    const { comments, events, ...parts } = applyPendingToPage(shown, change);
    const { task } = parts;
    const places = placesOf(task.projectId);
    const keyOfComment = (id: string): string => {
      const subject = subjectOf(accountId, id);
      return subject === undefined ? id : temporaryId(subject);
    };
    // The record of a task has the slug of its column only.
    const statusName = places.find(({ slug }) => slug === task.status)?.name ?? task.statusName;
    return {
      ...parts,
      task: { ...task, statusName },
      history: historyOf({ comments, events }, lists().people, seenUntil, history, keyOfComment),
      entries: parts.entries && mergeOwnEntries(parts.entries, ownEntries(accountId, task.id)),
      places,
      unsent: pendingFields(change),
      rejectedDescription: rejectedDescription(accountId, task.id),
      missingPermissions: missingPermissions(),
    };
  }

  function openPage(accountId: string, taskId: string): (OpenPage & { answer: ReadTaskPage }) | undefined {
    if (page?.accountId !== accountId || page.taskId !== taskId || page.answer === null) return undefined;
    return { ...page, answer: page.answer };
  }

  /** The page as shown. Throws AppError if another page is open now. */
  function shown(accountId: string, taskId: string): TaskPageView {
    const opened = openPage(accountId, taskId);
    if (opened) return withPending(opened);
    throw notOpen();
  }

  /** As a menu has read it. */
  const readByMenu = (accountId: string, taskId: string): ReadTaskPage | undefined =>
    page?.taskId === taskId ? undefined : cache.get(keyOf({ accountId, taskId }));

  /** The page as shown, or as a menu has read it. Throws AppError if neither is there. */
  function known(accountId: string, taskId: string): TaskPageView {
    const answer = readByMenu(accountId, taskId);
    return answer ? withPending({ accountId, answer, seenUntil: undefined, history: 0 }) : shown(accountId, taskId);
  }

  /** Reads a task whose page is not open. Throws ServiceError. */
  async function readKnown(from: TaskPageSource, taskId: string): Promise<void> {
    const of = { accountId: from.accountId, taskId };
    if (openPage(of.accountId, taskId)) return;
    const before = cache.get(keyOf(of));
    const connection = { ...from, slugOf };
    const answer =
      before && !before.isDeleted
        ? refreshTaskPage(connection, before, ROW_FIELDS, undefined)
        : readTaskPage(connection, taskId, find(taskId));
    remember(of, await answer);
  }

  return {
    shown,
    known,
    isKnown: (accountId: string, taskId: string): boolean =>
      (readByMenu(accountId, taskId) ?? openPage(accountId, taskId)) !== undefined,
    readKnown,

    places: placesOf,

    /** The page without pending changes; undefined if it is not open. */
    confirmed: (accountId: string, taskId: string): ReadTaskPage | undefined => openPage(accountId, taskId)?.answer,

    setWhole(taskId: string, text: string): void {
      if (page?.taskId === taskId) page.whole = text;
    },

    /** The known part of its description; `isWhole`: certainly all of it. Throws AppError if another page is open now. */
    description(accountId: string, taskId: string): { text: string; isWhole: boolean } {
      const { description } = shown(accountId, taskId);
      const pendingText = pending(accountId).get(taskId)?.description;
      if (pendingText !== undefined) return { text: pendingText, isWhole: true };
      // The end of a long description may have changed since it was read.
      return page?.whole == null ? description : { text: page.whole, isWhole: false };
    },

    /** Reads the task and keeps it up to date until `leave`. Throws ServiceError. */
    async open({ accountId }: Pick<TaskPageSource, 'accountId'>, taskId: string): Promise<void> {
      if (page?.accountId !== accountId || page.taskId !== taskId) {
        if (page !== null) saveSeen(page);
        const seenUntil = readComments.until(accountId, taskId);
        page = {
          accountId,
          taskId,
          answer: null,
          whole: null,
          row: '',
          sentWrites: 0,
          seenUntil,
          history: HISTORY,
        };
        page.answer = cache.get(keyOf(page)) ?? null;
        onUnreadable?.(page.answer?.unreadable);
        const reading = reader.start(page);
        onChange();
        await reading;
      } else await reader.read();
    },

    leave(taskId: string): void {
      if (page?.taskId !== taskId) return;
      saveSeen(page);
      reader.stop();
      page = null;
      onUnreadable?.(undefined);
      onChange();
    },

    /** The open page; null before it was read, or if none is open. */
    view: (accountId: string): TaskPageView | null =>
      page?.accountId === accountId && page.answer !== null ? withPending({ ...page, answer: page.answer }) : null,

    /** The service accepted a write: the open page shows it before it is read again. */
    sent(item: OutboxItem): void {
      const from = source();
      // A label added by a menu has its id at the service now, by which it can be removed again.
      const { data: label } = item.kind === LABEL_ATTACH ? LabelAttachPayload.safeParse(item.payload) : {};
      if (label && from?.accountId === item.accountId && cache.has(keyOf({ ...from, ...label })))
        void readKnown(from, label.taskId).catch(() => {});
      if (page?.answer == null || page.accountId !== item.accountId) return;
      const commentId = (id: string) => sentCommentId(id, serverId);
      const change = pendingChanges([item], undefined, commentId).get(page.taskId);
      if (change === undefined) return;
      page.sentWrites += 1;
      keep(page, markSent(applyPendingToPage(page.answer, change)));
      // Its number there is not known yet.
      if (change.project !== undefined) refresh();
    },
    /** The service accepted a write of an own time entry. */
    entrySent(entryId: string): void {
      if (page === null) return;
      if (ownEntries(page.accountId, page.taskId).some(({ id }) => id === entryId)) refresh(ENTRIES);
    },

    isOpen: (taskId: string): boolean => page?.taskId === taskId,
    projectId: (): string | undefined => page?.answer?.task.projectId,
    /** Parts of a task changed at the service; without `taskId`, of the open one. `found`: those that were read already. */
    changed(taskId: string | undefined, parts: ReadonlySet<TaskPart> | 'all', found?: FoundTask): void {
      if (page === null || (taskId !== undefined && page.taskId !== taskId)) return;
      refresh(parts === 'all' && found === undefined ? undefined : { parts, found });
      reader.refreshWithin(ACTIVITY_MS, ACTIVITY);
    },
    /** Subtasks in a project may have been completed or reopened; `taskIds` is empty if it is not known which. */
    progressed(projectId: string, taskIds: readonly string[]): void {
      const { task, relations = [] } = page?.answer ?? {};
      if (task === undefined || relations === null) return;
      const isAffected =
        taskIds.length > 0
          ? relations.some((relation) => taskIds.includes(relation.task.id))
          : task.projectId === projectId && relations.length > 0;
      if (isAffected) refresh(RELATIONS);
    },

    /** Events may have been missed. Links change rarely and are read when the page is opened; labels are compared with the row. */
    missed(): void {
      if (page === null) return;
      refresh(find(page.taskId) === undefined ? MISSED_WITHOUT_ROW : MISSED);
      reader.refreshWithin(ACTIVITY_MS, ACTIVITY);
    },

    /** A write waits for the person. If it is a description, the one at the service differs from the one shown here. */
    needsAttention({ kind, payload }: OutboxItem): void {
      if (kind === taskDescription.kind && page?.taskId === TaskDescriptionPayload.safeParse(payload).data?.taskId)
        refresh();
    },

    refreshIfRowChanged,

    showEarlier(taskId: string): void {
      if (page?.taskId !== taskId) return;
      page.history += HISTORY;
      onChange();
    },

    refreshIfStale(): void {
      if (isReadable()) reader.refreshIfStale();
    },
    idle: reader.idle,

    /** undefined if another task is open. */
    find: (accountId: string, taskId: string): TaskView | undefined => {
      const opened = openPage(accountId, taskId);
      return opened && withPending(opened).task;
    },
    /** The tasks of the last pages that have links, with their addresses. */
    linked: (accountId: string): (TaskView & { links: string[] })[] =>
      [...cache].flatMap(([key, { task, links }]) =>
        key.startsWith(`${accountId} `) && links?.length ? { ...task, links: links.map(({ url }) => url) } : [],
      ),
    /** A task that one of the last pages names as a subtask or another relation. */
    related(accountId: string, taskId: string): TaskRef | undefined {
      const answers = [...cache].flatMap(([key, answer]) => (key.startsWith(`${accountId} `) ? answer : []));
      const relations = answers.flatMap((answer) => answer.relations ?? []);
      const task = relations.find((relation) => relation.task.id === taskId)?.task;
      if (task === undefined) return undefined;
      const { identifier, title } = task;
      const slug = identifier.replace(/-\d+$/, '');
      const project = lists().projects.find((one) => one.slug === slug);
      const ofProject = project && { projectId: project.id };
      return { taskId, identifier, title, projectName: project?.name ?? '', ...ofProject };
    },
  };
}

const notOpen = (): ValidationError => new ValidationError(messages.tasks.notOpen);

const rowContent = ({ title, status, priority, dueDate, labels }: TaskView): string =>
  JSON.stringify([title, status, priority, dueDate, labels.map(({ name }) => name).sort()]);

/** When the newest comment of others was written; undefined if comments were not read. */
function newestComment({ comments }: ReadTaskPage): string | undefined {
  if (comments == null) return undefined;
  return comments.findLast(({ isMine, createdAt }) => createdAt !== null && !isMine)?.createdAt ?? NO_TIME;
}

const markSent = (page: ReadTaskPage): ReadTaskPage =>
  [...Object.values(COLLECTIONS).map(({ name }) => name), 'comments' as const]
    .map((name) => pageEdit(name, (records) => records.map((one) => ({ ...one, isUnsent: false }))))
    .reduce((shown, edit) => edit(shown), page);

const MAX_TASKS = 1_000;

export function createReadComments(
  settings: Pick<SettingsStore, 'readValue' | 'writeValue'>,
): TaskPageOptions['readComments'] {
  const kept = () => settings.readValue('seen-comments') ?? {};
  const keyOf = (accountId: string, taskId: string) => `${accountId} ${taskId}`;
  return {
    until: (accountId, taskId) => kept()[keyOf(accountId, taskId)],
    store(accountId, taskId, until) {
      const { [keyOf(accountId, taskId)]: before, ...others } = kept();
      if (before === until) return;
      const newest = Object.entries(others).slice(1 - MAX_TASKS);
      settings.writeValue('seen-comments', Object.fromEntries([...newest, [keyOf(accountId, taskId), until]]));
    },
  };
}

export function taskPageSource(account: Account, client: Client): TaskPageSource {
  const { id: accountId, user, workspaceId } = account;
  return { accountId, userId: user.id, workspaceId: workspaceId ?? '', client };
}
