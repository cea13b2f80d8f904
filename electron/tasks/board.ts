/**
 * The board that is open: read page by page and told as it comes, read again when something may have changed, and then only
 * the differences told. What the person changed lies over it until the service has it. Closing it ends the reading and
 * forgets the cards; the last known state is kept on disk and shown first.
 */
import type { OutboxItem } from '../outbox/write.ts';
import { ServiceError } from '../service/errors.ts';
import { boardProblem, ProblemError, publicDescriptionProblem } from '../words/problems.ts';
import type { BoardReader } from './board-reader.ts';
import type { BoardCards, BoardView, CardView, ColumnView } from './board-view.ts';
import { createCardSender } from './card-sender.ts';
import { type CardChange, type CardChanges, type Cards, createCards, joinChanges } from './cards.ts';
import type { KeptBoards } from './kept-boards.ts';
import { type PendingChange, type PendingChanges, pendingChanges } from './pending.ts';
import { changedColumns, type PendingColumns, pendingColumns } from './pending-columns.ts';
import { sentTask } from './sent-task.ts';
import { shownName, type TaskView, taskTitle } from './task-view.ts';
import { createUnmade, type Unmade } from './unmade.ts';

/** Where a board is read from. */
export interface BoardSource {
  /** null for a public board: nothing of it is kept, and nothing on it changed. */
  accountId: string | null;
  /** Host people know the service by. */
  server: string;
  reader: BoardReader;
}

export interface BoardOptions {
  kept: KeptBoards;
  now: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Time between two looks at an open board before jitter, in ms. */
  pollMs: () => number;
  /** What the person changed and the service does not have yet. */
  pending: (accountId: string) => PendingChanges;
  columnsPending: (accountId: string) => PendingColumns;
  /** Open writes about tasks, among them those that are still to be made; the oldest first. */
  openWrites: (accountId: string) => OutboxItem[];
  personName: (userId: string) => string | undefined;
  /** Permissions that are known to be missing, as `resource:action`. */
  lacks: () => string[];
  /** Somebody can see it: the window is on screen. */
  isSeen: () => boolean;
  /** Asked after a 401: is the credential really dead? Where it is, whoever asked stops this. */
  isCredentialDead: () => Promise<boolean>;
  /** After the view that belongs to them was told. */
  send: (cards: BoardCards) => void;
  /** The view changed. */
  onChange: () => void;
  /** The service says that there is no such board for this person. */
  onGone: (accountId: string, projectId: string) => void;
}

/** A board younger than this is fresh enough for a glance (ms). */
const FRESH_MS = 10_000;
/** Changes that are told come in swarms; this is waited for more of them (ms). */
const SWARM_MS = 300;
/** A board of more cards costs the service so much that it is not read at every change. */
const LARGE = 500;
/** How old a large board has to be before it is read again by itself (ms): with a revision that tells whether it changed, and without. */
const LARGE_REST_MS = 60_000;
const LARGE_BLIND_REST_MS = 300_000;
/** Tasks of a large board that are asked for one by one after they changed. */
const MAX_SINGLE = 20;
const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 900_000;

interface Open {
  projectId: string;
  accountId: string | null;
  /** null while nobody is signed in. */
  source: BoardSource | null;
  view: BoardView;
  cards: Cards;
  /** What the service calls the state that was read last; null where it has no name for it. */
  revision: string | null;
  /** What the service took since it was read, by task; `at` says when, in the order of things. */
  settled: Map<string, { change: CardChange; at: number }>;
  unmade: Unmade;
  /** What is known from the last time is still being unpacked; whatever is to be read waits for it. */
  isLoading: boolean;
  /** Ends the reading that is under way. */
  reading: AbortController | null;
  /** The same for a description of a public board. */
  describing: AbortController | null;
  /** The one that was read last. */
  described: string;
  /** What is to follow it. */
  next: Reading | null;
  /** Tasks that changed at the service, and the wait for more of them. */
  touched: Set<string>;
  swarm: NodeJS.Timeout | undefined;
  timer: NodeJS.Timeout | undefined;
  failures: number;
}

