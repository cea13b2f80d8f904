/** Where the cards of a board come from: a project of the person's, or a public board. The service's records end here. */

import type { BoardView, CardView, ColumnView } from '../../../shared/contract/board-view.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { WatchedBoard } from '../../../shared/reminders/watched-board.ts';
import { slugOf, tasksOf } from '../../service/board-pages.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { type BoardPageRead, boardRevision, readBoardPages, readPublicBoardPages } from '../../service/read-boards.ts';
import { readDescription } from '../../service/read-descriptions.ts';
import { addOdd, type BoardColumn, type Column, type OddRecords, oddIn, type Task } from '../../service/records.ts';

import { cardOf, publicCardOf } from './board-cards.ts';

export interface BoardPage {
  project: BoardView['project'];
  /** All that are known so far, in board order. */
  columns: ColumnView[];
  cards: CardView[];
  /** Tasks read so far, and how many there are. */
  read: number;
  total: number;
  /** The board changed meanwhile: what came before counts no more. */
  isRestart: boolean;
}

/** What is known when all pages were read. */
export interface BoardEnd {
  columns: ColumnView[];
  revision: string | null;
  /** What could not be read. */
  odd: OddRecords | undefined;
}

export interface BoardSource {
  /** Throws ServiceError (`KEEPS_CHANGING` where it changed again and again), and what the signal was aborted with. */
  read(signal: AbortSignal, onPage: (page: BoardPage) => void): Promise<BoardEnd>;
  /** What the service calls the board's state now; null where it has no name for it. Throws ServiceError. */
  revision(signal: AbortSignal): Promise<string | null>;
  /**
   * One task; `known`: as it was shown until now. `gone`: there is none, or in another project; undefined where too little is
   * told of it. Throws ServiceError.
   */
  card(taskId: string, known: CardView | undefined, slug: string): Promise<CardView | 'gone' | undefined>;
  /** Only of a public board: the whole description of a task, or of the project itself (null); '' for none. Throws ServiceError. */
  description?(taskId: string | null, signal: AbortSignal): Promise<string>;
}

/** The window draws all of them. A page of a board needs a hundred at most (docs/service.md#boards). */
const MAX_COLUMNS = 100;
/** A word or a colour (UTF-16 code units). */
const MAX_MARK = 200;

type ProjectClient = Pick<Client, 'getBoardPage' | 'listColumns' | 'getTask'>;

export function projectBoardSource(client: ProjectClient, projectId: string): BoardSource {
  return {
    async read(signal, onPage) {
      // Their ids and colours, and those without a task; a server that does not tell them has a board all the same.
      const columns = client.listColumns(projectId).catch(unlessRejected);
      // It fails the reading when its first page is there; until then nobody hears it.
      columns.catch(() => undefined);
      return readAll(readBoardPages(client, projectId, { signal }), columns, signal, onPage);
    },
    revision: async (signal) => (await boardRevision(client, projectId, signal)) ?? null,
    async card(taskId, known, slug) {
      const task = await client.getTask(taskId).catch((error: unknown) => {
        // Unknown ids are usually 400 (docs/service.md#unknown-ids-and-missing-routes).
        if (isRejected(error, 400, 404)) return null;
        throw error;
      });
      return taskCard(task, projectId, known, slug);
    },
  };
}

/** A task by itself, as `card` gives it; null: there is none. Pure. */
export function taskCard(
  task: Task | null,
  projectId: string,
  known: CardView | undefined,
  slug: string,
): CardView | 'gone' | undefined {
  if (task === null || task.projectId !== projectId) return 'gone';
  const { status, title, priority, createdAt } = task;
  // Some servers show less of a task: then it waits for the whole board.
  if (status === undefined || title === undefined || priority == null) return undefined;
  const card = cardOf(
    { ...task, status, title, priority, number: task.number ?? null, createdAt: createdAt ?? '' },
    status,
    slug,
  );
  // A server that tells a single task without its position: it lies where it lay.
  if (task.position === undefined && known !== undefined) card.position = known.position;
  return { ...card, labels: known?.labels ?? [], subtasks: known?.subtasks ?? null };
}

type PublicClient = Pick<Client, 'getPublicBoardPage'> & Parameters<typeof readDescription>[0];

/** Read without signing in; nothing but the board and its descriptions can be asked for. */
export function publicBoardSource(client: PublicClient, projectId: string): BoardSource {
  return {
    read: (signal, onPage) =>
      readAll(readPublicBoardPages(client, projectId, { signal }), Promise.resolve([]), signal, onPage, publicCardOf),
    async revision(signal) {
      const { pagination } = await client.getPublicBoardPage(projectId, { page: 1, limit: 1 }, signal);
      return pagination?.revision ?? null;
    },
    card: async () => undefined,
    async description(taskId, signal) {
      const which =
        taskId === null
          ? { of: 'public-project' as const, projectId }
          : { of: 'public-task' as const, projectId, taskId };
      try {
        return await readDescription(client, which, { signal });
      } catch (error) {
        if (!isRejected(error, 404)) throw error;
        // Older servers have no such pages, and leave nothing out of the board itself.
        const found = await describedOnBoard(client, projectId, taskId, signal);
        if (found === undefined) throw error;
        return found;
      }
    },
  };
}

