/** Which feature answers the commands about the board. */

import { setImmediate as cardsPublished } from 'node:timers/promises';
import { compareCards, place } from '../../../shared/board/card-order.ts';
import { LOCAL_WORKSPACE_URL } from '../../../shared/contract/account-view.ts';
import type { BoardView, ProjectView } from '../../../shared/contract/board-view.ts';
import type { CommandHandlers, Settings } from '../../../shared/contract/index.ts';
import type { TaskProgress } from '../../../shared/contract/task-details.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { describesUrl } from '../../../shared/tasks/description-urls.ts';
import type { Toasts } from '../../app/toasts.ts';

import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { ColumnUpdate, type ProjectListItem } from '../../service/records.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Account, Accounts, Session } from '../account/accounts.ts';
import type { Permissions } from '../account/permissions.ts';
import type { AssignedTasksReader } from '../tasks/assigned-tasks.ts';
import type { TaskChanges } from '../tasks/task-changes.ts';

import type { Board } from './board.ts';
import type { BoardCache } from './board-cache.ts';
import { projectBoardSource, publicBoardSource } from './board-source.ts';
import type { BoardAccess } from './board-state.ts';
import { descriptionMatches } from './description-search.ts';

import { parsePublicLink } from './public-link.ts';

export interface BoardFeatures {
  accounts: Pick<Accounts, 'clientFor'>;
  assigned: Pick<AssignedTasksReader, 'view'>;
  board: Board;
  kept: BoardCache;
  taskChanges: TaskChanges;
  permissions: Permissions;
  settings: SettingsStore;
  session: () => Session | null;
  /** Throws AppError where there is none. */
  account: () => Account;
  knownAccount: () => Account | null;
  /** A read that a person asked for. */
  reading: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  onSettings: (settings: Settings) => void;
  openPage: (url: string, baseUrl: string) => Promise<void>;
  copyText: (text: string) => void;
  notices: Pick<Toasts, 'say'>;
}

/** No server is trusted with a page that is not encrypted. */
const ENCRYPTED_ONLY = 'https://localhost';

type BoardCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `board.${string}`>>;

/** Tasks that one move may change: each costs two requests. */
const MOST_PLACED = 100;
/** The menu of boards offers no more than this. */
const MAX_PROJECTS = 2_000;

