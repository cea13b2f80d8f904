/** Boards: opening them, moving cards, changing columns. */
import { taskKey } from '../../../shared/accounts.ts';
import { compareCards, place as placeCard } from '../../../shared/board/card-order.ts';
import { LOCAL_WORKSPACE_URL } from '../../../shared/contract/account-view.ts';
import type { BoardCards, BoardView } from '../../../shared/contract/board-view.ts';
import type { ProjectView } from '../../../shared/contract/project-view.ts';
import type { TaskProgress } from '../../../shared/contract/task-page.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { createEvents } from '../../../shared/events.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { publicPersonKey } from '../../../shared/public-person.ts';
import { describesUrl } from '../../../shared/tasks/description-urls.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Client } from '../../service/client.ts';
import { ColumnUpdate } from '../../service/records.ts';
import { type AccountAccess, type AccountPart, nothing, type Session } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { WorkspaceDirectory } from '../projects/index.ts';
import { createPeoplePictures, type TasksService } from '../tasks/index.ts';
import type { BoardAccess } from './board.ts';
import { createBoardCache } from './board-cache.ts';
import { projectBoardSource, publicBoardSource } from './board-source.ts';
import { createUpdateColumn } from './columns.ts';
import { descriptionMatches } from './description-search.ts';
import { createOpenBoard } from './open-board.ts';
import { parsePublicLink } from './public-link.ts';
import { createWatchedBoards } from './watched-boards.ts';

/** Links of public boards are opened only if they are encrypted, whatever the server. */
const ENCRYPTED_ONLY = 'https://localhost';
/** Tasks that one move may change; each takes two requests. */
const MAX_PLACED = 100;
/** Poll interval of a watched board, and least time between two reads after changes (ms). API keys have a small quota. */
const WATCHED = { everyMs: 15 * MINUTE_MS, restMs: MINUTE_MS };
const WATCHED_WITH_KEY = { everyMs: HOUR_MS, restMs: 15 * MINUTE_MS };

export interface BoardServiceOptions {
  account: AccountAccess;
  outbox: Outbox;
  tasks: Pick<TasksService, 'taskChanges' | 'assigned'>;
  directory: Pick<WorkspaceDirectory, 'lists' | 'boardRead' | 'readProjects'>;
  pollMs: () => number;
  isWindowVisible: () => boolean;
  /** Sends cards of the open board to the window. */
  showCards: (cards: BoardCards) => void;
}

export interface BoardEvents {
  /** A board was opened, changed or closed. */
  boardChanged: undefined;
  watchedChanged: undefined;
}

export type BoardService = ReturnType<typeof createBoardService>;

