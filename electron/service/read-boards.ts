/** Boards come in pages (docs/service.md#boards). */

import { countRelated, joinBoards, tasksOf } from './board-pages.ts';
import type { Client } from './client.ts';
import type { BoardPageNumbers } from './endpoints/boards.ts';
import { ServiceError } from './errors.ts';
import { createPageLimit } from './page-limit.ts';
import {
  attachUnreadable,
  type Board,
  type BoardColumn,
  type BoardPagination,
  type BoardResponse,
  type BoardTask,
  mergeUnreadable,
  type UnreadableRecords,
  unreadableIn,
} from './records.ts';
import { type ReadOptions, restartWhenChanged, retryWhenBusy } from './retry-busy-page.ts';

export interface AssignedOnBoard {
  projectName: string;
  projectSlug: string;
  projectIcon: string | null;
  /** The task and the column it sits in; null for a planned task. */
  tasks: { task: BoardTask; column: Omit<BoardColumn, 'tasks'> | null }[];
  /** What of the board could not be read. */
  unreadable: UnreadableRecords | undefined;
}

/** A page of a board, with all that belongs to its tasks. */
export interface BoardPageRead {
  /** Its tasks, and as many columns as the service sends with them. */
  part: Board;
  /** `total` is the service's word for the whole board; 0 pages is an empty one. */
  progress: { tasksRead: number; total: number; page: number; totalPages: number };
  /** True on the first page after the board changed and the read began again: what came before counts no more. */
  isRestart: boolean;
  /** True on the last page. */
  isComplete: boolean;
  /** What `boardRevision` gives while the board stays as it is; undefined where the service does not say. */
  revision: string | undefined;
  /** What of the page could not be read. */
  unreadable: UnreadableRecords | undefined;
}

/** A board while it is read. */
export interface BoardRead extends Omit<BoardPageRead, 'part'> {
  /** All that was read so far; smaller than before on a restart. */
  board: Board;
}

const PAGE_SIZE = 100;
/** Pages under way at the same time: the way there and back takes longer than the page. */
const AT_ONCE = 2;
/** A hundred labels and links of one page's tasks on each. */
const MAX_RELATED_PAGES = 200;

/**
 * A whole board, page by page, as soon as each is there; nothing of a page is kept here. Where the board changes in the
 * middle, it is read anew, three times at most; then it throws a ServiceError with the code `KEEPS_CHANGING`, as it throws one
 * where the pages do not end (page-guard.ts). `dueBefore` (an instant): only tasks that have a due date, and one not after that.
 */
export function readBoardPages(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  { dueBefore, ...options }: ReadOptions & { dueBefore?: string } = {},
): AsyncGenerator<BoardPageRead, void, void> {
  const query = { sortBy: 'number', sortOrder: 'asc', ...(dueBefore !== undefined && { dueBefore }) } as const;
  return readPages((numbers) => client.getBoardPage(projectId, { ...numbers, ...query }, options.signal), options);
}

/** The same for a public board, without signing in. */
export function readPublicBoardPages(
  client: Pick<Client, 'getPublicBoardPage'>,
  projectId: string,
  options: ReadOptions = {},
): AsyncGenerator<BoardPageRead, void, void> {
  return readPages(async (numbers) => {
    const answer = await client.getPublicBoardPage(projectId, numbers, options.signal);
    const { pagination, ...data } = answer;
    const page = { data, pagination: pagination ?? onlyPage(data) };
    attachUnreadable(page, unreadableIn(answer));
    return page;
  }, options);
}

/** A whole board, given page by page: all that was read so far. */
export function readBoard(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  options: ReadOptions = {},
): AsyncGenerator<BoardRead, void, void> {
  return joined(readBoardPages(client, projectId, options));
}

/** The same for a public board, without signing in. */
export function readPublicBoard(
  client: Pick<Client, 'getPublicBoardPage'>,
  projectId: string,
  options: ReadOptions = {},
): AsyncGenerator<BoardRead, void, void> {
  return joined(readPublicBoardPages(client, projectId, options));
}

/** True where the service has no such board for this person: asking again soon does not help. */
export const isNoBoard = (error: unknown): boolean =>
  error instanceof ServiceError && error.kind === 'rejected' && [400, 403, 404].includes(error.status ?? 0);

/** Changes whenever the board does, for one small request; undefined where the service does not say. */
export async function boardRevision(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const query = { page: 1, limit: 1, sortBy: 'number', sortOrder: 'asc' } as const;
  return (await client.getBoardPage(projectId, query, signal)).pagination.revision;
}

type PageSource = (numbers: BoardPageNumbers) => Promise<BoardResponse>;

/** Older servers give a public board at once. */
function onlyPage(board: Board): BoardPagination {
  const total = tasksOf(board).length;
  return { total, page: 1, pageSize: total, totalPages: 1 };
}

async function* joined(pages: AsyncIterable<BoardPageRead>): AsyncGenerator<BoardRead, void, void> {
  let board: Board | null = null;
  for await (const { part, ...read } of pages) {
    board = board === null || read.isRestart ? part : joinBoards(board, part);
    yield { board, ...read };
  }
}

