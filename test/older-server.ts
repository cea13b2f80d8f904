/**
 * An older server (docs/service.md#differences-between-servers): a local workspace whose answers are converted to the older form, without
 * the routes that only newer servers have.
 *
 * Not converted: API keys are limited on every route (older servers: only on /auth), a project's slug is unique, and an entry that
 * starts after its end is rejected on creation (older servers: only on update).
 */
import { z } from 'zod';
import type { LocalWorkspace } from '../electron/local/local-workspace.ts';
import { joinBoards, tasksOf } from '../electron/service/board-pages.ts';
import {
  ApiError,
  Board,
  BoardPagination,
  BoardResponse,
  ProjectListItem,
  TimeEntry,
} from '../electron/service/records.ts';

/** The only client id that a stock older server allows. */
export const OLDER_CLIENT_IDS = ['kaneo-cli'];

/** The routes that are not there, as `METHOD /path`. */
const MISSING = [
  /^GET \/user\/me$/,
  /^GET \/workspace$/,
  /^GET \/task$/,
  /^GET \/task\/by-ticket-id\//,
  // Older servers have no project in this path.
  /^GET \/github-integration\/repositories\//,
  /^(POST|DELETE) \/external-link\/task\//,
  /^PUT \/project\/[^/]+\/move$/,
  /^\w+ \/calendar-feed\//,
  /^GET \/task\/[^/]+\/description$/,
  /^GET \/task\/description-matches\//,
  /^GET \/public-project\/[^/]+\/(task\/[^/]+\/)?description$/,
  /^\w+ \/project\/[^/]+\/background/,
];