/**
 * The open tasks of a board that are due by then (an instant): those in columns that are not final. Throws ServiceError, and what
 * the signal was aborted with.
 */
export async function readDated(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  dueBefore: string,
  signal: AbortSignal,
): Promise<WatchedBoard & { name: string }> {
  let tasks = new Map<string, TaskView>();
  let [name, workspaceId] = ['', ''];
  for await (const { part, isRestart } of readBoardPages(client, projectId, { signal, dueBefore })) {
    if (isRestart) tasks = new Map();
    name = part.name;
    workspaceId = part.workspaceId;
    for (const column of part.columns) {
      if (column.isFinal) continue;
      const place = { status: slugOf(column), statusName: column.name };
      for (const task of column.tasks) {
        // A server may pass over the question.
        if (task.dueDate == null || !(Date.parse(task.dueDate) <= Date.parse(dueBefore))) continue;
        const { id, identifier, title, priority, dueDate, labels, assignee } = cardOf(task, place.status, part.slug);
        const shown = { id, identifier, title, priority, dueDate, labels, assignee };
        tasks.set(id, { ...shown, ...place, projectId, projectName: name });
      }
    }
  }
  return { projectId, workspaceId, name, tasks: [...tasks.values()] };
}

/** undefined where there is no such task. */
async function describedOnBoard(
  client: PublicClient,
  projectId: string,
  taskId: string | null,
  signal: AbortSignal,
): Promise<string | undefined> {
  for await (const { part } of readPublicBoardPages(client, projectId, { signal })) {
    if (taskId === null) return part.description ?? '';
    const task = tasksOf(part).find(({ id }) => id === taskId);
    if (task) return task.description ?? '';
  }
  return undefined;
}

async function readAll(
  pages: AsyncIterable<BoardPageRead>,
  columnsRead: Promise<readonly Column[]>,
  signal: AbortSignal,
  onPage: (page: BoardPage) => void,
  toCard = cardOf,
): Promise<BoardEnd> {
  let found = new Map<string, Omit<BoardColumn, 'tasks'>>();
  let columns: ColumnView[] = [];
  let revision: string | null = null;
  let odd: OddRecords | undefined;
  for await (const { part, progress, isRestart, ...page } of pages) {
    const own = await columnsRead;
    signal.throwIfAborted();
    if (isRestart) [found, odd] = [new Map(), undefined];
    odd = addOdd(odd, page.odd);
    for (const { tasks: _, ...column } of part.columns) found.set(slugOf(column), column);
    columns = columnViews([...found.values()], own);
    revision = page.revision ?? null;
    onPage({
      project: { id: part.id, name: part.name, slug: part.slug, icon: part.icon ?? null },
      columns,
      cards: [
        ...part.columns.flatMap((column) => column.tasks.map((task) => toCard(task, slugOf(column), part.slug))),
        ...part.plannedTasks.map((task) => toCard(task, 'planned', part.slug)),
        ...part.archivedTasks.map((task) => toCard(task, 'archived', part.slug)),
      ],
      read: progress.tasksRead,
      total: progress.total,
      isRestart,
    });
  }
  // A column that cannot be read mostly is odd in both lists.
  return { columns, revision, odd: odd?.dropped.column === undefined ? addOdd(odd, oddIn(await columnsRead)) : odd };
}

/** The project's own list has all of them, in order; a board may have some that are not in it yet. */
function columnViews(found: Omit<BoardColumn, 'tasks'>[], own: readonly Column[]): ColumnView[] {
  const known = new Set(own.map(({ slug }) => slug));
  return [
    ...own.slice(0, MAX_COLUMNS).map((column) => columnView(column, column.slug, column)),
    ...inOrder(found)
      .filter((column) => !known.has(slugOf(column)))
      .map((column) => columnView(column, slugOf(column), null)),
  ].slice(0, MAX_COLUMNS);
}

function columnView(
  { name, icon, isFinal }: Pick<BoardColumn, 'name' | 'icon' | 'isFinal'>,
  slug: string,
  own: Column | null,
): ColumnView {
  const color = own?.color ?? null;
  return {
    slug,
    name,
    icon: icon?.slice(0, MAX_MARK) ?? null,
    color: color?.slice(0, MAX_MARK) ?? null,
    isFinal,
    columnId: own?.id ?? null,
  };
}

/** As they came, where one of them does not say where it stands: older servers give all, in order. */
function inOrder(columns: Omit<BoardColumn, 'tasks'>[]): Omit<BoardColumn, 'tasks'>[] {
  if (columns.some(({ position }) => position == null)) return columns;
  return columns.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
}

/** A rejection counts as no columns, as does nonsense; whatever else went wrong would hit the board as well. */
function unlessRejected(error: unknown): Column[] {
  if (isRejected(error, 400, 403, 404) || (error instanceof ServiceError && error.kind === 'malformed')) return [];
  throw error;
}

const isRejected = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ServiceError && error.kind === 'rejected' && statuses.includes(error.status ?? 0);
