/** Reads the cards of a project's or a public board and converts the service's records to views. */

import type { BoardView, CardView, ColumnView } from '../../../shared/contract/board-view.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { WatchedBoard } from '../../../shared/reminders/watched-board.ts';
import { identifierOf, oneLine } from '../../../shared/tasks/clean-text.ts';
import { labelViews } from '../../../shared/tasks/labels.ts';
import { inOrder, slugOf, tasksOf } from '../../service/board-pages.ts';
import type { Client } from '../../service/client.ts';
import { isRejected, ServiceError } from '../../service/errors.ts';
import { type BoardPageRead, boardRevision, readBoardPages, readPublicBoardPages } from '../../service/read-boards.ts';
import { readDescription } from '../../service/read-descriptions.ts';
import {
  type BoardColumn,
  type BoardTask,
  type Column,
  type Lenient,
  mergeUnreadable,
  type Task,
  type UnreadableRecords,
} from '../../service/records.ts';

export interface BoardPage {
  project: BoardView['project'];
  /** All columns read so far, in board order. */
  columns: ColumnView[];
  cards: CardView[];
  /** Tasks read so far, and in total. */
  read: number;
  total: number;
  /** The board changed during the read: former pages are void. */
  isRestart: boolean;
  /** null if the service has none. */
  revision: string | null;
  unreadable: UnreadableRecords | undefined;
}

export interface BoardSource {
  /** Throws ServiceError (`KEEPS_CHANGING` if the board changed during each try) and the signal's reason. */
  pages(signal: AbortSignal): AsyncIterable<BoardPage>;
  /** The service's current revision; null if it has none. Throws ServiceError. */
  revision(signal: AbortSignal): Promise<string | null>;
  /**
   * Reads one task; `known`: its card so far. `gone`: it was deleted or moved to another project; undefined if the answer
   * lacks fields. Throws ServiceError.
   */
  card(taskId: string, known: CardView | undefined, slug: string): Promise<CardView | 'gone' | undefined>;
  /** Public boards only: the whole description of a task, or of the project (null); '' for none. Throws ServiceError. */
  description?(taskId: string | null, signal: AbortSignal): Promise<string>;
}

/** The window draws all columns; a page has at most a hundred (docs/service.md#boards). */
const MAX_COLUMNS = 100;
/** Length of an icon name or a colour (UTF-16 code units). */
const MAX_MARK = 200;

/** Limits of a public task's links: how many are shown, and how long an address may be (UTF-16 code units). */
const MAX_LINKS = 50;
const MAX_URL = 2_000;

type ProjectClient = Pick<Client, 'getBoardPage' | 'listColumns' | 'getTask'>;

