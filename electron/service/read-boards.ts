/** Reads boards page by page (docs/service.md#boards). */

import { countRelated, joinBoards, tasksOf } from './board-pages.ts';
import type { Client } from './client.ts';
import { ServiceError } from './errors.ts';
import { createPageLimit } from './page-limit.ts';
import {
  type Board,
  type BoardColumn,
  type BoardPagination,
  type BoardResponse,
  type BoardTask,
  type Lenient,
  mergeUnreadable,
  type UnreadableRecords,
} from './records.ts';
import type { BoardPageNumbers, BoardQuery } from './resources/boards.ts';
import { type ReadOptions, restartWhenChanged, retryWhenBusy } from './retry-busy-page.ts';

export interface AssignedOnBoard {
  projectName: string;
  projectSlug: string;
  projectIcon: string | null;
  /** `column`: null for a planned task. */
  tasks: { task: BoardTask; column: Omit<BoardColumn, 'tasks'> | null }[];
  unreadable: UnreadableRecords | undefined;
}

/** A page of a board, with the labels and links of its tasks. */
export interface BoardPageRead {
  /** The page's tasks, in the columns that the service sends with them. */
  part: Board;
  /** `total`: tasks of the whole board according to the service. `totalPages`: 0 for an empty board. */
  progress: { tasksRead: number; total: number; page: number; totalPages: number };
  /** The board changed and the read began again: discard the earlier pages. */
  isRestart: boolean;
  /** This is the last page. */
  isComplete: boolean;
  /** Compare with `boardRevision` to see whether the board changed; undefined on servers without revisions. */
  revision: string | undefined;
  unreadable: UnreadableRecords | undefined;
}

const PAGE_SIZE = 100;
/** Two requests at a time hide the network latency. */
const MAX_CONCURRENT = 2;
/** Pages of 100 labels and links for the tasks of one page. */
const MAX_RELATED_PAGES = 200;

/** Only tasks with a due date up to an instant, or of one person. Some servers ignore `dueBefore`. */
type BoardFilter = Pick<BoardQuery, 'dueBefore' | 'assigneeId'>;

/**
 * Yields the pages of a board as they arrive. If the board changes during the read, the read begins again, at most three times;
 * then it throws a ServiceError with the code `KEEPS_CHANGING`. Throws also if the pages do not end (page-limit.ts).
 */
export function readBoardPages(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  options: ReadOptions = {},
  filter: BoardFilter = {},
): AsyncGenerator<BoardPageRead, void, void> {
  const query = { ...filter, sortBy: 'number', sortOrder: 'asc' } as const;
  return readPages((numbers) => client.getBoardPage(projectId, { ...numbers, ...query }, options.signal), options);
}

/** Reads a public board like `readBoardPages`, without signing in. */
export function readPublicBoardPages(
  client: Pick<Client, 'getPublicBoardPage'>,
  projectId: string,
  options: ReadOptions = {},
): AsyncGenerator<BoardPageRead, void, void> {
  return readPages(async (numbers) => {
    const answer = await client.getPublicBoardPage(projectId, numbers, options.signal);
    const { pagination, unreadable, ...data } = answer;
    return { data, pagination: pagination ?? onlyPage(data), ...(unreadable && { unreadable }) };
  }, options);
}

/** The board's revision, which changes with the board. Costs one small request. undefined on servers without revisions. */
export async function boardRevision(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const query = { page: 1, limit: 1, sortBy: 'number', sortOrder: 'asc' } as const;
  return (await client.getBoardPage(projectId, query, signal)).pagination.revision;
}

type PageSource = (numbers: BoardPageNumbers) => Promise<Lenient<BoardResponse>>;

/** Older servers send a public board as a single page. */
function onlyPage(board: Board): BoardPagination {
  const total = tasksOf(board).length;
  return { total, page: 1, pageSize: total, totalPages: 1 };
}

