/** The popover, the quick-add window and the global shortcuts: how they open, and what is refreshed when the popover is shown. */
import { join } from 'node:path';
import type { WindowSystemChoice } from '../../shared/contract/system-view.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { isOnBattery, onBatteryChange } from '../desktop/system/battery.ts';
import { shellProgram } from '../desktop/system/program-path.ts';
import { createShortcuts } from '../desktop/system/shortcuts.ts';
import { saveTrayHost } from '../desktop/tray/expected-tray-host.ts';
import { watchTrayHost } from '../desktop/tray/tray-host.ts';
import { askBeforeClosing } from '../desktop/windows/confirm-close.ts';
import { createQuickAddWindow } from '../desktop/windows/quick-add-window.ts';
import { isWaylandSession } from '../desktop/windows/window-system-choice.ts';
import { isKeptReady } from '../features/quick-add/index.ts';
import { CHANNEL } from '../ipc/channels.ts';
import type { MainParts } from './context.ts';

export type Windows = ReturnType<typeof setUpWindows>;

export function setUpWindows(options: Omit<MainParts, 'integration' | 'windows'>) {
  const {
    context,
    featureContext,
    features,
    newTasks,
    out,
    popover,
    requestedViews,
    windowState,
    toasts,
    act,
    electron,
  } = options;
  const { language } = options.settings;
  const showView = requestedViews.show;
  const { settings, now, monotonic } = context;
  const { invalidate, showToast, runInBackground } = featureContext;
  const { account, time, notifications, inFront } = features;
  const { accounts } = account;
  const zoom = () => settings.read().zoom;
  let crashes = 0;
  let stopTrayHost: () => void = () => undefined;

  popover.setOwner({
    zoom,
    isPinned: () => settings.read().pinned,
    isOnTop: () => settings.read().pinnedOnTop,
    opensAsWindow: () => settings.read().openAsWindow,
    onWindowShown: () => {
      for (const part of features.allParts()) part.refreshIfStale?.();
    },
    onCrash: (why) => {
      crashes += 1;
      console.error('The page of the window crashed:', why);
      showToast(messages.app.windowAnew);
    },
    onReleased: () => inFront().boards.board.close(),
    onKindChanged: () => invalidate('app'),
    onKindDelayed: () => showToast(messages.app.windowDelayed),
    onCloseForGood,
  });
  const quickAdd = createQuickAddWindow({
    preload: join(out, 'preload', 'preload.cjs'),
    icon: join(out, 'icons', 'app', '64x64.png'),
    channel: CHANNEL.quickAdd,
    isAnotherVisible: popover.isVisible,
    language,
    zoom,
    onShow: newTasks.refreshIfStale,
    onHide: () =>
      runInBackground(() => {
        settings.writeValue('quick-add-used', now());
        updateQuickAdd();
      }),
    onCrash: (why, typed) => {
      crashes += 1;
      console.error('The page of quick add crashed:', why);
      if (typed === null) return;
      // After the toast of the other window, whose page runs in the same process and crashes with it.
      setImmediate(() => showToast(typed === 'kept' ? messages.app.quickAddAnew : messages.app.quickAddEnded));
    },
  });
  const shortcuts = createShortcuts({
    program: shellProgram(electron.isPackaged),
    monotonic,
    read: (name) => settings.readValue(`${name}-shortcut`),
    write: (name, accelerator) => settings.writeValue(`${name}-shortcut`, accelerator),
    effects: {
      'quick-add': orSignIn(quickAdd.toggle),
      toggle: orSignIn(() => void act(toggleTimer)),
      switch: orSignIn(() => showView('palette')),
      open: popover.showOrHide,
    },
    onChange: () => {
      invalidate('shortcuts');
      updateQuickAdd();
    },
  });

  /** Without a tray closing the window quits the app, but not without a question while a timer runs. */
  function onCloseForGood(window: Parameters<typeof askBeforeClosing>[0]): void {
    const running = time.running();
    if (running === undefined) {
      electron.quit();
      return;
    }
    void askBeforeClosing(window, `${running.task.identifier} ${running.task.title || messages.tasks.untitled}`).then(
      (answer) => {
        if (answer === 'cancel') return;
        if (answer === 'stop') void act(() => time.stop());
        electron.quit();
      },
    );
  }

  /** Without an account the popover shows the sign-in instead. */
  function orSignIn(effect: () => void): () => void {
    return () => (accounts.current() === null ? popover.show() : effect());
  }

  /** Stops the timer, or starts the last task again; what happened is shown as a notification unless the window shows it. */
  function toggleTimer(): void {
    const id = account.shared.id();
    const [last] = id === undefined ? [] : time.entries.recent(id);
    if (time.running() !== undefined) time.stop();
    else if (last !== undefined) time.start(last.taskId);
    else {
      showView('palette');
      return;
    }
    const toast = toasts.view();
    if (popover.isVisible() || toast === null) return;
    const content = { id: 'timer', title: toast.text, body: '', actions: [], isTransient: true };
    void notifications.show(content, { onAction: () => popover.show() });
  }

  /** Creates the quick-add window in advance, or no longer keeps it. */
  function updateQuickAdd(): void {
    // The app quits.
    if (!context.database.isOpen) return;
    const isReachable =
      account.shared.session() !== null && ['set', 'asking'].includes(shortcuts.view().list['quick-add'].state);
    quickAdd.keepReady(
      isReachable &&
        isKeptReady({
          setting: settings.read().quickAddReady,
          usedAt: settings.readValue('quick-add-used'),
          now: now(),
          isOnBattery: isOnBattery(),
        }),
    );
  }
  onBatteryChange(updateQuickAdd);

  return {
    popover,
    quickAdd,
    shortcuts,
    /** The chosen one; null where there is no choice. */
    windowSystem: () =>
      isWaylandSession(process.env) && process.platform === 'linux' ? windowState.windowSystem() : null,
    setWindowSystem(choice: WindowSystemChoice): void {
      windowState.chooseWindowSystem(choice);
      invalidate('app');
    },
    /** The number of pages that crashed in this run. */
    crashes: (): number => crashes,
    updateQuickAdd,
    showView,
    /** null: the view that the popover shows anyway. */
    showTask(task: Pick<TaskRef, 'taskId'> | null): void {
      if (task === null) popover.show();
      else showView({ view: 'taskPage', taskId: task.taskId, reminder: false });
    },
    /** Without a tray the popover is an ordinary window. `onIconMissing`: the tray does not know the icon. */
    async watchTrayHost(onIconMissing: () => void): Promise<void> {
      stopTrayHost = await watchTrayHost((host) => {
        saveTrayHost(context.dataFolder, host.isThere);
        if (host.isIconMissing) onIconMissing();
        popover.setHasTray(host.isThere);
        invalidate('app');
      });
    },
    stopTrayHost: (): void => stopTrayHost(),
  };
}
