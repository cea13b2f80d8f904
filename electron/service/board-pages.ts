/** Joins the pages of a board (docs/service.md#boards): columns by slug; tasks, labels and external links by id. */
import type { Board, BoardColumn, BoardTask } from './records.ts';

/** The later page wins, but a task keeps the labels and links of both. */
export function joinBoards(earlier: Board, later: Board): Board {
  const laterIds = new Set(tasksOf(later).map(({ id }) => id));
  const repeated = tasksOf(earlier).filter(({ id }) => laterIds.has(id));
  const earlierById = new Map(repeated.map((task) => [task.id, task]));
  const joined = (from: BoardTask[], more: BoardTask[]): BoardTask[] => [
    ...from.filter(({ id }) => !laterIds.has(id)),
    ...more.map((task) => joinTasks(earlierById.get(task.id), task)),
  ];

  const columns = new Map<string, BoardColumn>();
  for (const column of earlier.columns) columns.set(slugOf(column), { ...column, tasks: joined(column.tasks, []) });
  for (const column of later.columns) {
    const earlierTasks = columns.get(slugOf(column))?.tasks ?? [];
    columns.set(slugOf(column), { ...column, tasks: joined(earlierTasks, column.tasks) });
  }
  return {
    ...later,
    columns: inOrder([...columns.values()]),
    plannedTasks: joined(earlier.plannedTasks, later.plannedTasks),
    archivedTasks: joined(earlier.archivedTasks, later.archivedTasks),
  };
}

/** Every task of a board: in columns, planned and archived. */
export function tasksOf(board: Board): BoardTask[] {
  return [...board.columns.flatMap(({ tasks }) => tasks), ...board.plannedTasks, ...board.archivedTasks];
}

/** Counts columns, labels and links. A related page that does not raise the count is the last. */
export function countRelated(board: Board): number {
  return tasksOf(board).reduce(
    (count, task) => count + (task.labels?.length ?? 0) + (task.externalLinks?.length ?? 0),
    board.columns.length,
  );
}

export const slugOf = (column: Pick<BoardColumn, 'id' | 'slug'>): string => column.slug ?? column.id;

function joinTasks(earlier: BoardTask | undefined, later: BoardTask): BoardTask {
  if (earlier === undefined) return later;
  const labels = byId(earlier.labels, later.labels);
  const externalLinks = byId(earlier.externalLinks, later.externalLinks);
  return { ...later, ...(labels && { labels }), ...(externalLinks && { externalLinks }) };
}

function byId<T extends { id: string }>(earlier: T[] | undefined, later: T[] | undefined): T[] | undefined {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  return [...new Map([...earlier, ...later].map((item) => [item.id, item])).values()];
}

/** Older servers send all columns in order, without positions. */
export function inOrder<C extends Pick<BoardColumn, 'position'>>(columns: C[]): C[] {
  if (columns.some(({ position }) => position == null)) return columns;
  return columns.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
}