async function* readPages(source: PageSource, options: ReadOptions): AsyncGenerator<BoardPageRead, void, void> {
  for (let restarts = 0; ; ) {
    let isRestart = restarts > 0;
    let revision: string | undefined;
    const limit = createPageLimit();
    const requests: Promise<Lenient<BoardResponse> | 'changed'>[] = [];
    let requestedPage = 0;
    let lastPage = 1;
    const requestPages = (): void => {
      while (requests.length < MAX_CONCURRENT && requestedPage < lastPage) {
        requestedPage += 1;
        const request = readTaskPage(source, requestedPage, revision, options);
        // The consumer may stop before it awaits this request.
        request.catch(() => undefined);
        requests.push(request);
      }
    };
    for (let page = 1; ; page += 1) {
      requestPages();
      const answer = await requests.shift();
      if (answer === undefined || answer === 'changed') break;
      const { data, pagination, unreadable } = answer;
      const { total, totalPages } = pagination;
      lastPage = totalPages;
      revision ??= pagination.revision;
      // An empty page is past the end: `totalPages` may be too high.
      const isComplete = page >= totalPages || isEmpty(data, unreadable);
      limit.add(tasksOf(data).map(({ id }) => id));
      const progress = { tasksRead: limit.count, total, page, totalPages };
      // Load the next pages while the consumer processes this one.
      if (!isComplete) requestPages();
      yield { part: data, progress, isRestart, isComplete, revision, unreadable };
      if (isComplete) return;
      isRestart = false;
    }
    restarts += 1;
    await restartWhenChanged(restarts, 'board', options);
  }
}

/** Reads a page of tasks with its related pages. `changed`: the board is no longer at `revision`, or the related pages changed. */
async function readTaskPage(
  source: PageSource,
  page: number,
  revision: string | undefined,
  options: ReadOptions,
): Promise<Lenient<BoardResponse> | 'changed'> {
  const first = await retryWhenBusy(() => source({ page, limit: PAGE_SIZE }), options);
  if (differs(revision, first.pagination.revision)) return 'changed';
  let { data } = first;
  const { relatedTotalPages = 1, relatedRevision } = first.pagination;
  for (let relatedPage = 2; relatedPage <= relatedTotalPages; relatedPage += 1) {
    const more = await retryWhenBusy(() => source({ page, limit: PAGE_SIZE, relatedPage }), options);
    const hasChanged =
      differs(first.pagination.revision, more.pagination.revision) ||
      differs(relatedRevision, more.pagination.relatedRevision);
    if (hasChanged) return 'changed';
    const before = countRelated(data);
    data = joinBoards(data, more.data);
    // A related page without new records is past the end.
    if (countRelated(data) === before && more.unreadable === undefined) break;
    if (relatedPage === MAX_RELATED_PAGES) {
      throw new ServiceError({
        kind: 'too-large',
        reason: { is: 'endless', what: 'labels', limit: MAX_RELATED_PAGES },
      });
    }
  }
  // Related pages repeat the tasks of the first page, so only its unreadable records are counted.
  return { ...first, data };
}

/** The page is past the end. A page of which no task could be parsed is not. */
const isEmpty = (board: Board, unreadable: UnreadableRecords | undefined): boolean =>
  tasksOf(board).length === 0 && Object.keys(unreadable?.dropped ?? {}).length === 0;

/** False on older servers, which send no revisions. */
const differs = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now;

/** Reads all open tasks of a person on a board, without final columns and archived tasks. Throws like `readBoardPages`. */
export async function readAssigned(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  assigneeId: string,
  options: ReadOptions = {},
): Promise<AssignedOnBoard> {
  let project: Pick<Board, 'name' | 'slug' | 'icon'> = { name: '', slug: '' };
  let tasks = new Map<string, AssignedOnBoard['tasks'][number]>();
  let unreadable: UnreadableRecords | undefined;
  for await (const { part, isRestart, ...page } of readBoardPages(client, projectId, options, { assigneeId })) {
    if (isRestart) [tasks, unreadable] = [new Map(), undefined];
    project = part;
    unreadable = mergeUnreadable(unreadable, page.unreadable);
    for (const { tasks: inColumn, ...column } of part.columns) {
      if (column.isFinal) continue;
      for (const task of inColumn) tasks.set(task.id, { task, column });
    }
    for (const task of part.plannedTasks) tasks.set(task.id, { task, column: null });
  }
  const { name, slug, icon = null } = project;
  return { projectName: name, projectSlug: slug, projectIcon: icon, tasks: [...tasks.values()], unreadable };
}
