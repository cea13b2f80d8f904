/**
 * A board that is open: its cards and columns as they are read, with pending changes over them. Pages are published as they arrive;
 * only different cards are. What was read is stored on disk and shown first at the next opening.
 */

import type { BoardView, ColumnView } from '../../../shared/contract/board-view.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { labelViews } from '../../../shared/tasks/labels.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { boardError, publicDescriptionError } from '../../service/error-messages.ts';
import { ServiceError } from '../../service/errors.ts';
import type { UnreadableRecords } from '../../service/records.ts';
import type { FoundTask } from '../tasks/index.ts';
import type { BoardCache } from './board-cache.ts';
import { type BoardCardsOptions, createBoardCards } from './board-cards.ts';
import { createBoardReading, type ReadingSurroundings } from './board-reading.ts';
import { type BoardPage, type BoardSource, taskCard } from './board-source.ts';
import { FRAME_MS } from './card-channel.ts';
import { applyPendingToColumns, COLUMN_UPDATE, createBoardColumns } from './columns.ts';

/** Where a board is read from. */
export interface BoardAccess {
  /** null for a public board, which is read-only and not stored. */
  accountId: string | null;
  /** Host name of the service, for messages. */
  server: string;
  reader: BoardSource;
}

export interface BoardOptions extends BoardCardsOptions, ReadingSurroundings {
  cache: BoardCache;
  /** Time between two polls before jitter (ms). */
  pollMs: () => number;
  /** Missing permissions, as `resource:action`. */
  missingPermissions: () => string[];
  /** The window is on screen. */
  isVisible: () => boolean;
  /** A project's board was read or has not changed since, or the service accepted a change of a column. */
  onRead?: (projectId: string, columns: readonly ColumnView[]) => void;
  /** The board does not exist or the user may not read it. */
  onGone: (accountId: string, projectId: string) => void;
  onUnreadable?: (unreadable: UnreadableRecords | undefined) => void;
  onChange: () => void;
}

interface OpenedBoard {
  boardId: number;
  project: BoardView['project'];
  accountId: string | null;
  /** null while signed out. */
  access: BoardAccess | null;
  /** A sequence number, to order reads and writes. */
  nextSequence: () => number;
}

interface PagesRead extends Pick<BoardPage, 'columns' | 'revision' | 'unreadable'> {
  taskIds: Set<string>;
  startSequence: number;
  /** A card or the revision differs from before. */
  isDifferent: boolean;
}

/** A board with more cards is not read at every change, to spare the service. */
const LARGE = 500;
/** Least time between two automatic reads of a large board (ms): with a revision, and without. */
const LARGE_REST_MS = MINUTE_MS;
const LARGE_BLIND_REST_MS = 5 * MINUTE_MS;
/** Events come in bursts, which are collected for this time (ms). */
const BURST_MS = 300;

export type Board = ReturnType<typeof createBoard>;