export function createBoardService(context: FeatureContext, options: BoardServiceOptions) {
  const { settings } = context;
  const { account, outbox, tasks, directory, pollMs, isWindowVisible, showCards } = options;
  const { taskChanges } = tasks;
  const { random } = Math;
  const events = createEvents<BoardEvents>(context.runInBackground);
  const cache = createBoardCache(context.database);
  const board = createOpenBoard({
    cache,
    now: context.now,
    random,
    pollMs,
    openWrites: (accountId) => outbox.openOfKinds(accountId, 'task.', 'tasks.', 'column.'),
    personName: (userId) => directory.lists().people.find(({ id }) => id === userId)?.name,
    missingPermissions: account.permissions.missing,
    isVisible: isWindowVisible,
    isCredentialDead: account.isCredentialDead,
    send: showCards,
    onChange: () => {
      context.invalidate('board', 'pictures');
      events.emit('boardChanged');
    },
    onRead: directory.boardRead,
    onGone: (accountId, projectId) => {
      cache.remove(accountId, projectId);
      forgetLastBoard(projectId);
    },
    onUnreadable: (unreadable) => context.reportUnreadable('board', unreadable),
  });
  const watched = createWatchedBoards({
    database: context.database,
    now: context.steady,
    random,
    pace: () => (account.current()?.kind === 'api-key' ? WATCHED_WITH_KEY : WATCHED),
    isCredentialDead: account.isCredentialDead,
    onChange: () => {
      context.invalidate('watchedBoards');
      events.emit('watchedChanged');
    },
  });
  const updateColumn = createUpdateColumn(taskChanges.queue, outbox, context.now);

  /** The people of the last public board, whose pictures are read from its server without a credential. */
  let strangers: { baseUrl: string; client: Client; images: Map<string, string> } | null = null;
  const pictures = createPeoplePictures({
    people: () => [...(strangers?.images ?? [])].map(([id, image]) => ({ id, image })),
    session: () =>
      strangers && { account: { id: strangers.baseUrl, baseUrl: strangers.baseUrl }, client: strangers.client },
    monotonic: context.monotonic,
  });

  function ownBoard(): BoardView {
    const view = board.view();
    if (view !== null && !view.isPublic) return view;
    throw new ValidationError(view === null ? messages.tasks.noBoardOpen : messages.tasks.publicBoard);
  }

  function cardOf(taskId: string): TaskView {
    ownBoard();
    const task = board.find(taskId);
    if (task) return task;
    throw new ValidationError(messages.tasks.notOnBoard);
  }

  /** Throws AppError unless the description or a link of a public task contains the address. */
  function described(url: string): string {
    const isLink = () => board.cards().some(({ links = [] }) => links.some((link) => link.url === url));
    if (describesUrl(board.lastDescription(), url) || isLink()) return url;
    throw new ValidationError(messages.errors.board.notDescribed);
  }

  function forgetLastBoard(projectId: string): void {
    const others = Object.entries(settings.readValue('last-boards') ?? {}).filter(([, id]) => id !== projectId);
    settings.writeValue('last-boards', Object.fromEntries(others));
  }

  /** The settings on disk are newer than those in use. */
  let hasMovedSettings = false;

  const boardPart: AccountPart = {
    load: (of) => board.use(null, of?.id ?? null),
    start: (session) => board.use(boardAccess(session), session.account.id),
    refreshIfStale: board.refreshIfStale,
    resume: board.refreshIfStale,
    transfer(fromId, toId) {
      const all = Object.entries(settings.read().moveOnStart);
      if (!all.some(([key]) => key.startsWith(`${fromId} `))) return;
      hasMovedSettings = true;
      settings.write({
        moveOnStart: Object.fromEntries(all.map(([key, to]) => [key.replace(`${fromId} `, `${toId} `), to])),
      });
    },
    stop: board.close,
  };
  const watchedPart: AccountPart = {
    load(of) {
      watched.stop();
      watched.load(of?.id ?? null);
    },
    start: ({ account: { id: accountId }, client }) => watched.start({ accountId, client }),
    resume: watched.missed,
    transfer: nothing,
    stop: watched.stop,
  };

  return {
    on: events.on,
    boardPart,
    watchedPart,
    board,
    watched,
    find: (taskId: string): TaskView | undefined => board.find(taskId) ?? watched.find(taskId),
    /** People's pictures on the open public board; the ids of people may be those of the account's server. */
    publicPictures: {
      view: (): Record<string, string> => {
        if (board.view()?.isPublic !== true) return {};
        return Object.fromEntries(Object.entries(pictures.view()).map(([id, key]) => [publicPersonKey(id), key]));
      },
      picture: pictures.picture,
    },

    /** Moves a task to the column that the user chose for started timers. */
    moveStarted(accountId: string, taskId: string): void {
      // The board first: it includes the latest moves.
      const task = board.find(taskId) ?? tasks.assigned.find(taskId) ?? watched.find(taskId);
      const to = task && settings.read().moveOnStart[taskKey({ id: task.projectId, accountId })];
      if (to === undefined || task === undefined) return;
      const from = { slug: task.status, name: task.statusName ?? messages.tasks.outside.planned, isFinal: false };
      taskChanges.setStatus(accountId, task, from, to);
    },
    /** Call after the transaction that moved an account's data, because those who hear of new settings begin their own. */
    accountMoved(): void {
      if (hasMovedSettings) context.changeSettings({});
      hasMovedSettings = false;
    },
    /** Starts or stops reading a board in the background for its due dates. */
    watch(accountId: string, projectId: string, on: boolean): void {
      const project = board.view()?.project;
      watched.watch(accountId, { id: projectId, name: project?.id === projectId ? project.name : '' }, on);
    },
    projectChanged(projectId: string): void {
      if (board.ownProjectId() === projectId) board.refresh();
    },
    projectLeft(projectId: string): void {
      forgetLastBoard(projectId);
      if (board.ownProjectId() === projectId) board.close();
    },
    labelsChanged(): void {
      if (board.ownProjectId() !== null) board.refresh();
    },

    async open(projectId: string | undefined): Promise<void> {
      const { id: accountId, workspaceId } = account.required();
      const key = `${accountId} ${workspaceId}`;
      const last = settings.readValue('last-boards') ?? {};
      const opened = projectId ?? last[key];
      // The stored list may name a project that was deleted a moment ago.
      if (opened === undefined) {
        await account.read(directory.readProjects).catch((error) => {
          if (directory.lists().projects.length === 0) throw error;
        });
      }
      const { projects } = directory.lists();
      const id = opened ?? chooseInitialBoard(projects, tasks.assigned.view().tasks)?.id;
      if (id === undefined) {
        throw new ValidationError(messages.tasks.noProject);
      }
      if (last[key] !== id) settings.writeValue('last-boards', { ...last, [key]: id });
      account.permissions.refreshIfStale();
      const { name = '', slug = '', icon = null } = projects.find((one) => one.id === id) ?? {};
      const session = account.session();
      await board.open(accountId, { id, name, slug, icon }, session && boardAccess(session)(id));
    },
    openPublic(link: string): void {
      const known = account.current();
      const ref = parsePublicLink(link, known);
      if (ref === undefined || ref.baseUrl === null)
        throw new ValidationError(ref === undefined ? messages.tasks.noLink : messages.tasks.noServer);
      const { baseUrl, projectId } = ref;
      // Public boards are read without a credential.
      const client = account.clientFor(baseUrl, 'device', () => undefined);
      const server = baseUrl === LOCAL_WORKSPACE_URL ? messages.account.thisComputer : new URL(baseUrl).host;
      const images = new Map<string, string>();
      const reader = publicBoardSource(client, projectId, (id, image) => images.set(id, image));
      const isNew = board.openPublic(projectId, { accountId: null, server, reader });
      if (isNew) strangers = { baseUrl, client, images };
    },
    openUrl: (url: string): Promise<void> => context.openPage(described(url), ENCRYPTED_ONLY),
    copyUrl(url: string): void {
      context.copyText(described(url));
      context.showToast(messages.app.addressCopied);
    },

    /** `before`: see the contract. Resolves when the moved card is published. */
    async move(taskId: string, to: string, before?: string | null): Promise<void> {
      const view = ownBoard();
      const task = cardOf(taskId);
      const [from, target] = [placeOf(view, task.status), placeOf(view, to)];
      const cards = new Map(board.cards().map((card) => [card.id, card]));
      const card = cards.get(taskId);
      // Tasks that are not created yet, or were just created, stay at the end of the column.
      if (card === undefined || card.isNotCreatedYet) {
        taskChanges.setStatus(account.required().id, task, from, target);
      } else if (before === undefined) {
        // Undone, it returns to its place.
        const place = { id: taskId, identifier: card.identifier, from: card.position };
        if (to !== task.status) taskChanges.place(account.required().id, task, from, target, [place]);
      } else {
        const column = [...cards.values()].filter(({ status, isNotCreatedYet }) => status === to && !isNotCreatedYet);
        const next = before !== null && cards.get(before)?.isNotCreatedYet ? null : before;
        const placed = placeCard(column.sort(compareCards), taskId, next);
        if (placed === undefined || placed.length > MAX_PLACED) throw new ValidationError(messages.tasks.noRoom);
        const positions = placed.flatMap(({ id, position }) => {
          const card = cards.get(id);
          return card ? [{ id, identifier: card.identifier, from: card.position, to: position }] : [];
        });
        taskChanges.place(account.required().id, task, from, target, positions);
      }
      await board.published();
    },
    moveAll(from: string, to: string): void {
      const view = ownBoard();
      const tasks = board.cards().filter(({ status }) => status === from);
      taskChanges.moveAll(account.required().id, tasks, placeOf(view, from), placeOf(view, to));
    },
    updateColumn(columnId: string, changed: object): void {
      const { columns, project } = ownBoard();
      const column = columns.find((one) => one.columnId === columnId);
      if (column === undefined) throw new ValidationError(messages.tasks.noColumn);
      const to = ColumnUpdate.parse(changed);
      const from = Object.fromEntries(Object.keys(to).map((field) => [field, column[field as keyof ColumnUpdate]]));
      updateColumn(account.required().id, { columnId, projectId: project.id, columnName: column.name }, from, to);
    },
    async searchDescriptions(query: string): Promise<string[]> {
      const projectId = board.ownProjectId();
      const { workspaceId } = account.required();
      if (projectId === null || workspaceId === null) return [];
      return account.read((client) => descriptionMatches(client, { workspaceId, projectId }, query));
    },
    setMoveOnStart(to: string | null): void {
      const view = ownBoard();
      const key = taskKey({ id: view.project.id, accountId: account.required().id });
      const { [key]: _, ...others } = settings.read().moveOnStart;
      const moveOnStart = to === null ? others : { ...others, [key]: placeOf(view, to) };
      context.changeSettings({ moveOnStart });
    },
  };
}

const boardAccess =
  ({ account, server, client }: Session) =>
  (projectId: string): BoardAccess => ({
    accountId: account.id,
    server,
    reader: projectBoardSource(client, projectId),
  });

/** A column of the board, or a state outside the columns. */
function placeOf({ columns }: BoardView, slug: string): TaskProgress {
  const column = columns.find((one) => one.slug === slug);
  if (column) return { slug, name: column.name, isFinal: column.isFinal };
  if (slug === 'planned') return { slug, name: messages.tasks.outside.planned, isFinal: false };
  if (slug === 'archived') return { slug, name: messages.tasks.outside.archived, isFinal: true };
  throw new ValidationError(messages.tasks.noColumn);
}

/** The project with most assigned tasks; else the first with any task; else the first. */
export function chooseInitialBoard(
  projects: readonly ProjectView[],
  assigned: readonly { projectId: string }[],
): ProjectView | undefined {
  const own = (project: ProjectView): number => assigned.filter(({ projectId }) => projectId === project.id).length;
  const [most] = projects.toSorted((one, other) => own(other) - own(one));
  if (most !== undefined && own(most) > 0) return most;
  return projects.find(({ totalTasks }) => (totalTasks ?? 0) > 0) ?? projects[0];
}