async function* readPages(source: PageSource, options: ReadOptions): AsyncGenerator<BoardPageRead, void, void> {
  for (let restarts = 0; ; ) {
    let isRestart = restarts > 0;
    let revision: string | undefined;
    /** A task that moved between pages is on two of them. */
    const seen = createPageLimit();
    const answers: Promise<BoardResponse | 'changed'>[] = [];
    let asked = 0;
    let lastPage = 1;
    const ask = (): void => {
      while (answers.length < AT_ONCE && asked < lastPage) {
        asked += 1;
        const answer = readTaskPage(source, asked, revision, options);
        // Nobody may be there any more to hear that it failed.
        answer.catch(() => undefined);
        answers.push(answer);
      }
    };
    for (let page = 1; ; page += 1) {
      ask();
      const found = await answers.shift();
      if (found === undefined || found === 'changed') break;
      const { data, pagination } = found;
      lastPage = pagination.totalPages;
      revision ??= pagination.revision;
      const tasks = tasksOf(data);
      // A page past the end is empty: a wrong count of pages must not keep us asking.
      const unreadable = unreadableIn(found);
      const isComplete = page >= pagination.totalPages || isEmpty(data, unreadable);
      seen.add(tasks.map(({ id }) => id));
      const { total, totalPages } = pagination;
      const progress = { tasksRead: seen.count, total, page, totalPages };
      // On their way while this one is looked at.
      if (!isComplete) ask();
      yield { part: data, progress, isRestart, isComplete, revision, unreadable };
      if (isComplete) return;
      isRestart = false;
    }
    restarts += 1;
    await restartWhenChanged(restarts, 'board', options);
  }
}

/**
 * One page of tasks with all its related pages; `changed` where the board is no longer at `revision`, or what
 * belongs to its tasks changed in between.
 */
async function readTaskPage(
  source: PageSource,
  page: number,
  revision: string | undefined,
  options: ReadOptions,
): Promise<BoardResponse | 'changed'> {
  const first = await retryWhenBusy(() => source({ page, limit: PAGE_SIZE }), options);
  if (differs(revision, first.pagination.revision)) return 'changed';
  let { data } = first;
  const { relatedTotalPages = 1, relatedRevision } = first.pagination;
  for (let relatedPage = 2; relatedPage <= relatedTotalPages; relatedPage += 1) {
    const more = await retryWhenBusy(() => source({ page, limit: PAGE_SIZE, relatedPage }), options);
    const isOther =
      differs(first.pagination.revision, more.pagination.revision) ||
      differs(relatedRevision, more.pagination.relatedRevision);
    if (isOther) return 'changed';
    const before = countRelated(data);
    data = joinBoards(data, more.data);
    // As above: beyond the last related page there is nothing new.
    if (countRelated(data) === before && unreadableIn(more) === undefined) break;
    if (relatedPage === MAX_RELATED_PAGES) {
      throw new ServiceError({
        kind: 'too-large',
        reason: { is: 'endless', what: 'labels', limit: MAX_RELATED_PAGES },
      });
    }
  }
  const whole = { data, pagination: first.pagination };
  // Related pages repeat the tasks of the first, and what is odd about them.
  attachUnreadable(whole, unreadableIn(first));
  return whole;
}

/** Beyond the last page. One of which nothing could be read is not. */
const isEmpty = (board: Board, unreadable: UnreadableRecords | undefined): boolean =>
  tasksOf(board).length === 0 && Object.keys(unreadable?.dropped ?? {}).length === 0;

/** Only where both are said: older servers say neither. */
const differs = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now;

/** A person's open tasks on one board: every page, final columns and archived tasks left out, each task once. */
export async function readAssigned(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  assigneeId: string,
): Promise<AssignedOnBoard> {
  const found = new Map<string, AssignedOnBoard['tasks'][number]>();
  const seen = createPageLimit();
  let unreadable: UnreadableRecords | undefined;
  for (let page = 1; ; page += 1) {
    const answer = await client.getBoardPage(projectId, {
      page,
      limit: PAGE_SIZE,
      assigneeId,
      sortBy: 'number',
      sortOrder: 'asc',
    });
    const { data, pagination } = answer;
    unreadable = mergeUnreadable(unreadable, unreadableIn(answer));
    for (const { tasks, ...column } of data.columns) {
      if (column.isFinal) continue;
      for (const task of tasks) found.set(task.id, { task, column });
    }
    for (const task of data.plannedTasks) found.set(task.id, { task, column: null });
    // A page past the end is empty: a wrong count of pages must not keep us asking.
    if (page >= pagination.totalPages || isEmpty(data, unreadableIn(answer))) {
      return {
        projectName: data.name,
        projectSlug: data.slug,
        projectIcon: data.icon ?? null,
        tasks: [...found.values()],
        unreadable,
      };
    }
    seen.add(tasksOf(data).map(({ id }) => id));
  }
}
