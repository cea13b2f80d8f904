/**
 * The board that is open: read page by page and told as it comes, read again when something may have changed, and then only
 * the differences told. What the person changed lies over it until the service has it. Closing it ends the reading and
 * forgets the cards; the last known state is kept on disk and shown first.
 */

import type { BoardCards, BoardView, CardView } from '../../../shared/contract/board-view.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { labelViews } from '../../../shared/tasks/labels.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { publicDescriptionError } from '../../service/app-error.ts';
import type { FoundTask } from '../tasks/index.ts';
import { taskOfWrite } from '../tasks/index.ts';

import { type BoardReaderOptions, createBoardReader } from './board-reader.ts';
import { createBoardRefresh } from './board-refresh.ts';
import { taskCard } from './board-source.ts';
import { ageOfBoard, type BoardAccess, type BoardState, mayRead, mayRequest, newBoardState } from './board-state.ts';
import { createCardChannel } from './card-channel.ts';
import { type CardDifferOptions, createCardDiffer } from './card-differ.ts';
import { applyPendingToColumns, pendingColumns } from './pending-columns.ts';

export interface BoardOptions extends BoardReaderOptions, CardDifferOptions {
  /** After the view that belongs to them was told. */
  send: (cards: BoardCards) => void;
  /** The view changed. */
  onChange: () => void;
}

/** A board younger than this is fresh enough for a glance (ms). */
const FRESH_MS = 10_000;

export type Board = ReturnType<typeof createBoard>;

