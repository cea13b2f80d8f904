/**
 * Which board is open, if any: opens and closes it with the user, the session and the window, and passes on what concerns it. The
 * board itself is in board.ts. A public board belongs to no account, so neither changes at the service nor own writes concern it.
 */

import type { BoardView, CardView } from '../../../shared/contract/board-view.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import type { FoundTask } from '../tasks/index.ts';
import { type Board, type BoardAccess, type BoardOptions, createBoard } from './board.ts';

export type OpenBoard = ReturnType<typeof createOpenBoard>;

export function createOpenBoard(options: BoardOptions) {
  const { onUnreadable, onChange } = options;
  let open: Board | null = null;
  let lastBoardId = 0;
  /** Account of the last session; undefined before the first call of `use`. */
  let sessionAccountId: string | null | undefined;
  /** Counts reads and writes, to order them. */
  let sequence = 0;

  const own = (): Board | null => (open?.accountId == null ? null : open);
  const ofProject = (projectId: string): Board | null => (own()?.projectId === projectId ? open : null);
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };

  function close(): void {
    if (open === null) return;
    open.close();
    open = null;
    onUnreadable?.(undefined);
    onChange();
  }

  function replace(project: BoardView['project'], accountId: string | null, access: BoardAccess | null): Board {
    close();
    lastBoardId += 1;
    const board = createBoard(options, { boardId: lastBoardId, project, accountId, access, nextSequence });
    open = board;
    onChange();
    return board;
  }

  return {
    view: (): BoardView | null => open?.view() ?? null,
    /** The open board, unless it is a public one. */
    ownProjectId: (): string | null => own()?.projectId ?? null,
    /** The shown cards, without tasks that the service created since the last read. */
    cards(): CardView[] {
      const cards = open?.cards;
      return cards?.all().filter(({ id }) => cards.createdId(id) === undefined) ?? [];
    },
    /** A task of the open board, also one that is not created yet. A task that was just created is returned with the service's id. */
    find: (taskId: string): TaskView | undefined => own()?.find(taskId),

    /** `access` is null while signed out: then the stored board is shown, and read after `use`. */
    async open(accountId: string, project: BoardView['project'], access: BoardAccess | null): Promise<void> {
      if (open?.accountId === accountId && open.projectId === project.id) open.openedAgain();
      else await replace(project, accountId, access).start();
    },
    /** False if that board is open already, which keeps its access. */
    openPublic(projectId: string, access: BoardAccess): boolean {
      const isSame = open?.accountId === null && open.projectId === projectId && open.server() === access.server;
      if (isSame) open?.openedAgain();
      else void replace({ id: projectId, name: '', slug: '', icon: null }, null, access).start();
      return !isSame;
    },
    close,
    /** Sends changed cards before what is about to be published. */
    sendCards: (): void => open?.cards.sendAtOnce(),
    /** Resolves when the window has every changed card. */
    published: async (): Promise<void> => open?.cards.sent(),
    /** The whole description of a task of the open public board, or of its project (null); '' without one. Throws AppError. */
    publicDescription: async (taskId: string | null): Promise<string> =>
      open?.accountId === null ? open.description(taskId) : '',
    /** The last description that was read of the public board; '' for none. */
    lastDescription: (): string => open?.lastDescription() ?? '',

    /** Continues reading with another session, or stops without one (null). Closes the board of another account. */
    use(accessTo: ((projectId: string) => BoardAccess) | null, accountId: string | null): void {
      const isOther = sessionAccountId !== undefined && sessionAccountId !== accountId;
      sessionAccountId = accountId;
      if (open === null) return;
      if (open.accountId === null ? isOther : open.accountId !== accountId) close();
      const board = own();
      board?.use(accessTo?.(board.projectId) ?? null);
    },
    /** These are the projects of the workspace. */
    listed: (projectIds: readonly string[]): void => own()?.listed(projectIds),
    refresh: (): void => open?.refresh(),
    /** Called when the window is shown, the computer wakes or the network is back. */
    refreshIfStale: (): void => open?.refreshIfStale(),

    /** Something in a project changed; `taskId` if the event names a task. */
    changed: (projectId: string, taskId: string | undefined): void => ofProject(projectId)?.changed(taskId),
    /** Events may have been missed. */
    missed: (): void => own()?.missed(),
    /** True if the task belongs to the open board; `projectId` if it is known. */
    shows(taskId: string, projectId: string | undefined): boolean {
      const board = own();
      return board !== null && (board.projectId === projectId || board.cards.asRead(taskId) !== undefined);
    },
    /** A sequence number, for `update`. */
    nextSequence,
    update: (found: FoundTask, startSequence: number): void => own()?.update(found, startSequence),
    mayProgress: (found: FoundTask): boolean => open?.mayProgress(found) ?? true,
    progressed: (projectId: string): void => ofProject(projectId)?.progressed(),
    /** The service accepted an own write. */
    sent: (item: OutboxItem, value: unknown): void => own()?.sent(item, value),
    pendingChanged: (): void => open?.pendingChanged(),
  };
}