export function projectBoardSource(client: ProjectClient, projectId: string): BoardSource {
  return {
    pages(signal) {
      // For ids, colours and empty columns; the board can be shown without them.
      const columns = client.listColumns(projectId).catch(unlessRejected);
      // A failure is thrown with the first page; until then it must not count as unhandled.
      columns.catch(() => undefined);
      return pagesOf(readBoardPages(client, projectId, { signal }), columns, signal);
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

/** `status`: a column's slug, `planned` or `archived`. */
export function cardOf(task: BoardTask, status: string, projectSlug: string): CardView {
  const userId = task.assigneeId ?? task.userId ?? null;
  return {
    id: task.id,
    identifier: identifierOf(projectSlug, task.number),
    title: task.title,
    status,
    priority: task.priority,
    dueDate: task.dueDate ?? null,
    startDate: task.startDate ?? null,
    labels: labelViews(task.labels ?? []),
    assignee: userId === null ? null : { id: userId, name: task.assigneeName || messages.tasks.somebody },
    subtasks: task.subtaskCounts ?? null,
    position: task.position ?? 0,
    number: task.number ?? 0,
    isPending: false,
  };
}

/** A card of a public board. Links that cannot be opened are left out. */
export function publicCardOf(task: BoardTask, status: string, projectSlug: string): CardView {
  const links = (task.externalLinks ?? [])
    .filter(({ url }) => url.length <= MAX_URL && /^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    .slice(0, MAX_LINKS)
    .map(({ title, url }) => ({ title: title || oneLine(url, MAX_URL), url }));
  return { ...cardOf(task, status, projectSlug), links };
}

/** The result of `card`; `task` is null if it does not exist. Pure. */
export function taskCard(
  task: Task | null,
  projectId: string,
  known: CardView | undefined,
  slug: string,
): CardView | 'gone' | undefined {
  if (task === null || task.projectId !== projectId) return 'gone';
  const { status, title, priority, createdAt } = task;
  // Some servers return fewer fields: the change appears with the next read of the board.
  if (status === undefined || title === undefined || priority == null) return undefined;
  const card = cardOf(
    { ...task, status, title, priority, number: task.number ?? null, createdAt: createdAt ?? '' },
    status,
    slug,
  );
  // Some servers return single tasks without a position: keep the known one.
  if (task.position === undefined && known !== undefined) card.position = known.position;
  return { ...card, labels: known?.labels ?? [], subtasks: known?.subtasks ?? null };
}

type PublicClient = Pick<Client, 'getPublicBoardPage'> & Parameters<typeof readDescription>[0];

/** Read without credential; only the board and its descriptions are available. */
export function publicBoardSource(
  client: PublicClient,
  projectId: string,
  onPerson: (id: string, image: string) => void = () => undefined,
): BoardSource {
  const toCard: typeof publicCardOf = (task, status, slug) => {
    const card = publicCardOf(task, status, slug);
    if (card.assignee !== null && task.assigneeImage) onPerson(card.assignee.id, task.assigneeImage);
    return card;
  };
  return {
    pages: (signal) =>
      pagesOf(readPublicBoardPages(client, projectId, { signal }), Promise.resolve([]), signal, toCard),
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
        // Older servers lack this route, but their boards include whole descriptions.
        const found = await readDescriptionFromBoard(client, projectId, taskId, signal);
        if (found === undefined) throw error;
        return found;
      }
    },
  };
}

/** The tasks in open columns of a board that are due before an instant. Throws ServiceError and the signal's reason. */
export async function readDueTasks(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  dueBefore: string,
  signal: AbortSignal,
): Promise<WatchedBoard & { name: string; revision: string | null }> {
  let tasks = new Map<string, TaskView>();
  let [name, workspaceId] = ['', ''];
  let revision: string | null = null;
  for await (const { part, isRestart, ...page } of readBoardPages(client, projectId, { signal }, { dueBefore })) {
    if (isRestart) tasks = new Map();
    name = part.name;
    workspaceId = part.workspaceId;
    revision = page.revision ?? null;
    for (const column of part.columns) {
      if (column.isFinal) continue;
      const place = { status: slugOf(column), statusName: column.name };
      for (const task of column.tasks) {
        // Some servers ignore the filter.
        if (task.dueDate == null || !(Date.parse(task.dueDate) <= Date.parse(dueBefore))) continue;
        const { id, identifier, title, priority, dueDate, labels, assignee } = cardOf(task, place.status, part.slug);
        const shown = { id, identifier, title, priority, dueDate, labels, assignee };
        tasks.set(id, { ...shown, ...place, projectId, projectName: name });
      }
    }
  }
  return { projectId, workspaceId, name, revision, tasks: [...tasks.values()] };
}

/** undefined if there is no such task. */
async function readDescriptionFromBoard(
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

async function* pagesOf(
  pages: AsyncIterable<BoardPageRead>,
  columnsRead: Promise<Lenient<Column[]>>,
  signal: AbortSignal,
  toCard = cardOf,
): AsyncGenerator<BoardPage, void, void> {
  let found = new Map<string, Omit<BoardColumn, 'tasks'>>();
  let unreadable: UnreadableRecords | undefined;
  for await (const { part, progress, isRestart, ...page } of pages) {
    const own = await columnsRead;
    signal.throwIfAborted();
    if (isRestart) [found, unreadable] = [new Map(), undefined];
    unreadable = mergeUnreadable(unreadable, page.unreadable);
    for (const { tasks: _, ...column } of part.columns) found.set(slugOf(column), column);
    yield {
      project: {
        id: part.id,
        name: part.name,
        slug: part.slug,
        icon: part.icon ?? null,
        ...(part.backgroundVersion && { backgroundVersion: part.backgroundVersion }),
      },
      columns: columnViews([...found.values()], own),
      cards: [
        ...part.columns.flatMap((column) => column.tasks.map((task) => toCard(task, slugOf(column), part.slug))),
        ...part.plannedTasks.map((task) => toCard(task, 'planned', part.slug)),
        ...part.archivedTasks.map((task) => toCard(task, 'archived', part.slug)),
      ],
      read: progress.tasksRead,
      total: progress.total,
      isRestart,
      revision: page.revision ?? null,
      // An unreadable column is usually in both lists: count it once.
      unreadable: unreadable?.dropped.column === undefined ? mergeUnreadable(unreadable, own.unreadable) : unreadable,
    };
  }
}

/** The project's list is complete and ordered; the board may have newer columns. */
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

/** No columns if the request was rejected or the answer malformed; any other error would fail the board too. */
function unlessRejected(error: unknown): Lenient<Column[]> {
  if (isRejected(error, 400, 403, 404) || (error instanceof ServiceError && error.kind === 'malformed')) return [];
  throw error;
}