export function createBoardHandlers(features: BoardFeatures): BoardCommands {
  const { assigned, board, kept, taskChanges, permissions, settings, account, session, reading } = features;

  /** The last known ones where nobody can be asked. */
  async function projects(): Promise<ProjectView[]> {
    const { id, workspaceId } = account();
    if (workspaceId === null) return [];
    try {
      const found = (await reading((client) => client.listProjects(workspaceId)))
        .filter(({ archivedAt }) => archivedAt == null)
        .slice(0, MAX_PROJECTS)
        .map(projectView);
      kept.writeProjects(id, workspaceId, found);
      return found;
    } catch (error) {
      const known = kept.readProjects(id, workspaceId);
      if (known === undefined || isRejected(error)) throw error;
      return known;
    }
  }

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

  /** Only an address that the description names is opened, or that of a link of a public task. */
  function described(url: string): string {
    const isLink = () => board.cards().some(({ links = [] }) => links.some((link) => link.url === url));
    if (describesUrl(board.lastDescription(), url) || isLink()) return url;
    throw new ValidationError(messages.errors.board.notDescribed);
  }

  return {
    'board.projects': projects,
    'board.open': async ({ projectId }) => {
      const { id: accountId, workspaceId } = account();
      const memory = `${accountId} ${workspaceId}`;
      const last = settings.kept('last-boards') ?? {};
      const known = workspaceId === null ? [] : (kept.readProjects(accountId, workspaceId) ?? []);
      const id = projectId ?? last[memory] ?? chooseInitialBoard(await projects(), assigned.view().tasks)?.id;
      if (id === undefined) {
        throw new ValidationError(messages.tasks.noProject);
      }
      if (last[memory] !== id) settings.keep('last-boards', { ...last, [memory]: id });
      permissions.need();
      const { name = '', slug = '', icon = null } = known.find((one) => one.id === id) ?? {};
      const acting = session();
      await board.open(accountId, { id, name, slug, icon }, acting && boardAccess(acting)(id));
    },
    'board.open-public': ({ link }) => {
      const known = features.knownAccount();
      const ref = parsePublicLink(link, known);
      if (ref === undefined || ref.baseUrl === null)
        throw new ValidationError(ref === undefined ? messages.tasks.noLink : messages.tasks.noServer);
      const { baseUrl, projectId } = ref;
      // As anybody would: no credential goes along.
      const client = features.accounts.clientFor(baseUrl, 'device', () => undefined);
      const server = baseUrl === LOCAL_WORKSPACE_URL ? messages.account.thisComputer : new URL(baseUrl).host;
      board.openPublic(projectId, { accountId: null, server, reader: publicBoardSource(client, projectId) });
    },
    'board.public-description': ({ taskId }) => board.publicDescription(taskId),
    'board.open-url': ({ url }) => features.openPage(described(url), ENCRYPTED_ONLY),
    'board.copy-url': ({ url }) => {
      features.copyText(described(url));
      features.notices.say(messages.app.addressCopied);
    },
    'board.close': () => board.close(),
    'board.refresh': () => board.refresh(),

    'board.move': async ({ taskId, to }) => {
      const task = cardOf(taskId);
      taskChanges.setStatus(account().id, task, placeOf(ownBoard(), task.status), placeOf(ownBoard(), to));
      await cardsPublished();
    },
    'board.place': async ({ taskId, to, before }) => {
      const view = ownBoard();
      const task = cardOf(taskId);
      const cards = new Map(board.cards().map((card) => [card.id, card]));
      // One that is still to be made stands at the end, whatever becomes of the others.
      const column = [...cards.values()]
        .filter(({ status, isNotCreatedYet }) => status === to && !isNotCreatedYet)
        .sort(compareCards);
      const next = before !== null && cards.get(before)?.isNotCreatedYet ? null : before;
      const placed = place(column, taskId, next);
      if (placed === undefined || placed.length > MOST_PLACED) throw new ValidationError(messages.tasks.noRoom);
      taskChanges.place(
        account().id,
        task,
        placeOf(view, task.status),
        placeOf(view, to),
        placed.flatMap(({ id, position }) => {
          const card = cards.get(id);
          return card ? [{ id, identifier: card.identifier, from: card.position, to: position }] : [];
        }),
      );
      await cardsPublished();
    },
    'board.move-all': ({ from, to }) => {
      const view = ownBoard();
      const tasks = board.cards().filter(({ status }) => status === from);
      taskChanges.moveAll(account().id, tasks, placeOf(view, from), placeOf(view, to));
    },
    'board.update-column': ({ columnId, ...changed }) => {
      const { columns, project } = ownBoard();
      const column = columns.find((one) => one.columnId === columnId);
      if (column === undefined) throw new ValidationError(messages.tasks.noColumn);
      const to = ColumnUpdate.parse(changed);
      const from = Object.fromEntries(Object.keys(to).map((field) => [field, column[field as keyof ColumnUpdate]]));
      taskChanges.updateColumn(account().id, { id: columnId, projectId: project.id, name: column.name }, from, to);
    },
    'board.search-descriptions': async ({ query }) => {
      const projectId = board.ownProjectId();
      const { workspaceId } = account();
      if (projectId === null || workspaceId === null) return [];
      return reading((client) => descriptionMatches(client, { workspaceId, projectId }, query));
    },
    'board.move-on-start': ({ to }) => {
      const view = ownBoard();
      const { [view.project.id]: _, ...others } = settings.read().moveOnStart;
      const moveOnStart = to === null ? others : { ...others, [view.project.id]: placeOf(view, to) };
      features.onSettings(settings.change({ moveOnStart }));
    },
  };
}

/** Where a session reads a project's board. */
export const boardAccess =
  ({ account, server, client }: Session) =>
  (projectId: string): BoardAccess => ({
    accountId: account.id,
    server,
    reader: projectBoardSource(client, projectId),
  });

/** A column of the board, or what lies outside of it. */
function placeOf({ columns }: BoardView, slug: string): TaskProgress {
  const column = columns.find((one) => one.slug === slug);
  if (column) return { slug, name: column.name, isFinal: column.isFinal };
  if (slug === 'planned') return { slug, name: messages.tasks.outside.planned, isFinal: false };
  if (slug === 'archived') return { slug, name: messages.tasks.outside.archived, isFinal: true };
  throw new ValidationError(messages.tasks.noColumn);
}

function projectView({ id, name, slug, icon, isPublic, statistics }: ProjectListItem): ProjectView {
  return {
    id,
    name,
    slug,
    icon: icon ?? null,
    totalTasks: statistics?.totalTasks ?? null,
    completionPercentage: statistics?.completionPercentage ?? null,
    dueDate: statistics?.dueDate ?? null,
    isPublic: isPublic ?? false,
  };
}

const isRejected = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.kind === 'rejected';

/** The one with most of the person's own tasks; else the first that has any task; else the first. */
export function chooseInitialBoard(
  projects: readonly ProjectView[],
  assigned: readonly { projectId: string }[],
): ProjectView | undefined {
  const own = (project: ProjectView): number => assigned.filter(({ projectId }) => projectId === project.id).length;
  // Of several alike the first one stays first.
  const [most] = projects.toSorted((one, other) => own(other) - own(one));
  if (most !== undefined && own(most) > 0) return most;
  return projects.find(({ totalTasks }) => (totalTasks ?? 0) > 0) ?? projects[0];
}
