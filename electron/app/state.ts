/** The state that windows are told: where each of its parts is looked up. */

import type { State } from '../../shared/contract/index.ts';
import type { AccountService } from '../features/account/index.ts';
import type { BoardService } from '../features/board/index.ts';
import type { IdleService } from '../features/idle/index.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { ServerService } from '../features/server/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { TimeService } from '../features/time/index.ts';
import { outboxView } from '../features/unsent/index.ts';
import { CHANNEL } from '../ipc/channels.ts';
import { createPublisher, type Publisher } from '../ipc/publish.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createStartupSnapshot, type StartupSnapshot } from '../store/startup-snapshot.ts';
import type { AppContext } from './context.ts';
import type { SystemParts } from './desktop-integration.ts';
import type { Unreadable } from './diagnostics.ts';
import type { Toasts } from './toasts.ts';
import type { WindowParts } from './windows.ts';

/** Parts that are made later, because they tell of themselves while they are made. */
export interface StateSources {
  windows: Pick<WindowParts, 'popover' | 'shortcut' | 'windowSystem'>;
  system: Pick<SystemParts, 'view'>;
}

export interface StatePartOptions {
  context: Pick<AppContext, 'settings'>;
  account: Pick<AccountService, 'accounts' | 'signIn' | 'permissions' | 'missing' | 'sample' | 'id'>;
  outbox: Outbox;
  time: Pick<TimeService, 'entries' | 'remoteTimers' | 'linkQuestions' | 'view'>;
  idle: Pick<IdleService, 'presence' | 'controller'>;
  tasks: Pick<TasksService, 'openTask' | 'pictures' | 'view'>;
  boards: Pick<BoardService, 'board' | 'watched'>;
  server: Pick<ServerService, 'notifications'>;
  unreadable: Pick<Unreadable, 'view'>;
  reminders: Pick<Reminders, 'view'>;
  notices: Pick<Toasts, 'view'>;
  language: () => State['language'];
  version: string;
  sources: () => StateSources;
  /** The windows were told these parts. */
  onTold: (changed: Partial<State>) => void;
}

export function setUpState(options: StatePartOptions): Publisher {
  const { context, account, outbox, time, tasks, boards, server, reminders, notices, language } = options;
  const { version, sources, onTold } = options;
  const { presence, controller } = options.idle;
  const { settings } = context;
  const { accounts } = account;
  const isGnome = /\bgnome\b/i.test(process.env.XDG_CURRENT_DESKTOP ?? '');

  return createPublisher(
    {
      app: () => ({
        version,
        platform: process.platform,
        isGnome,
        canReadIdle: presence.canReadIdle(),
        window: sources().windows.popover.isOrdinary() ? 'ordinary' : 'popover',
        windowSystem: sources().windows.windowSystem(),
      }),
      account: accounts.view,
      signIn: account.signIn.view,
      tasks: tasks.view,
      board: boards.board.view,
      time: time.view,
      unsent: () => {
        const id = account.id();
        if (id === undefined) return { items: [], total: 0, isPaused: true, others: [] };
        const isThere = (subject: string) => time.entries.find(id, subject)?.discardedAt === null;
        return outboxView(outbox, id, isThere, accounts.others());
      },
      missingPermissions: account.permissions.missing,
      missingFeatures: account.missing,
      unreadNotifications: server.notifications.unread,
      unreadTasks: server.notifications.unreadTasks,
      unreadableRecords: options.unreadable.view,
      language,
      pictures: tasks.pictures.view,
      settings: settings.read,
      toast: notices.view,
      taskPage: () => {
        const id = account.id();
        return id === undefined ? null : tasks.openTask.view(id);
      },
      remoteTimers: time.remoteTimers.view,
      reminders: reminders.view,
      system: () => sources().system.view(),
      watchedBoards: boards.watched.view,
      away: controller.away,
      stillWorking: controller.stillWorking,
      linkQuestion: time.linkQuestions.view,
      shortcut: () => sources().windows.shortcut.view(),
      stoppedTimer: controller.stoppedTimer,
      sample: account.sample,
    },
    (changed) => {
      sources().windows.popover.post(CHANNEL.state, changed);
      onTold(changed);
    },
  );
}

export interface StatePublisher {
  /** These slices may have changed. */
  invalidate: Publisher['invalidate'];
  /** Any slice may have changed. */
  invalidateAll(): void;
  isConnected(): boolean;
  connect(publisher: Publisher): void;
  disconnect(): void;
  /** Skips invalidated slices after shutdown. */
  stop(): void;
}

/** `refreshTray` is called once a turn, however many slices changed in it. */
export function createStatePublisher(refreshTray: () => void): StatePublisher {
  let publisher: Publisher | null = null;
  let isTrayStale = false;
  return {
    invalidate(...slices) {
      publisher?.invalidate(...slices);
      if (isTrayStale) return;
      isTrayStale = true;
      // The tray exists by the end of the turn.
      queueMicrotask(() => {
        isTrayStale = false;
        refreshTray();
      });
    },
    invalidateAll: () => publisher?.invalidateAll(),
    isConnected: () => publisher !== null,
    connect(to) {
      publisher = to;
    },
    disconnect() {
      publisher = null;
    },
    stop: () => publisher?.stop(),
  };
}

export interface StartupSnapshotPartOptions {
  context: Pick<AppContext, 'dataFolder'>;
  /** Names the page's code. */
  build: string;
  state: () => State;
}

/** What has its moment, what a start has to find out anew, and what stands on a page that is not open then: it begins like this. */
const BLANK = {
  board: null,
  taskPage: null,
  toast: null,
  linkQuestion: null,
  stillWorking: null,
  unreadNotifications: null,
  unreadTasks: [],
  unreadableRecords: {},
  remoteTimers: [],
} satisfies Partial<State>;

export function setUpStartupSnapshot({ context, build, state }: StartupSnapshotPartOptions) {
  const { dataFolder } = context;
  const { changed, save } = createStartupSnapshot({ dataFolder, build, read: () => pictureOf(state()) });
  return {
    /** The windows were told these parts. */
    told(parts: Partial<State>): void {
      // Whoever signed out leaves nothing behind, not even for a second.
      if (parts.account === null) save();
      else if (Object.keys(parts).some((name) => !Object.hasOwn(BLANK, name))) changed();
    },
    save,
  };
}

/** Null where a person signs in. Of the account and the list no trouble is kept: whether there still is any is asked anew. */
function pictureOf(state: State): StartupSnapshot<State> | null {
  const { account, tasks, signIn, settings } = state;
  if (account === null || signIn.step !== 'none') return null;
  const { theme, zoom, pinned } = settings;
  return {
    theme,
    zoom,
    pinned,
    state: {
      ...state,
      ...BLANK,
      account: { ...account, status: 'signed-in', tokenIn: 'none', error: null },
      tasks: { ...tasks, loading: false, error: null, failingSince: null, nextTryAt: null },
    },
  };
}