export function createBoard(options: BoardOptions, opened: OpenedBoard) {
  const { cache, now, random, pollMs, isVisible, openWrites, missingPermissions } = options;
  const { onRead, onGone, onUnreadable, onChange } = options;
  const { boardId, accountId, nextSequence } = opened;
  const projectId = opened.project.id;
  const cards = createBoardCards(options, { boardId, projectId, accountId });
  const columns = createBoardColumns();
  let { access } = opened;
  /** The service's revision of the cards; null if it has none, and from the first page of a read until its last. */
  let revision: string | null = null;
  /** The stored board is being unpacked; reads wait for it. */
  let isLoading = accountId !== null;
  let isClosed = false;
  /** Aborts the request for a description of a public board. */
  let describing: AbortController | null = null;
  let described = '';
  let view: Omit<BoardView, 'columns'> = {
    boardId,
    project: opened.project,
    isPublic: accountId === null,
    progress: access === null ? null : { read: 0, total: 0 },
    fetchedAt: null,
    error: null,
    missingPermissions: missingPermissions(),
  };

  const reading = createBoardReading({
    knownRevision: () => revision,
    readRevision: (from: BoardAccess, signal) => from.reader.revision(signal),
    readPages,
    onAnswer,
    onFailed(error, { server }) {
      const isMissing = error instanceof ServiceError && error.status === 403;
      const appError = boardError(error, server, accountId !== null);
      show({ progress: null, error: appError, ...(isMissing && { missingPermissions: missingPermissions() }) });
      if (reading.state() === 'gone' && accountId !== null) onGone(accountId, projectId);
    },
    pollMs,
    // A hidden board is not polled; showing the window reads it.
    isPolled: isVisible,
    restMs(): number {
      if (cards.size() <= LARGE) return 0;
      return revision === null ? LARGE_BLIND_REST_MS : LARGE_REST_MS;
    },
    burstMs: BURST_MS,
    readTasks: (taskIds) => void readTasks(taskIds),
    isCredentialDead: accountId === null ? async () => false : options.isCredentialDead,
    now,
    random,
  });

  function show(changed: Partial<BoardView>): void {
    if (isClosed) return;
    view = { ...view, ...changed };
    onChange();
  }

  async function readPages({ reader }: BoardAccess, signal: AbortSignal): Promise<PagesRead> {
    const startSequence = nextSequence();
    const former = revision;
    revision = null;
    const taskIds = new Set<string>();
    let isDifferent = view.fetchedAt === null;
    show({ progress: { read: 0, total: 0 } });
    let shownAt = Number.NEGATIVE_INFINITY;
    let last: BoardPage | undefined;
    for await (const page of reader.pages(signal)) {
      last = page;
      if (page.isRestart) taskIds.clear();
      for (const { id } of page.cards) taskIds.add(id);
      isDifferent = cards.put(page.cards) > 0 || isDifferent;
      if (performance.now() - shownAt < FRAME_MS) continue;
      shownAt = performance.now();
      columns.put(page.columns, startSequence);
      show({ project: page.project, progress: { read: page.read, total: page.total } });
    }
    if (last === undefined) throw new Error('A board has no pages.');
    return { ...last, taskIds, startSequence, isDifferent: isDifferent || last.revision !== former };
  }

  function onAnswer(pages: PagesRead | null): void {
    let isDifferent = false;
    if (pages !== null) {
      revision = pages.revision;
      const areCardsGone = cards.wasRead(pages.taskIds, pages.startSequence) > 0;
      const areColumnsDifferent = columns.wasRead(pages.columns, pages.startSequence);
      isDifferent = pages.isDifferent || areCardsGone || areColumnsDifferent;
      onUnreadable?.(pages.unreadable);
    }
    show({ progress: null, error: null, missingPermissions: missingPermissions(), fetchedAt: toIsoInstant(now()) });
    if (isDifferent) store(pages?.unreadable !== undefined);
    if (accountId !== null) onRead?.(projectId, columns.all());
  }

  /** An incomplete board is stored without revision, so that the next start reads it again. */
  function store(isIncomplete: boolean): void {
    const { project, fetchedAt } = view;
    if (accountId === null || fetchedAt === null) return;
    const stored = { project, columns: columns.all(), cards: cards.allRead(), fetchedAt };
    void cache.write(accountId, { ...stored, revision: isIncomplete ? null : revision });
  }

  /** Shows the stored board. */
  async function load(account: string): Promise<void> {
    const last = await cache.read(account, projectId);
    isLoading = false;
    if (isClosed) return;
    if (last === undefined) {
      cards.refresh();
      return;
    }
    revision = last.revision;
    reading.restore(Date.parse(last.fetchedAt));
    cards.put(last.cards);
    columns.load(last.columns);
    show({ project: last.project, fetchedAt: last.fetchedAt });
  }

  /** A task that fails is read with the whole board later. */
  async function readTasks(taskIds: string[]): Promise<void> {
    for (const id of taskIds) {
      const startSequence = nextSequence();
      const card = await access?.reader.card(id, cards.confirmed(id), view.project.slug).catch(() => undefined);
      if (isClosed) return;
      if (card !== undefined) cards.taskWasRead(id, card, startSequence);
    }
  }

  const columnOf = (slug: string | undefined) => columns.all().find((column) => column.slug === slug);

  return {
    projectId,
    accountId,
    server: (): string | undefined => access?.server,
    cards,
    view(): BoardView {
      const writes = accountId === null ? [] : openWrites(accountId);
      return { ...view, columns: applyPendingToColumns(columns.all(), writes) };
    },
    find(taskId: string): TaskView | undefined {
      const card = cards.get(taskId) ?? cards.asRead(taskId);
      if (card === undefined) return undefined;
      const id = cards.createdId(taskId) ?? card.id;
      const { identifier, title, status, priority, dueDate, labels, assignee } = card;
      const [projectName, statusName] = [view.project.name, columnOf(status)?.name ?? null];
      return { id, identifier, title, projectId, projectName, status, statusName, priority, dueDate, labels, assignee };
    },

    /** Shows the stored board, then starts reading. */
    async start(): Promise<void> {
      if (accountId !== null) await load(accountId);
      if (!isClosed && !reading.start(access)) show({ progress: null });
    },
    /** The user opened the board that is open already: the window may be another one. */
    openedAgain(): void {
      cards.sendAll();
      reading.opened();
    },
    /** Continues with another session; null: without one. */
    use(next: BoardAccess | null): void {
      access = next;
      show({ progress: null });
      if (!isLoading) reading.start(access);
    },
    close(): void {
      isClosed = true;
      reading.stop();
      describing?.abort();
      cards.close();
    },

    /** Reads all pages, whatever the revision. */
    refresh(): void {
      revision = null;
      reading.readNow();
    },
    refreshIfStale: reading.refreshIfStale,
    changed: reading.changed,
    missed: reading.missed,
    listed(projectIds: readonly string[]): void {
      const isNotListed = !projectIds.includes(projectId);
      if (isNotListed !== (view.isNotListed ?? false)) show({ isNotListed });
    },
    /** Pending changes or missing permissions changed. */
    pendingChanged(): void {
      cards.refresh();
      show({ missingPermissions: missingPermissions() });
    },
    /** The service accepted an own write: it stays overlaid until the board is read again. */
    sent(item: OutboxItem, value: unknown): void {
      if (item.kind === COLUMN_UPDATE) {
        columns.accept(item, nextSequence());
        if (view.fetchedAt !== null) onRead?.(projectId, columns.all());
        onChange();
      } else cards.accept(item, value, nextSequence());
    },

    /** Applies a task that was read by itself; `startSequence`: the sequence number of the start of that read. */
    update({ taskId, task, labels }: FoundTask, startSequence: number): void {
      const known = cards.confirmed(taskId);
      if (known === undefined && task?.projectId !== projectId) return;
      // Pages that are being read may be older than the task.
      if (reading.isReading() || isLoading) {
        reading.changed(taskId);
        return;
      }
      const card = task === undefined ? known : taskCard(task, projectId, known, view.project.slug);
      if (card === undefined) return;
      const isLabelled = card !== 'gone' && labels !== undefined;
      cards.taskWasRead(taskId, isLabelled ? { ...card, labels: labelViews(labels) } : card, startSequence);
    },
    /** False if the task was neither completed nor reopened, so that no parent's progress changed. */
    mayProgress({ taskId, task }: FoundTask): boolean {
      const before = cards.asRead(taskId);
      if (before === undefined || task?.projectId !== projectId) return true;
      return columnOf(before.status)?.isFinal !== columnOf(task.status)?.isFinal;
    },
    /** Subtasks may have been completed or reopened. */
    progressed(): void {
      if (cards.allRead().some(({ subtasks }) => subtasks !== null && subtasks.total > 0)) reading.changed(undefined);
    },

    /**
     * Public boards only: the whole description of a task, or of the project (null); '' for none. Aborts the former request.
     * Throws AppError.
     */
    async description(taskId: string | null): Promise<string> {
      describing?.abort();
      describing = new AbortController();
      try {
        described = (await access?.reader.description?.(taskId, describing.signal)) ?? '';
        return described;
      } catch (error) {
        throw new AppError(publicDescriptionError(error, access?.server ?? ''));
      }
    },
    /** The last description that was read. */
    lastDescription: (): string => described,
  };
}
