/** The popover, the quick-add window and the global shortcuts: how they open, and what is refreshed when the popover is shown. */
import { join } from 'node:path';
import type { WindowSystemChoice } from '../../shared/contract/system-view.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { NotificationContent } from '../../shared/reminders/notification.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { isOnBattery, onBatteryChange } from '../desktop/system/battery.ts';
import { shellProgram } from '../desktop/system/program-path.ts';
import { createShortcuts } from '../desktop/system/shortcuts.ts';
import { saveTrayHost } from '../desktop/tray/expected-tray-host.ts';
import { watchTrayHost } from '../desktop/tray/tray-host.ts';
import { askBeforeClosing, askBeforeDiscarding } from '../desktop/windows/confirm-close.ts';
import { type KeepingConditions, keeping, quickAddKeeping, withUse } from '../desktop/windows/keeping.ts';
import { createQuickAddWindow } from '../desktop/windows/quick-add-window.ts';
import { isWaylandSession } from '../desktop/windows/window-system-choice.ts';
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
  let isLocked = false;
  let stopTrayHost: () => void = () => undefined;

  popover.setOwner({
    zoom,
    isPinned: () => settings.read().pinned,
    isOnTop: () => settings.read().pinnedOnTop,
    opensAsWindow: () => settings.read().openAsWindow,
    isKept: () => isSignedIn() && keeping(conditions()).isKept,
    onHide: () => runInBackground(used),
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
    isKept: () => isSignedIn() && hasShortcut() && ofQuickAdd().isKept,
    onShow: newTasks.refreshIfStale,
    onHide: () =>
      runInBackground(() => {
        settings.writeValue('quick-add-used', now());
        used();
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
    now,
    readPresses: () => settings.readValue('shortcut-presses') ?? {},
    writePresses: (presses) => runInBackground(() => settings.writeValue('shortcut-presses', presses)),
    read: (name) => settings.readValue(`${name}-shortcut`),
    write: (name, accelerator) => settings.writeValue(`${name}-shortcut`, accelerator),
    effects: {
      'quick-add': orSignIn(quickAdd.toggle),
      toggle: orSignIn(() => void act(toggleTimer)),
      switch: openPalette,
      open: popover.showOrHide,
    },
    onChange: () => {
      invalidate('shortcuts');
      updateKept();
    },
  });

  /** Without a tray closing the window quits the app, but not without a question while a timer runs. */
  function onCloseForGood(window: Parameters<typeof askBeforeClosing>[0]): void {
    const running = time.running();
    if (running === undefined) {
      void quit();
      return;
    }
    void askBeforeClosing(window, `${running.task.identifier} ${running.task.title || messages.tasks.untitled}`).then(
      (answer) => {
        if (answer !== 'cancel') void quit(answer === 'stop');
      },
    );
  }

  /** The person quits. The timer is stopped only once nothing keeps them. */
  async function quit(stopsTimer = false): Promise<void> {
    if (!(await mayLeave())) return;
    if (stopsTimer) void act(() => time.stop());
    electron.quit();
  }

  /** Whether quitting would lose no text, or only text that the person discards. Otherwise the text is shown again. */
  async function mayLeave(): Promise<boolean> {
    if (quickAdd.hasTyped() && !(await mayDiscard(quickAdd.show))) return false;
    return (await popover.leave()) || mayDiscard(() => showView('unsavedText'));
  }

  async function mayDiscard(showText: () => void): Promise<boolean> {
    const answer = await askBeforeDiscarding(popover.parentOfQuestion());
    if (answer === 'back') showText();
    return answer === 'discard';
  }

  /** Without an account the popover shows the sign-in instead. */
  function orSignIn(effect: () => void): () => void {
    return () => (accounts.current() === null ? popover.show() : effect());
  }

  function openPalette(): void {
    if (accounts.current() === null) popover.show();
    else showView('palette');
  }

  /** Stops the timer, or starts the last task again. */
  function toggleTimer(): void {
    if (time.running() === undefined) startLast();
    else {
      time.stop();
      notifyOfToast();
    }
  }

  /** Starts the timer on the last task again; without one the person chooses. */
  function startLast(): void {
    const id = account.first.id();
    const [last] = id === undefined ? [] : time.entries.recent(id);
    if (last === undefined) openPalette();
    else {
      time.start(last);
      notifyOfToast();
    }
  }

  /** Shows what happened as a notification unless the window shows it. `own`: how it differs from one about the timer. */
  function notifyOfToast(own: Partial<NotificationContent> = {}): void {
    const toast = toasts.view();
    if (popover.isVisible() || toast === null) return;
    const content = { id: 'timer', title: toast.text, body: '', actions: [], isTransient: true };
    void notifications.show({ ...content, ...own }, { onAction: () => popover.show() });
  }

  const conditions = (): KeepingConditions => ({
    used: settings.readValue('windows-used') ?? [],
    now: now(),
    availableMemory: process.availableMemory(),
    isOnBattery: isOnBattery(),
    isLocked,
  });
  const ofQuickAdd = () =>
    quickAddKeeping(settings.read().quickAddReady, settings.readValue('quick-add-used'), conditions());
  // The database is closed while the app quits.
  const isSignedIn = (): boolean => context.database.isOpen && account.first.session() !== null;
  const hasShortcut = (): boolean => ['set', 'asking'].includes(shortcuts.view().list['quick-add'].state);

  /** A window was closed. */
  function used(): void {
    if (!context.database.isOpen) return;
    settings.writeValue('windows-used', withUse(conditions().used, now()));
    updateKept();
  }

  /** Creates the windows that are to be kept, and releases hidden ones that are not. */
  function updateKept(): void {
    if (!context.database.isOpen) return;
    popover.updateKept();
    quickAdd.updateKept();
  }
  const lock = (locked: boolean) => () => {
    isLocked = locked;
    updateKept();
  };
  electron.power().on('lock-screen', lock(true));
  electron.power().on('unlock-screen', lock(false));
  onBatteryChange(updateKept);

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
    updateKept,
    /** For the diagnostics: whether hidden pages stay in memory, and why. */
    kept: () => ({ window: keeping(conditions()), 'quick add': ofQuickAdd() }),
    startLast,
    notifyOfToast,
    openPalette,
    quit,
    mayLeave,
    showView,
    /** null: the view that the popover shows anyway. */
    showTask(task: Pick<TaskRef, 'taskId' | 'accountId'> | null): void {
      if (task === null) popover.show();
      else showView({ view: 'taskPage', taskId: task.taskId, accountId: task.accountId, reminder: false });
    },
    /** Without a tray the popover is an ordinary window. `onIconMissing`: the tray does not know the icon. */
    async watchTrayHost(onIconMissing: () => void): Promise<void> {
      const tellLock = (locked: boolean) => electron.power().emit(locked ? 'lock-screen' : 'unlock-screen');
      stopTrayHost = await watchTrayHost((host) => {
        saveTrayHost(context.dataFolder, host.isThere);
        if (host.isIconMissing) onIconMissing();
        popover.setHasTray(host.isThere);
        invalidate('app');
      }, tellLock);
    },
    stopTrayHost: (): void => stopTrayHost(),
  };
}
