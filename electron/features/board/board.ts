/**
 * The open board. It is read page by page and published as pages arrive, then read again when something may have changed; only
 * different cards are published. Pending changes are overlaid. Closing it stops reading and drops the cards; the last state is stored
 * on disk and shown first at the next opening.
 */

import type { BoardView, CardView } from '../../../shared/contract/board-view.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { labelViews } from '../../../shared/tasks/labels.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { publicDescriptionError } from '../../service/error-messages.ts';
import type { FoundTask } from '../tasks/index.ts';

import type { BoardCardsOptions } from './board-cards.ts';
import { type BoardReaderOptions, createBoardReader } from './board-reader.ts';
import { createBoardRefresh } from './board-refresh.ts';
import { taskCard } from './board-source.ts';
import { ageOfBoard, type BoardAccess, type BoardState, mayRead, mayRequest, newBoardState } from './board-state.ts';
import { applyPendingToColumns, COLUMN_UPDATE } from './columns.ts';

export interface BoardOptions extends BoardReaderOptions, BoardCardsOptions {
  /** The view changed. */
  onChange: () => void;
}

/** A board younger than this is not read again when the window is shown (ms). */
const FRESH_MS = 10_000;

export type Board = ReturnType<typeof createBoard>;

export function createBoard(options: BoardOptions) {
  const { cache, now, openWrites, missingPermissions, onChange, onUnreadable } = options;
  let open: BoardState | null = null;
  let lastBoardId = 0;
  /** Account of the last session; undefined before the first call of `use`. */
  let sessionAccountId: string | null | undefined;
  /** Counts reads and writes, to order them. */
  let sequence = 0;

  const isOpen = (board: BoardState): boolean => board === open;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const reading = createBoardReader(options, { show, nextSequence });
  const scheduleRefresh = createBoardRefresh({ check: reading.check, isOpen, nextSequence, now });

  function show(board: BoardState, changed: Partial<BoardView>): void {
    if (board !== open) return;
    board.view = { ...board.view, ...changed };
    onChange();
  }

  function close(): void {
    if (open === null) return;
    reading.stop();
    open.describing?.abort();
    clearTimeout(open.batchTimer);
    open.cards.close();
    open = null;
    onUnreadable?.(undefined);
    onChange();
  }

  function begin(source: BoardAccess | null, project: BoardView['project'], accountId: string | null): BoardState {
    close();
    lastBoardId += 1;
    const board = newBoardState(options, {
      boardId: lastBoardId,
      project,
      accountId,
      source,
      missingPermissions: missingPermissions(),
    });
    open = board;
    onChange();
    return board;
  }

  /** Shows the stored board. */
  async function load(board: BoardState, accountId: string): Promise<void> {
    const last = await cache.read(accountId, board.projectId);
    board.isLoading = false;
    if (board !== open) return;
    if (last === undefined) {
      board.cards.refresh();
      return;
    }
    board.revision = last.revision;
    board.cards.put(last.cards);
    show(board, { project: last.project, columns: last.columns, fetchedAt: last.fetchedAt });
  }

  return {
    view(): BoardView | null {
      if (open === null || open.accountId === null) return open?.view ?? null;
      return { ...open.view, columns: applyPendingToColumns(open.view.columns, openWrites(open.accountId)) };
    },
    /** The open board, unless it is a public one. */
    ownProjectId: (): string | null => (open?.accountId == null ? null : open.projectId),
    /** The shown cards, without tasks that the service created since the last read. */
    cards: (): CardView[] => {
      const cards = open?.cards;
      return cards?.all().filter(({ id }) => cards.createdId(id) === undefined) ?? [];
    },

    /** A task of the open board, also one that is not created yet. A task that was just created is returned with the service's id. */
    find(taskId: string): TaskView | undefined {
      const card = open?.accountId == null ? undefined : (open.cards.get(taskId) ?? open.cards.asRead(taskId));
      if (open === null || card === undefined) return undefined;
      const id = open.cards.createdId(taskId) ?? card.id;
      const { identifier, title, status, priority, dueDate, labels } = card;
      const { project, columns } = open.view;
      const column = columns.find(({ slug }) => slug === status);
      const [projectId, projectName, statusName] = [open.projectId, project.name, column?.name ?? null];
      return { id, identifier, title, projectId, projectName, status, statusName, priority, dueDate, labels };
    },

    /** `source` is null while signed out: then the stored board is shown, and read after `use`. */
    async open(accountId: string, project: BoardView['project'], source: BoardAccess | null): Promise<void> {
      if (open !== null && open.accountId === accountId && open.projectId === project.id) {
        open.cards.sendAll();
        if (ageOfBoard(open, now()) >= FRESH_MS && mayRequest(open, now())) reading.check(open);
        return;
      }
      const board = begin(source, project, accountId);
      await load(board, accountId);
      if (board !== open) return;
      if (board.isWholeWanted || mayRequest(board, now())) reading.start(board);
      else reading.startLater(board);
    },
    openPublic(projectId: string, source: BoardAccess): void {
      if (open?.accountId === null && open.projectId === projectId && open.source?.server === source.server) {
        open.cards.sendAll();
        reading.check(open);
        return;
      }
      const project = { id: projectId, name: '', slug: '', icon: null };
      reading.start(begin(source, project, null));
    },
    close,
    /** Sends changed cards before what is about to be published. */
    sendCards: (): void => open?.cards.sendAtOnce(),
    /** Resolves when the window has every changed card. */
    published: async (): Promise<void> => open?.cards.sent(),
    /**
     * The whole description of a task of the open public board, or of its project (null). Aborts the former request.
     * '' if there is none or no public board is open. Throws AppError.
     */
    async publicDescription(taskId: string | null): Promise<string> {
      if (open === null || open.accountId !== null) return '';
      const board = open;
      const { source } = board;
      board.describing?.abort();
      board.describing = new AbortController();
      try {
        const text = (await source?.reader.description?.(taskId, board.describing.signal)) ?? '';
        board.described = text;
        return text;
      } catch (error) {
        throw new AppError(publicDescriptionError(error, source?.server ?? ''));
      }
    },
    /** The last description that was read of the public board; '' for none. */
    lastDescription: (): string => open?.described ?? '',

    /** Continues reading with another session, or stops without one (null). Closes the board of another account. */
    use(source: ((projectId: string) => BoardAccess) | null, accountId: string | null): void {
      const isOther = sessionAccountId !== undefined && sessionAccountId !== accountId;
      sessionAccountId = accountId;
      if (open === null) return;
      if (open.accountId === null ? isOther : open.accountId !== accountId) close();
      if (open === null || open.accountId === null) return;
      open.source = source === null ? null : source(open.projectId);
      show(open, { progress: null });
      if (!open.isLoading) reading.start(open);
    },

    /** These are the projects of the workspace. */
    listed(projectIds: readonly string[]): void {
      if (open?.accountId == null) return;
      const isNotListed = !projectIds.includes(open.projectId);
      if (isNotListed !== (open.view.isNotListed ?? false)) show(open, { isNotListed });
    },
    refresh(): void {
      if (open !== null) reading.readWhole(open);
    },
    /** Called when the window is shown, the computer wakes or the network is back. */
    refreshIfStale(): void {
      if (open !== null && (open.view.error !== null || ageOfBoard(open, now()) >= FRESH_MS) && mayRead(open, now()))
        reading.check(open);
    },
    /** Something in a project changed; `taskId` if the event names a task. */
    changed(projectId: string, taskId: string | undefined): void {
      if (open?.accountId != null && open.projectId === projectId) scheduleRefresh(open, taskId);
    },
    /** Events may have been missed. */
    missed(): void {
      if (open?.accountId != null) scheduleRefresh(open, undefined);
    },
    /** True if the task belongs to the open board; `projectId` if it is known. */
    shows: (taskId: string, projectId: string | undefined): boolean =>
      open?.accountId != null && (open.projectId === projectId || open.cards.asRead(taskId) !== undefined),
    /** A sequence number, for `update`. */
    nextSequence,
    /** Applies a task that was read by itself; `startSequence`: the `sequence` at the start of that read. */
    update({ taskId, task, labels }: FoundTask, startSequence: number): void {
      if (open?.accountId == null) return;
      const known = open.cards.confirmed(taskId);
      if (known === undefined && task?.projectId !== open.projectId) return;
      // Pages that are being read may be older than the task.
      if (reading.isReading() || open.isLoading) {
        scheduleRefresh(open, taskId);
        return;
      }
      const card = task === undefined ? known : taskCard(task, open.projectId, known, open.view.project.slug);
      if (card === undefined) return;
      const isLabelled = card !== 'gone' && labels !== undefined;
      open.cards.taskWasRead(taskId, isLabelled ? { ...card, labels: labelViews(labels) } : card, startSequence);
    },
    /** False if the task was neither completed nor reopened, so that no parent's progress changed. */
    mayProgress({ taskId, task }: FoundTask): boolean {
      const before = open?.cards.asRead(taskId);
      if (open === null || before === undefined || task?.projectId !== open.projectId) return true;
      const { columns } = open.view;
      const [was, is] = [before.status, task.status].map((slug) => columns.find((one) => one.slug === slug)?.isFinal);
      return was !== is;
    },
    /** Subtasks may have been completed or reopened. */
    progressed(projectId: string): void {
      if (open?.accountId == null || open.projectId !== projectId) return;
      if (open.cards.allRead().some(({ subtasks }) => subtasks !== null && subtasks.total > 0))
        scheduleRefresh(open, undefined);
    },
    /** The service accepted an own write: it stays overlaid until the board is read again. */
    sent(item: OutboxItem, value: unknown): void {
      if (open === null || open.accountId !== item.accountId) return;
      if (item.kind === COLUMN_UPDATE) {
        open.acceptedColumnWrites.push({ item, sequence: nextSequence() });
        show(open, { columns: applyPendingToColumns(open.view.columns, [item]) });
      } else open.cards.accept(item, value, nextSequence());
    },
    /** Pending changes or missing permissions changed. */
    pendingChanged(): void {
      if (open === null) return;
      open.cards.refresh();
      show(open, { missingPermissions: missingPermissions() });
    },
  };
}
