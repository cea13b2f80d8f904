/** The task whose page is open: read when it is opened and whenever it changes, what is not at the service yet laid over it. */
import { COMMENT_ADD, COMMENT_DELETE, COMMENT_EDIT } from '../outbox/comment-writes.ts';
import type { OutboxItem } from '../outbox/write.ts';
import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import { NO_TIME, noteOdd, type OddRecords, oddIn } from '../service/records.ts';
import type { OwnEntry, TaskRef } from '../time/entries.ts';
import { words } from '../words/index.ts';
import { ProblemError } from '../words/problems.ts';
import { deletedDetails, historyOf, readDetails, readHistory, rowOfTime } from './details.ts';
import type { Place, ReadDetails, TaskDetails } from './details-view.ts';
import { withOwnEntries } from './own-entries.ts';
import { changedDetails, changedFields, type PendingChanges, pendingChanges } from './pending.ts';
import type { TaskView } from './task-view.ts';

/** Who looks, and through what. */
export interface TaskPageSource {
  accountId: string;
  userId: string;
  workspaceId: string;
  client: Client;
  canOpenInBrowser: boolean;
}

/** What is known of the workspace without asking. */
export interface KnownLists {
  projects: readonly { id: string; slug: string; name: string }[];
  labels: readonly { id: string; name: string; color: string }[];
  people: readonly { id: string; name: string }[];
  columns: Readonly<Record<string, readonly Place[]>>;
}

export interface OpenTaskOptions {
  /** All that is not at the service yet. */
  pending: (accountId: string) => PendingChanges;
  /** Its row, where it is in a list. */
  find: (taskId: string) => TaskView | undefined;
  lists: () => KnownLists;
  /** Reads the columns of a project, where they are not known. */
  need: (projectId: string) => Promise<void>;
  lacks: () => string[];
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
  onOdd?: (odd: OddRecords | undefined) => void;
}

export type OpenTask = ReturnType<typeof createOpenTask>;

/** Where a task lies outside the columns (section 3, task placement). */
const outside = (): Place[] =>
  (['planned', 'archived'] as const).map((slug) => ({ slug, name: words.tasks.outside[slug], isFinal: false }));

/** So many pages are kept for whoever goes back to them. */
const MAX_KEPT = 10;
/** How often a page is read anew because it changed meanwhile. */
const MAX_ROUNDS = 4;
/** A page younger than this is fresh enough for a glance (ms). */
const FRESH_MS = 10_000;
/** So many comments and events are shown, and so many more at a time. */
const HISTORY = 50;
const COMMENT_KINDS: readonly string[] = [COMMENT_ADD, COMMENT_EDIT, COMMENT_DELETE];

interface OpenPage {
  accountId: string;
  taskId: string;
  /** As the service last gave it, with what it took since; null before the first time. */
  read: ReadDetails | null;
  readAt: number;
  /** The whole of a long description, once it was asked for. */
  whole: string | null;
  /** Its row when it was last read. */
  row: string;
  /** How often it was changed by something else than being read: own writes that the service took, and comments. */
  taken: number;
  /** Comments after that are new to the person. */
  seenUntil: string | undefined;
  /** So much of its history is shown. */
  history: number;
}