/** `check`: only if it changed, where the service can tell; `whole`: in any case. */
type Reading = 'check' | 'whole';

export type Board = ReturnType<typeof createBoard>;

export function createBoard(options: BoardOptions) {
  const { kept, now, random, pollMs, pending, columnsPending, openWrites, personName, lacks } = options;
  const { isSeen, isCredentialDead, onChange, onGone } = options;
  const sender = createCardSender(options.send);
  let open: Open | null = null;
  let lastBoardId = 0;
  /** Whose session it was told of last; undefined before the first one. */
  let actingId: string | null | undefined;
  /** The order of things: what began after what. */
  let turn = 0;
  let keeping: Promise<void> = Promise.resolve();

  function show(board: Open, changed: Partial<BoardView>): void {
    if (board !== open) return;
    board.view = { ...board.view, ...changed };
    onChange();
  }

  function changes(board: Open): CardChanges {
    const all = new Map<string, CardChange>();
    for (const [id, { change }] of board.settled) all.set(id, change);
    if (board.accountId === null) return all;
    for (const [id, change] of pending(board.accountId))
      all.set(id, joinChanges(all.get(id), cardChange(change, true)));
    return all;
  }

  /** Tells which cards stand for tasks that are still to be made, now that something changed. */
  function tellUnmade(board: Open, over: CardChanges): void {
    if (board !== open || board.accountId === null) return;
    const { cards, gone } = board.unmade.update(
      openWrites(board.accountId),
      over,
      (id) => board.cards.get(id) !== undefined,
    );
    sender.tell(cards, gone);
  }

  /** What lies over the cards is another now; `gone`: those that went meanwhile. */
  function tellChanges(board: Open, gone: readonly string[] = []): void {
    const over = changes(board);
    sender.tell(board.cards.apply(over), gone);
    tellUnmade(board, over);
  }

  /** The service's word on these; gives how many look different now. */
  function put(board: Open, cards: readonly CardView[]): number {
    const over = changes(board);
    const different = board.cards.put(cards, over);
    sender.tell(different, []);
    tellUnmade(board, over);
    return different.length;
  }

  /** The window knows nothing yet. */
  function tellAll(board: Open): void {
    sender.begin(board.view.boardId);
    sender.tell([...board.cards.all(), ...board.unmade.all()], []);
  }

  const age = (board: Open): number => {
    const { fetchedAt } = board.view;
    const ms = fetchedAt === null ? Number.POSITIVE_INFINITY : now() - Date.parse(fetchedAt);
    // The clock was set back.
    return ms < 0 ? Number.POSITIVE_INFINITY : ms;
  };

  const isLarge = (board: Open): boolean => board.cards.size() > LARGE;

  function mayRead(board: Open): boolean {
    if (board.view.problem !== null || !isLarge(board)) return true;
    return age(board) >= (board.revision === null ? LARGE_BLIND_REST_MS : LARGE_REST_MS);
  }

  /** The person opens it: then one small request is little, where it tells whether the board changed. */
  const mayAsk = (board: Open): boolean => board.revision !== null || mayRead(board);

  // ---- reading -----------------------------------------------------------------------------------------------------

  function read(board: Open, how: Reading): void {
    if (board !== open || board.source === null) return;
    if (board.reading !== null || board.isLoading) {
      board.next = board.next === 'whole' ? 'whole' : how;
      return;
    }
    clearTimeout(board.timer);
    const controller = new AbortController();
    board.reading = controller;
    void readNow(board, board.source, how, controller.signal).finally(() => {
      if (board.reading !== controller) return;
      board.reading = null;
      const { next } = board;
      board.next = null;
      if (next !== null && (next === 'whole' || mayRead(board))) read(board, next);
    });
  }

  async function readNow(board: Open, source: BoardSource, how: Reading, signal: AbortSignal): Promise<void> {
    try {
      if (how === 'check' && board.view.fetchedAt !== null && (await isUnchanged(board, source, signal))) {
        if (!signal.aborted) done(board, {});
      } else if (!signal.aborted) {
        await readPages(board, source, signal);
      }
    } catch (error) {
      if (!signal.aborted) await refuse(board, source, error, signal);
    }
  }

  async function isUnchanged(board: Open, { reader }: BoardSource, signal: AbortSignal): Promise<boolean> {
    if (board.revision === null || board.view.problem !== null) return false;
    return (await reader.revision(signal)) === board.revision;
  }

  async function readPages(board: Open, { reader }: BoardSource, signal: AbortSignal): Promise<void> {
    turn += 1;
    const began = turn;
    const seen = new Set<string>();
    let isDifferent = board.view.fetchedAt === null;
    show(board, { progress: { read: 0, total: 0 } });
    const { columns, revision } = await reader.read(signal, (page) => {
      if (page.isRestart) seen.clear();
      for (const { id } of page.cards) seen.add(id);
      isDifferent = put(board, page.cards) > 0 || isDifferent;
      show(board, {
        project: page.project,
        // Until all pages are there nobody knows whether a missing one is gone.
        columns: union(page.columns, board.view.columns),
        progress: { read: page.read, total: page.total },
      });
    });
    if (signal.aborted) return;
    // What was taken before the reading began is in what was read.
    for (const [id, { at }] of board.settled) {
      if (at < began) board.settled.delete(id);
    }
    const gone = board.cards.keepOnly(seen);
    board.unmade.wasRead(began);
    tellChanges(board, gone);
    isDifferent ||= gone.length > 0 || revision !== board.revision;
    isDifferent ||= JSON.stringify(columns) !== JSON.stringify(board.view.columns);
    board.revision = revision;
    done(board, { columns });
    if (isDifferent) keep(board);
  }

  function done(board: Open, changed: Partial<BoardView>): void {
    board.failures = 0;
    show(board, { ...changed, progress: null, problem: null, lacks: lacks(), fetchedAt: iso(now()) });
    schedule(board, pollMs() * (0.9 + random() * 0.2));
  }

  /** It is not to be read now. */
  function rest(board: Open): void {
    show(board, { progress: null });
    schedule(board, pollMs());
  }

  async function refuse(board: Open, source: BoardSource, error: unknown, signal: AbortSignal): Promise<void> {
    const status = error instanceof ServiceError && error.kind === 'refused' ? error.status : undefined;
    const isOwn = source.accountId !== null;
    if (isOwn && status === 401 && (await isCredentialDead())) return;
    if (signal.aborted) return;
    const problem = boardProblem(error, source.server, isOwn);
    show(board, { progress: null, problem, ...(status === 403 && { lacks: lacks() }) });
    if (status === 400 || status === 403 || status === 404) {
      // It will not get better by being asked again.
      if (source.accountId !== null) onGone(source.accountId, board.projectId);
      return;
    }
    const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(board.failures, 10)) * (0.75 + random() / 2);
    board.failures += 1;
    schedule(board, Math.max(error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0, backoff));
  }

  function schedule(board: Open, ms: number): void {
    clearTimeout(board.timer);
    if (board !== open) return;
    board.timer = setTimeout(look, ms, board);
    board.timer.unref?.();
  }

  /** Time has gone by. While nobody sees the board nothing is asked; whoever looks then asks. */
  function look(board: Open): void {
    if (isSeen() && mayRead(board)) read(board, 'check');
    else schedule(board, pollMs());
  }

  /** In the background, one after the other. Without it the board is read anew the next time, that is all. */
  function keep(board: Open): void {
    const { accountId, view, cards, revision } = board;
    const { project, columns, fetchedAt } = view;
    if (accountId === null || fetchedAt === null) return;
    const known = cards.known();
    keeping = keeping
      .then(() => kept.write(accountId, { project, columns, fetchedAt, revision, cards: known }))
      .catch(() => undefined);
  }

  // ---- changes at the service --------------------------------------------------------------------------------------

  /** Something changed there: a task, or what is not said (undefined). */
  function touch(board: Open, taskId: string | undefined): void {
    if (taskId !== undefined) board.touched.add(taskId);
    if (board.swarm !== undefined) return;
    board.swarm = setTimeout(settleSwarm, SWARM_MS, board);
    board.swarm.unref?.();
  }

  function settleSwarm(board: Open): void {
    board.swarm = undefined;
    const touched = [...board.touched];
    board.touched.clear();
    if (board !== open) return;
    if (mayRead(board)) read(board, 'check');
    else void readSingle(board, touched.slice(0, MAX_SINGLE));
  }

  /** A few tasks of a board that is too large to be read for each of them. What fails is read with the whole. */
  async function readSingle(board: Open, taskIds: string[]): Promise<void> {
    for (const id of taskIds) {
      turn += 1;
      const began = turn;
      const card = await board.source?.reader
        .card(id, board.cards.get(id), board.view.project.slug)
        .catch(() => undefined);
      if (board !== open) return;
      if (card === 'gone') {
        board.unmade.isGone(id);
        tellChanges(board, board.cards.drop([id]));
      }
      if (card === undefined || card === 'gone') continue;
      const settled = board.settled.get(id);
      if (settled !== undefined && settled.at < began) board.settled.delete(id);
      put(board, [card]);
    }
  }

  // ---- what is open ------------------------------------------------------------------------------------------------

  function close(): void {
    if (open === null) return;
    open.reading?.abort();
    open.describing?.abort();
    clearTimeout(open.timer);
    clearTimeout(open.swarm);
    open = null;
    sender.end();
    onChange();
  }

  function begin(
    projectId: string,
    source: BoardSource | null,
    project: BoardView['project'],
    accountId: string | null,
  ) {
    close();
    lastBoardId += 1;
    const board: Open = {
      projectId,
      accountId,
      source,
      view: {
        boardId: lastBoardId,
        project,
        isPublic: accountId === null,
        columns: [],
        progress: source === null ? null : { read: 0, total: 0 },
        fetchedAt: null,
        problem: null,
        lacks: lacks(),
      },
      cards: createCards(),
      revision: null,
      settled: new Map(),
      unmade: createUnmade(projectId, personName),
      isLoading: accountId !== null,
      reading: null,
      describing: null,
      described: '',
      next: null,
      touched: new Set(),
      swarm: undefined,
      timer: undefined,
      failures: 0,
    };
    open = board;
    sender.begin(lastBoardId);
    onChange();
    return board;
  }

  /** Shows at once what is known from the last time. */
  async function load(board: Open, accountId: string): Promise<void> {
    const last = await kept.read(accountId, board.projectId);
    board.isLoading = false;
    if (board !== open) return;
    if (last === undefined) {
      tellUnmade(board, changes(board));
      return;
    }
    board.revision = last.revision;
    put(board, last.cards);
    show(board, { project: last.project, columns: last.columns, fetchedAt: last.fetchedAt });
  }

  return {
    view(): BoardView | null {
      if (open === null || open.accountId === null) return open?.view ?? null;
      return { ...open.view, columns: changedColumns(open.view.columns, columnsPending(open.accountId)) };
    },
    /** The open board, unless it is a public one. */
    ownProjectId: (): string | null => (open?.accountId == null ? null : open.projectId),
    cards: (): CardView[] => {
      if (open === null) return [];
      return [...open.cards.all(), ...open.unmade.waiting()];
    },

    /** A task of the open board, one that is still to be made too; one that was just made under the name it has now. */
    find(taskId: string): TaskView | undefined {
      const card = open?.accountId == null ? undefined : (open.cards.get(taskId) ?? open.unmade.get(taskId));
      if (open === null || card === undefined) return undefined;
      const id = open.unmade.serverId(taskId) ?? card.id;
      const { identifier, title, status, priority, dueDate, labels } = card;
      const { project, columns } = open.view;
      const column = columns.find(({ slug }) => slug === status);
      const [projectId, projectName, statusName] = [
        open.projectId,
        project.name,
        column ? shownName(column.name) : null,
      ];
      return { id, identifier, title, projectId, projectName, status, statusName, priority, dueDate, labels };
    },

    /** `source` is null while nobody is signed in: what is known is shown, the rest follows (`use`). */
    async open(accountId: string, project: BoardView['project'], source: BoardSource | null): Promise<void> {
      if (open !== null && open.accountId === accountId && open.projectId === project.id) {
        tellAll(open);
        if (age(open) >= FRESH_MS && mayAsk(open)) read(open, 'check');
        return;
      }
      const board = begin(project.id, source, project, accountId);
      await load(board, accountId);
      if (board !== open) return;
      const { next } = board;
      board.next = null;
      if (next === 'whole' || mayAsk(board)) read(board, next ?? 'check');
      else rest(board);
    },
    openPublic(projectId: string, source: BoardSource): void {
      if (open?.accountId === null && open.projectId === projectId && open.source?.server === source.server) {
        tellAll(open);
        read(open, 'check');
        return;
      }
      const project = { id: projectId, name: '', slug: '', icon: null };
      read(begin(projectId, source, project, null), 'whole');
    },
    close,
    /**
     * The whole description of a task of the public board that is open, or of its project (null). Ends the one asked for before.
     * '' for none, and where no public board is open. Throws ProblemError.
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
        throw new ProblemError(publicDescriptionProblem(error, source?.server ?? ''));
      }
    },
    /** The description of the public board that was read last; '' for none. */
    lastDescription: (): string => open?.described ?? '',

    /** Another session of the account whose board is open, or none (null): the reading goes on with it, or stops. */
    use(source: ((projectId: string) => BoardSource) | null, accountId: string | null): void {
      const isOther = actingId !== undefined && actingId !== accountId;
      actingId = accountId;
      if (open === null) return;
      if (open.accountId === null ? isOther : open.accountId !== accountId) close();
      if (open === null || open.accountId === null) return;
      open.reading?.abort();
      open.reading = null;
      open.next = null;
      open.source = source === null ? null : source(open.projectId);
      show(open, { progress: null });
      if (open.source !== null) read(open, 'check');
    },

    /** The person asks for it. */
    refresh(): void {
      if (open !== null) read(open, 'whole');
    },
    /** The person looks, the computer woke, or the network is back. */
    glance(): void {
      if (open !== null && (open.view.problem !== null || age(open) >= FRESH_MS) && mayRead(open)) read(open, 'check');
    },
    /** The service says that something of a project changed; `taskId` where it says which task. */
    changed(projectId: string, taskId: string | undefined): void {
      if (open?.accountId != null && open.projectId === projectId) touch(open, taskId);
    },
    /** The service took a write of the person's: until the board is read again, it lies over what was read. */
    sent(item: OutboxItem, value: unknown): void {
      // Entries are on no board.
      if (open === null || open.accountId !== item.accountId || !/^(tasks?|column)\./.test(item.kind)) return;
      const columns = pendingColumns([item]);
      if (columns.size > 0) show(open, { columns: changedColumns(open.view.columns, columns) });
      turn += 1;
      for (const [id, change] of pendingChanges([item])) {
        if (open.cards.get(id) === undefined) continue;
        const before = open.settled.get(id)?.change;
        open.settled.set(id, { change: joinChanges(before, cardChange(change, false)), at: turn });
      }
      const id = sentTask(item, value);
      if (id !== undefined) open.unmade.land(item, id, turn);
      tellChanges(open);
      touch(open, id);
    },
    /** What the person changed, or what is known to be missing, is another now. */
    overlay(): void {
      if (open === null) return;
      tellChanges(open);
      show(open, { lacks: lacks() });
    },
  };
}

/** Of a change only what a card shows. */
function cardChange(change: PendingChange, isPending: boolean): CardChange {
  const { title, status, priority, dueDate, assignee, labels, unlabelled } = change;
  return {
    ...(title !== undefined && { title: taskTitle(title) }),
    ...(status && { status: status.slug }),
    ...(priority && { priority }),
    ...(dueDate !== undefined && { dueDate }),
    ...(assignee !== undefined && { assignee }),
    ...(labels && { labelled: labels }),
    ...(unlabelled && { unlabelled }),
    isPending,
  };
}

/** The first ones, and those of the second that are not among them. */
function union(first: ColumnView[], second: ColumnView[]): ColumnView[] {
  const slugs = new Set(first.map(({ slug }) => slug));
  return [...first, ...second.filter(({ slug }) => !slugs.has(slug))];
}

const iso = (ms: number): string => new Date(ms).toISOString();
