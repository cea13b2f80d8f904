/** The two windows and the shortcut: what opens them, and what is done when a person looks. */

import { join } from 'node:path';
import type { NavigationTarget } from '../../shared/contract/index.ts';
import type { WindowSystemChoice } from '../../shared/contract/system-view.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { Language } from '../../shared/i18n/language.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { askBeforeClosing } from '../desktop/confirm-close.ts';
import { saveTrayHost } from '../desktop/expected-tray-host.ts';
import { createPressFilter } from '../desktop/key-repeat.ts';
import type { Popover } from '../desktop/popover.ts';
import { createQuickAddWindow } from '../desktop/quick-add-window.ts';
import { createShortcut } from '../desktop/shortcuts.ts';
import { watchTrayHost } from '../desktop/tray-host.ts';
import type { WindowState } from '../desktop/window-state.ts';
import { isWaylandSession } from '../desktop/window-system-choice.ts';
import type { AccountService } from '../features/account/index.ts';
import type { BoardService } from '../features/board/index.ts';
import type { ProjectsService } from '../features/projects/index.ts';
import type { ServerService } from '../features/server/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { TimeService } from '../features/time/index.ts';
import { CHANNEL } from '../ipc/channels.ts';
import type { AppContext } from './context.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { StatePublisher } from './state.ts';
import type { Toasts } from './toasts.ts';

export interface WindowPartsOptions {
  context: Pick<AppContext, 'dataFolder' | 'settings' | 'monotonic'>;
  account: Pick<AccountService, 'accounts' | 'session'>;
  time: Pick<TimeService, 'remoteTimers' | 'running'>;
  projects: Pick<ProjectsService, 'directory'>;
  tasks: Pick<TasksService, 'assigned' | 'openTask'>;
  boards: Pick<BoardService, 'board'>;
  live: Pick<LiveUpdates, 'realtime'>;
  server: Pick<ServerService, 'notifications'>;
  invalidate: StatePublisher['invalidate'];
  say: Toasts['say'];
  /** The folder of the build. */
  out: string;
  /** As it was begun. */
  popover: Popover;
  windowState: WindowState;
  language: () => Language;
  stopTimer: () => void;
  quit: () => void;
}

export type WindowParts = ReturnType<typeof setUpWindows>;

export function setUpWindows(options: WindowPartsOptions) {
  const {
    context,
    account,
    time,
    tasks,
    projects,
    boards,
    live,
    server,
    invalidate,
    say,
    out,
    popover,
    windowState,
    language,
    stopTimer,
    quit,
  } = options;
  const { settings, monotonic } = context;
  const { accounts } = account;
  const zoom = () => settings.read().zoom;
  let crashes = 0;
  let stopTrayHost: () => void = () => undefined;

  popover.follow({
    zoom,
    isPinned: () => settings.read().pinned,
    isOnTop: () => settings.read().pinnedOnTop,
    onWindowShown: () => {
      tasks.assigned.refreshIfStale();
      live.realtime.refreshIfStale();
      tasks.openTask.refreshIfStale();
      time.remoteTimers.look();
      boards.board.refreshIfStale();
      server.notifications.refreshIfStale();
      const view = accounts.view();
      if (view?.error?.kind === 'keychain' && view.status !== 'signed-in') void accounts.retryKeychain();
    },
    onCrash: () => {
      crashes += 1;
      console.error('The window’s page ended by itself');
      say(messages.app.windowAnew);
    },
    onGone: boards.board.close,
    onKind: () => invalidate('app'),
    onCloseForGood,
  });
  const quickAdd = createQuickAddWindow({
    preload: join(out, 'preload', 'preload.cjs'),
    icon: join(out, 'icons', 'app', '64x64.png'),
    channel: CHANNEL.quickAdd,
    isAnotherVisible: popover.isVisible,
    language,
    zoom,
    onShow: projects.directory.refreshIfStale,
    onCrash: (typed) => {
      crashes += 1;
      console.error('The page of quick add ended by itself');
      if (typed === null) return;
      // After what the other window says of itself, in the same process: it knows of nothing lost.
      setImmediate(() => say(typed === 'kept' ? messages.app.quickAddAnew : messages.app.quickAddEnded));
    },
  });
  const isPress = createPressFilter();
  const shortcut = createShortcut({
    read: () => settings.readValue('quick-add-shortcut'),
    write: (accelerator) => settings.writeValue('quick-add-shortcut', accelerator),
    onPress: () => {
      if (isPress(monotonic())) newTask();
    },
    onChange: () => invalidate('shortcut'),
  });

  /** Without a tray there is nothing to come back from: the app ends, but never silently while a timer runs. */
  function onCloseForGood(window: Parameters<typeof askBeforeClosing>[0]): void {
    const running = time.running();
    if (running === undefined) {
      quit();
      return;
    }
    void askBeforeClosing(window, `${running.task.identifier} ${running.task.title || messages.tasks.untitled}`).then(
      (answer) => {
        if (answer === 'cancel') return;
        if (answer === 'stop') stopTimer();
        quit();
      },
    );
  }

  /** Without an account there is nothing to add to: the doors are shown instead. */
  function newTask(): void {
    if (accounts.current() === null) popover.show();
    else quickAdd.toggle();
  }

  function showView(view: NavigationTarget): void {
    popover.show(() => popover.post(CHANNEL.show, view));
  }

  return {
    popover,
    windowSystem: () =>
      isWaylandSession(process.env) && process.platform === 'linux' ? windowState.windowSystem() : null,
    setWindowSystem(choice: WindowSystemChoice): void {
      windowState.chooseWindowSystem(choice);
      invalidate('app');
    },
    quickAdd,
    shortcut,
    /** Pages that ended by themselves, in this run. */
    crashes: (): number => crashes,
    /** Whoever has a shortcut may press it at any moment; what a start itself needs goes first. */
    prepareQuickAdd(): void {
      if (account.session() !== null && ['set', 'asking'].includes(shortcut.view().state)) quickAdd.prepare();
    },
    showView,
    /** Without a tray the popover is an ordinary window. `onIconMissing`: the tray does not know the icon. */
    async followTrayHost(onIconMissing: () => void): Promise<void> {
      stopTrayHost = await watchTrayHost((host) => {
        saveTrayHost(context.dataFolder, host.isThere);
        if (host.isIconMissing) onIconMissing();
        popover.setHasTray(host.isThere);
      });
    },
    stopTrayHost: (): void => stopTrayHost(),
    /** null: whatever the window shows. */
    showTask(task: Pick<TaskRef, 'taskId'> | null): void {
      if (task === null) popover.show();
      else showView({ view: 'details', taskId: task.taskId, reminder: false });
    },
  };
}