export function createOpenTask(options: OpenTaskOptions) {
  const { pending, find, lists, need, lacks, ownEntries, workedOn, source, seen, now, onChange, onOdd } = options;
  let page: OpenPage | null = null;
  const kept = new Map<string, ReadDetails>();
  let underWay: Promise<void> | null = null;
  let askAgain = false;
  let historyUnderWay: Promise<void> | null = null;
  let askHistoryAgain = false;

  const slugOf = (projectId: string): string | undefined => lists().projects.find(({ id }) => id === projectId)?.slug;
  const placesOf = (projectId: string): Place[] => [...(lists().columns[projectId] ?? []), ...outside()];
  const rowOf = (taskId: string): string => JSON.stringify(find(taskId) ?? null);
  const keyOf = ({ accountId, taskId }: Pick<OpenPage, 'accountId' | 'taskId'>) => `${accountId} ${taskId}`;

  function keep(opened: OpenPage, read: ReadDetails): void {
    opened.read = read;
    kept.delete(keyOf(opened));
    kept.set(keyOf(opened), read);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  /** What the service says of it, or what is known of one that was deleted there. Throws ServiceError. */
  async function readPage(from: TaskPageSource, { accountId, taskId, read }: OpenPage): Promise<ReadDetails> {
    const row = find(taskId);
    try {
      return await readDetails({ ...from, slugOf }, taskId, row);
    } catch (error) {
      if (!(error instanceof ServiceError && error.isGone)) throw error;
      if (read !== null) return deletedDetails(read);
      const worked = workedOn(accountId, taskId);
      const task = row ?? (worked && rowOfTime(worked));
      if (task === undefined) throw error;
      return deletedDetails({ task });
    }
  }

  /** Throws ServiceError. */
  async function load(from: TaskPageSource, opened: OpenPage): Promise<void> {
    const { taskId } = opened;
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const { taken } = opened;
      const known = find(taskId);
      const row = rowOf(taskId);
      const [details] = await Promise.all([readPage(from, opened), known && need(known.projectId)]);
      if (!details.isDeleted) await need(details.task.projectId);
      if (page !== opened) return;
      // What the service took meanwhile may not be in this answer.
      if (opened.taken !== taken && round < MAX_ROUNDS) continue;
      opened.row = row;
      opened.readAt = now();
      if (details.description.text !== opened.read?.description.text) opened.whole = null;
      keep(opened, details);
      onOdd?.(oddIn(details));
      onChange();
      return;
    }
  }

  /** Reads the open page anew; where that fails, what is shown stays. */
  function refresh(): void {
    const from = source();
    if (page === null || page.read === null || from?.accountId !== page.accountId) return;
    if (underWay !== null) {
      askAgain = true;
      return;
    }
    underWay = load(from, page)
      .catch(() => undefined)
      .finally(() => {
        underWay = null;
        if (!askAgain) return;
        askAgain = false;
        refresh();
      });
  }

  /** Reads comments and events alone; where that fails, what is shown stays. */
  async function loadHistory(): Promise<void> {
    const opened = page;
    const from = source();
    if (opened?.read == null || opened.read.isDeleted || from?.accountId !== opened.accountId) return;
    const { taken } = opened;
    const { comments, events } = await readHistory(from, opened.taskId);
    if (page !== opened || comments === null) return;
    if (opened.taken !== taken) return loadHistory();
    const read = { ...opened.read, comments, events: events ?? opened.read.events };
    noteOdd(read, oddIn(opened.read));
    // A page that is being read anew may be older than this.
    opened.taken += 1;
    keep(opened, read);
    onChange();
  }

  function refreshHistory(): void {
    if (historyUnderWay !== null) {
      askHistoryAgain = true;
      return;
    }
    historyUnderWay = loadHistory().finally(() => {
      historyUnderWay = null;
      if (!askHistoryAgain) return;
      askHistoryAgain = false;
      refreshHistory();
    });
  }

  /** The person looked at what is there. */
  function keepSeen({ accountId, taskId, read }: OpenPage): void {
    if (read?.comments == null) return;
    const newest = read.comments.findLast(({ createdAt, isUnsent }) => createdAt !== null && !isUnsent)?.createdAt;
    seen.keep(accountId, taskId, newest ?? NO_TIME);
  }

  /** What is shown: what was read, and over it what is not at the service yet. */
  function overlaid({ accountId, read, seenUntil, history }: OpenPage & { read: ReadDetails }): TaskDetails {
    const changes: PendingChanges = pending(accountId);
    const change = changes.get(read.task.id);
    const { comments, events, ...details } = changedDetails(read, change);
    const { task } = details;
    const places = placesOf(task.projectId);
    // The column's name, which the task itself does not carry.
    const statusName = places.find(({ slug }) => slug === task.status)?.name ?? task.statusName;
    return {
      ...details,
      task: { ...task, statusName },
      history: historyOf({ comments, events }, lists().people, seenUntil, history),
      entries: details.entries && withOwnEntries(details.entries, ownEntries(accountId, task.id)),
      places,
      unsent: changedFields(change),
      lacks: lacks(),
    };
  }

  function openPage(accountId: string, taskId: string): (OpenPage & { read: ReadDetails }) | undefined {
    if (page?.accountId !== accountId || page.taskId !== taskId || page.read === null) return undefined;
    return { ...page, read: page.read };
  }

  /** The page as it is shown. Throws ProblemError where another one is open by now. */
  function shown(accountId: string, taskId: string): TaskDetails {
    const opened = openPage(accountId, taskId);
    if (opened) return overlaid(opened);
    throw new ProblemError({ kind: 'invalid', ...words.tasks.notOpen });
  }

  return {
    shown,

    /** As the service last gave it; undefined where it is not open. */
    read: (accountId: string, taskId: string): ReadDetails | undefined => openPage(accountId, taskId)?.read,

    /** The whole of its description was read. */
    setWhole(taskId: string, text: string): void {
      if (page?.taskId === taskId) page.whole = text;
    },

    /** Its description, as much of it as was read. Throws ProblemError where another task is open by now. */
    description(accountId: string, taskId: string): string {
      const { description } = shown(accountId, taskId);
      return page?.whole ?? description.text;
    },

    /** Reads the task and keeps it in view until `leave`. Throws ServiceError. */
    async open(from: TaskPageSource, taskId: string): Promise<void> {
      const { accountId } = from;
      if (page?.accountId !== accountId || page.taskId !== taskId) {
        if (page !== null) keepSeen(page);
        const seenUntil = seen.until(accountId, taskId);
        page = {
          accountId,
          taskId,
          read: null,
          readAt: 0,
          whole: null,
          row: '',
          taken: 0,
          seenUntil,
          history: HISTORY,
        };
        page.read = kept.get(keyOf(page)) ?? null;
        onOdd?.(oddIn(page.read));
        onChange();
      }
      await load(from, page);
    },

    /** Nobody looks at that task any more. */
    leave(taskId: string): void {
      if (page?.taskId !== taskId) return;
      keepSeen(page);
      page = null;
      onOdd?.(undefined);
      onChange();
    },

    /** The open task as it is shown; null before it was read, and where none is open. */
    view: (accountId: string): TaskDetails | null =>
      page?.accountId === accountId && page.read !== null ? overlaid({ ...page, read: page.read }) : null,

    /** The service took a write: what is open has it before it is read anew. */
    sent(item: OutboxItem): void {
      if (page?.read == null || page.accountId !== item.accountId) return;
      const change = pendingChanges([item]).get(page.taskId);
      if (change !== undefined) {
        page.taken += 1;
        keep(page, taken(changedDetails(page.read, change)));
      } else if (!ownEntries(page.accountId, page.taskId).some(({ id }) => id === item.subject)) return;
      if (COMMENT_KINDS.includes(item.kind)) refreshHistory();
      else refresh();
    },

    /** The lists may say something else of the open task. */
    look(): void {
      if (page?.read != null && rowOf(page.taskId) !== page.row) refresh();
    },

    /** Somebody commented on a task; undefined where it is not said on which. */
    commented(taskId: string | undefined): void {
      if (taskId === undefined || page?.taskId === taskId) refreshHistory();
    },

    /** More of the history is shown. */
    showEarlier(taskId: string): void {
      if (page?.taskId !== taskId) return;
      page.history += HISTORY;
      onChange();
    },

    /** The person looks: reads anew unless it is fresh. */
    glance(): void {
      if (page !== null && Math.abs(now() - page.readAt) >= FRESH_MS) refresh();
    },

    /** Resolves when nothing is being read anew. */
    async idle(): Promise<void> {
      while (underWay !== null || historyUnderWay !== null) await (underWay ?? historyUnderWay);
    },

    /** The open task, where it is this one. */
    find: (accountId: string, taskId: string): TaskView | undefined => {
      const opened = openPage(accountId, taskId);
      return opened && overlaid(opened).task;
    },
  };
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