/** Older servers crash here: the route, and the rejection of the local workspace. */
const CRASHES: [RegExp, RegExp][] = [
  [/^GET \/task\/tasks\//, /query\./],
  [/^PUT \/column\//, /Nothing to change/],
  [/^PUT \/task\/assignee\//, /not a member/],
  [/^POST \/time-entry$/, /Task not found|Invalid date/],
  [/^PUT \/time-entry\//, /Invalid date/],
];

/** One request as it came; `ask` reads more of the local workspace, as its owner. */
interface Asked {
  route: string;
  query: URLSearchParams;
  body: string;
  ask: (path: string) => Promise<Response>;
}

type Change = (answer: unknown, asked: Asked) => unknown;

export function olderServer(workspace: Pick<LocalWorkspace, 'fetch' | 'openSession'>): LocalWorkspace['fetch'] {
  const headers = { Authorization: `Bearer ${workspace.openSession().token}` };
  const ask: Asked['ask'] = async (path) => workspace.fetch(new Request(`http://localhost/api${path}`, { headers }));
  /** The duration is 0 after each POST, whatever its end, until a PUT. */
  const unmeasured = new Set<string>();
  const withDuration = (entry: unknown) => {
    const known = TimeEntry.safeParse(entry).data;
    return known !== undefined && unmeasured.has(known.id) ? { ...Object(entry), duration: 0 } : entry;
  };

  const CHANGES: [RegExp, Change][] = [
    [/^POST \/auth\/organization\/has-permission$/, (answer) => ({ ...Object(answer), error: null })],
    [/^GET \/config$/, (answer) => olderConfig(answer)],
    [/^GET \/project$/, (answer, asked) => Promise.all(z.array(z.unknown()).parse(answer).map(dueOfAll(asked)))],
    [/^GET \/project\/[^/]+$/, async (answer, asked) => ({ ...Object(answer), tasks: await allTasks(answer, asked) })],
    [/^GET \/task\/tasks\//, olderBoard],
    [/^GET \/public-project\//, olderPublicBoard],
    [/^GET \/search$/, repeatedHits],
    [/^GET \/notification$/, withWorkspaceName],
    // Only the list has `user`.
    [/^(POST|PUT|DELETE) \/comment\//, (answer) => without(answer, 'user')],
    [/^GET \/activity\//, withComments],
    [/^GET \/task-relation\//, (answer) => z.array(z.unknown()).parse(answer).map(withoutCompletion)],
    [
      /^POST \/time-entry$/,
      (entry) => {
        unmeasured.add(TimeEntry.parse(entry).id);
        return withDuration(entry);
      },
    ],
    [
      /^PUT \/time-entry\//,
      (entry) => {
        unmeasured.delete(TimeEntry.parse(entry).id);
        return entry;
      },
    ],
    [/^GET \/time-entry\/task\//, (entries) => z.array(z.unknown()).parse(entries).map(withDuration)],
    [/^GET \/time-entry\//, withDuration],
  ];

  return async (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/api/')) return workspace.fetch(request);
    const path = url.pathname.slice('/api'.length);
    const route = `${request.method} ${path}`;
    const { method } = request;
    const body = await request.text();
    const asked: Asked = { route, query: url.searchParams, body, ask };

    // 401 without a live login, else a text 404, like any unknown path.
    if (MISSING.some((missing) => missing.test(route))) url.pathname = '/api/missing';
    // With the default sort, pages lose and repeat tasks.
    if (route.startsWith('GET /task/tasks/') && !url.searchParams.has('sortBy')) {
      url.searchParams.set('sortOrder', Number(url.searchParams.get('page') ?? 1) % 2 === 0 ? 'desc' : 'asc');
    }
    const sent = new Request(url, { method, headers: request.headers, ...(body === '' ? {} : { body }) });
    const answer = await workspace.fetch(sent);
    // Only newer servers send these.
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) answer.headers.delete(name);
    if (answer.status >= 400) return olderRejection(answer, asked);
    // `assigned` is taken for the id of a task.
    if (route === 'GET /task/assigned') return new Response('Task not found', { status: 404, headers: PLAIN });
    // No code host is set up.
    if (route === 'POST /github-integration/verify') {
      return new Response('GitHub is not configured', { status: 500, headers: PLAIN });
    }
    const change = CHANGES.find(([changed]) => changed.test(route))?.[1];
    return change === undefined ? answer : Response.json(await change(await answer.json(), asked));
  };
}

const PLAIN = { 'Content-Type': 'text/plain; charset=UTF-8' };

/** The older forms of errors (docs/service.md#errors). */
async function olderRejection(answer: Response, { route, query, body }: Asked): Promise<Response> {
  const { status } = answer;
  const text = await answer.text();
  const plain = (words: string) => new Response(words, { status, headers: PLAIN });
  const json = jsonOf(text);
  const error = ApiError.safeParse(json).data;
  if (error === undefined) {
    // A malformed body of the device flow is rejected without `error`.
    const { error: code, error_description: message } = Object(json);
    if (route.startsWith('POST /auth/device/') && code === 'invalid_request')
      return Response.json({ message, code: 'BAD_REQUEST' }, { status });
    return json === undefined ? plain(text) : Response.json(json, { status });
  }
  const { message, code, issues = [] } = error;
  if (/^\w+ \/auth\//.test(route)) {
    if (code === 'UNAUTHORIZED') {
      return Response.json({ message: 'Invalid API key.', code: 'INVALID_API_KEY' }, { status: 403 });
    }
    if (status !== 429) return Response.json({ message, code }, { status });
    const details = { tryAgainIn: Number(answer.headers.get('retry-after')) * 1000 };
    return Response.json({ message: 'Rate limit exceeded.', code: 'RATE_LIMITED', details }, { status });
  }
  // With a workspace in the query, an unknown entry is an empty 200.
  if (status === 400 && /^GET \/time-entry\/[^/]+$/.test(route) && query.has('workspaceId')) return new Response('');
  if (status === 500 || CRASHES.some(([crashing, words]) => crashing.test(route) && words.test(message))) {
    return Response.json({ message: 'Internal Server Error' }, { status: 500 });
  }
  if (code !== 'VALIDATION_ERROR') return plain(message);
  const older = issues.map((issue) => ({ message: issue.message, path: issue.path.split('.').slice(1) }));
  return Response.json({ success: false, error: older, data: jsonOf(body) ?? {} }, { status });
}

/** Other names for three sign-ins, and no fields of newer servers. */
function olderConfig(answer: unknown): unknown {
  const { hasCodehostSignIn, hasIdentityProviderSignIn, hasChatSignIn, ...config } = Object(answer);
  return {
    ...without(config, 'isCloud', 'hasImageUploads', 'customOAuthName'),
    hasGithubSignIn: hasCodehostSignIn,
    hasGoogleSignIn: hasIdentityProviderSignIn,
    hasDiscordSignIn: hasChatSignIn,
  };
}

/** `statistics.dueDate` is the soonest of all tasks, done and archived ones included. */
const dueOfAll =
  ({ ask }: Asked) =>
  async (item: unknown) => {
    const { id, statistics } = ProjectListItem.parse(item);
    const soonest = await ask(`/task/tasks/${encodeURIComponent(id)}?sortBy=dueDate&limit=1`);
    const [task] = tasksOf(BoardResponse.parse(await soonest.json()).data);
    return { ...Object(item), statistics: { ...statistics, dueDate: task?.dueDate ?? null } };
  };

/** A project comes with all its tasks. */
async function allTasks(project: unknown, { ask }: Asked): Promise<unknown> {
  const { id } = z.object({ id: z.string() }).parse(project);
  return tasksOf(await wholeBoard(pagesOf(`GET /task/tasks/${encodeURIComponent(id)}`, ask)));
}

type ReadPage = (query: string) => Promise<BoardResponse>;

/** No related pages (each page is complete), no subtask counts, no column positions, no revisions. */
const olderBoard: Change = async (_, { route, query, ask }) => {
  const { data, pagination } = await fullPage(pagesOf(route, ask), String(query));
  const { total, page, pageSize, totalPages } = pagination;
  return { data: await olderForm(data, ask), pagination: { total, page, pageSize, totalPages } };
};

/** The bare board, with all its tasks. */
const olderPublicBoard: Change = async (_, { route, ask }) => {
  const Page = Board.extend({ pagination: BoardPagination });
  const read: ReadPage = async (query) => {
    const { pagination, ...data } = Page.parse(await (await ask(`${pathOf(route)}?${query}`)).json());
    return { data, pagination };
  };
  return olderForm(await wholeBoard(read), ask);
};

const pathOf = (route: string) => route.slice(route.indexOf('/'));

const pagesOf =
  (route: string, ask: Asked['ask']): ReadPage =>
  async (query) =>
    BoardResponse.parse(await (await ask(`${pathOf(route)}?${query}`)).json());

/** One page, with all that belongs to its tasks. */
async function fullPage(read: ReadPage, query: string): Promise<BoardResponse> {
  const page = await read(query);
  for (let related = 2; related <= (page.pagination.relatedTotalPages ?? 1); related += 1) {
    page.data = joinBoards(page.data, (await read(`${query}&relatedPage=${related}`)).data);
  }
  return page;
}

async function wholeBoard(read: ReadPage): Promise<Board> {
  const everything = 'limit=100&sortBy=number';
  let { data, pagination } = await fullPage(read, everything);
  for (let page = 2; page <= pagination.totalPages; page += 1) {
    data = joinBoards(data, (await fullPage(read, `${everything}&page=${page}`)).data);
  }
  return data;
}

/** Boards carry every description in full. */
async function olderForm(board: Board, ask: Asked['ask']): Promise<unknown> {
  const older = async ({ subtaskCounts: _, descriptionDeferred, ...task }: Board['plannedTasks'][number]) => {
    if (descriptionDeferred !== true) return task;
    const { description } = Object(await (await ask(`/task/${encodeURIComponent(task.id)}`)).json());
    return { ...task, description };
  };
  const all = (tasks: Board['plannedTasks']) => Promise.all(tasks.map(older));
  const columns = board.columns.map(async ({ position: _, ...column }) => ({
    ...column,
    tasks: await all(column.tasks),
  }));
  const { description } =
    board.descriptionDeferred === true
      ? Object(await (await ask(`/project/${encodeURIComponent(board.id)}`)).json())
      : board;
  return {
    ...without(board, 'descriptionDeferred'),
    description,
    columns: await Promise.all(columns),
    plannedTasks: await all(board.plannedTasks),
    archivedTasks: await all(board.archivedTasks),
  };
}

/** Hits are repeated for each member of the workspace. */
const repeatedHits: Change = async (answer, { query, ask }) => {
  const found = z.looseObject({ results: z.array(z.unknown()), totalCount: z.number() }).parse(answer);
  const members = await (await ask(`/workspace/${query.get('workspaceId')}/members`)).json();
  const results = found.results.flatMap((hit) =>
    z
      .array(z.unknown())
      .parse(members)
      .map(() => hit),
  );
  return { ...found, results, totalCount: results.length };
};

/** `eventData` also has the name of the workspace. */
const withWorkspaceName: Change = async (answer, { ask }) => {
  const [workspace] = z
    .array(z.object({ name: z.string() }))
    .parse(await (await ask('/auth/organization/list')).json());
  const Stored = z.looseObject({ eventData: z.looseObject({}) });
  return z
    .array(Stored)
    .parse(answer)
    .map((one) => ({ ...one, eventData: { ...one.eventData, workspaceName: workspace?.name } }));
};

/** The activity includes comments, and each event has all fields. */
const withComments: Change = async (answer, { route, ask }) => {
  const Stored = z.looseObject({ createdAt: z.string() });
  const comments = z.array(Stored).parse(await (await ask(route.replace('GET /activity/', '/comment/'))).json());
  const external = { externalUserName: null, externalSource: null, externalUrl: null };
  return [...z.array(Stored).parse(answer), ...comments.map((one) => ({ ...one, type: 'comment', eventData: null }))]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .map((one) => ({ ...without(one, 'user', 'updatedAt'), ...external }));
};

/** Only newer servers say whether the ends are done. */
function withoutCompletion(relation: unknown): unknown {
  const { sourceTask, targetTask, ...ends } = Object(relation);
  return { ...ends, sourceTask: without(sourceTask, 'isCompleted'), targetTask: without(targetTask, 'isCompleted') };
}

function without(record: unknown, ...names: string[]): object {
  return Object.fromEntries(Object.entries(Object(record)).filter(([name]) => !names.includes(name)));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