export function createBoard(options: BoardOptions) {
  const { kept, now, openWrites, lacks, onChange, onUnreadable } = options;
  let open: BoardState | null = null;
  let lastBoardId = 0;
  /** Whose session it was told of last; undefined before the first one. */
  let actingId: string | null | undefined;
  /** The order of things: what began after what. */
  let turn = 0;

  const isOpen = (board: BoardState): boolean => board === open;
  const nextDayTurn = (): number => {
    turn += 1;
    return turn;
  };
  const sender = createCardChannel(options.send);
  const cardDiffer = createCardDiffer(options, sender);
  const reading = createBoardReader(options, { cardDiffer, show, nextDayTurn });
  const { touch, putCard } = createBoardRefresh({ cardDiffer, check: reading.check, isOpen, nextDayTurn, now });

  function show(board: BoardState, changed: Partial<BoardView>): void {
    if (board !== open) return;
    board.view = { ...board.view, ...changed };
    onChange();
  }

  function close(): void {
    if (open === null) return;
    reading.stop();
    open.describing?.abort();
    clearTimeout(open.swarm);
    open = null;
    sender.end();
    onUnreadable?.(undefined);
    onChange();
  }

  function begin(source: BoardAccess | null, project: BoardView['project'], accountId: string | null): BoardState {
    close();
    lastBoardId += 1;
    const board = newBoardState({ boardId: lastBoardId, project, accountId, source, lacks: lacks() });
    open = board;
    sender.begin(lastBoardId);
    onChange();
    return board;
  }

  /** Shows at once what is known from the last time. */
  async function load(board: BoardState, accountId: string): Promise<void> {
    const last = await kept.read(accountId, board.projectId);
    board.isLoading = false;
    if (board !== open) return;
    if (last === undefined) {
      cardDiffer.put(board, []);
      return;
    }
    board.revision = last.revision;
    cardDiffer.put(board, last.cards);
    show(board, { project: last.project, columns: last.columns, fetchedAt: last.fetchedAt });
  }

  return {
    view(): BoardView | null {
      if (open === null || open.accountId === null) return open?.view ?? null;
      const changes = pendingColumns(openWrites(open.accountId));
      return { ...open.view, columns: applyPendingToColumns(open.view.columns, changes) };
    },
    /** The open board, unless it is a public one. */
    ownProjectId: (): string | null => (open?.accountId == null ? null : open.projectId),
    /** As they are shown, without tasks that the service created since the board was read. */
    cards: (): CardView[] => {
      const board = open;
      return board?.cards.all().filter(({ id }) => !board.accepted.created.has(id)) ?? [];
    },

    /** A task of the open board, one that is still to be made too; one that was just made under the name it has now. */
    find(taskId: string): TaskView | undefined {
      const card = open?.accountId == null ? undefined : (open.cards.get(taskId) ?? open.cards.asKnown(taskId));
      if (open === null || card === undefined) return undefined;
      const id = open.accepted.created.get(taskId)?.id ?? card.id;
      const { identifier, title, status, priority, dueDate, labels } = card;
      const { project, columns } = open.view;
      const column = columns.find(({ slug }) => slug === status);
      const [projectId, projectName, statusName] = [open.projectId, project.name, column?.name ?? null];
      return { id, identifier, title, projectId, projectName, status, statusName, priority, dueDate, labels };
    },

    /** `source` is null while nobody is signed in: what is known is shown, the rest follows (`use`). */
    async open(accountId: string, project: BoardView['project'], source: BoardAccess | null): Promise<void> {
      if (open !== null && open.accountId === accountId && open.projectId === project.id) {
        cardDiffer.sendAll(open);
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
        cardDiffer.sendAll(open);
        reading.check(open);
        return;
      }
      const project = { id: projectId, name: '', slug: '', icon: null };
      reading.start(begin(source, project, null));
    },
    close,
    /**
     * The whole description of a task of the public board that is open, or of its project (null). Ends the one asked for before.
     * '' for none, and where no public board is open. Throws AppError.
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
    /** The description of the public board that was read last; '' for none. */
    lastDescription: (): string => open?.described ?? '',

    /** Another session of the account whose board is open, or none (null): the reading goes on with it, or stops. */
    use(source: ((projectId: string) => BoardAccess) | null, accountId: string | null): void {
      const isOther = actingId !== undefined && actingId !== accountId;
      actingId = accountId;
      if (open === null) return;
      if (open.accountId === null ? isOther : open.accountId !== accountId) close();
      if (open === null || open.accountId === null) return;
      open.source = source === null ? null : source(open.projectId);
      show(open, { progress: null });
      if (!open.isLoading) reading.start(open);
    },

    /** The person asks for it. */
    refresh(): void {
      if (open !== null) reading.readWhole(open);
    },
    /** The person looks, the computer woke, or the network is back. */
    refreshIfStale(): void {
      if (open !== null && (open.view.error !== null || ageOfBoard(open, now()) >= FRESH_MS) && mayRead(open, now()))
        reading.check(open);
    },
    /** The service says that something of a project changed; `taskId` where it says which task. */
    changed(projectId: string, taskId: string | undefined): void {
      if (open?.accountId != null && open.projectId === projectId) touch(open, taskId);
    },
    /** Changes may not have been told. */
    missed(): void {
      if (open?.accountId != null) touch(open, undefined);
    },
    /** True where a change of that task is one of the open board; `projectId` where it is known. */
    shows: (taskId: string, projectId: string | undefined): boolean =>
      open?.accountId != null && (open.projectId === projectId || open.cards.asKnown(taskId) !== undefined),
    /** The order of things, for `take`. */
    turn: nextDayTurn,
    /** A task as it was read by itself; `began`: when that began. */
    take({ taskId, task, labels }: FoundTask, began: number): void {
      if (open?.accountId == null) return;
      const known = open.cards.asKnown(taskId);
      if (known === undefined && task?.projectId !== open.projectId) return;
      // Pages from before it may be on their way.
      if (reading.isReading() || open.isLoading) {
        touch(open, taskId);
        return;
      }
      const card = task === undefined ? known : taskCard(task, open.projectId, known, open.view.project.slug);
      if (card === undefined) return;
      putCard(
        open,
        taskId,
        card === 'gone' || labels === undefined ? card : { ...card, labels: labelViews(labels) },
        began,
      );
    },
    /** False where a task of the open board is as much done as it was: then so are those that it is a subtask of. */
    mayProgress({ taskId, task }: FoundTask): boolean {
      const before = open?.cards.asKnown(taskId);
      if (open === null || before === undefined || task?.projectId !== open.projectId) return true;
      const { columns } = open.view;
      const [was, is] = [before.status, task.status].map((slug) => columns.find((one) => one.slug === slug)?.isFinal);
      return was !== is;
    },
    /** Subtasks of some of its tasks may be done, or no longer. */
    progressed(projectId: string): void {
      if (open?.accountId == null || open.projectId !== projectId) return;
      if (open.cards.known().some(({ subtasks }) => subtasks !== null && subtasks.total > 0)) touch(open, undefined);
    },
    /** The service took a write of the person's: until the board is read again, it lies over what was read. */
    sent(item: OutboxItem, value: unknown): void {
      // Entries are on no board.
      if (open === null || open.accountId !== item.accountId || !/^(tasks?|column)\./.test(item.kind)) return;
      const columns = pendingColumns([item]);
      if (columns.size > 0) show(open, { columns: applyPendingToColumns(open.view.columns, columns) });
      open.accepted.add(item, taskOfWrite(item, value), nextDayTurn());
      cardDiffer.sendChanges(open);
    },
    /** What the person changed, or what is known to be missing, is another now. */
    overlay(): void {
      if (open === null) return;
      cardDiffer.sendChanges(open);
      show(open, { lacks: lacks() });
    },
  };
}
