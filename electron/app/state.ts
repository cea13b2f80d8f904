/** The state that the windows show: where each slice is read, how changes are published, and what the next start shows first. */
import { taskKey } from '../../shared/accounts.ts';
import type { State } from '../../shared/contract/index.ts';
import { hour12 } from '../../shared/i18n/format-dates.ts';
import { CHANNEL } from '../ipc/channels.ts';
import { createPublisher, type Publisher } from '../ipc/publish.ts';
import { createStartupSnapshot, type StartupSnapshot } from '../store/startup-snapshot.ts';
import type { MainParts } from './context.ts';
import { allTasks, allUnsent, openAccounts, unreadNotifications } from './open-accounts.ts';
import { FIRST_REVISIONS } from './revisions.ts';

export type StatePublisher = ReturnType<typeof createStatePublisher>;

/** The publisher, and the tray that follows it. */
export function createStatePublisher() {
  let connected: Publisher | null = null;
  let refreshTray = (): void => undefined;
  let isTrayStale = false;
  return {
    invalidate(...slices: Parameters<Publisher['invalidate']>): void {
      connected?.invalidate(...slices);
      if (isTrayStale) return;
      isTrayStale = true;
      // Once a turn, however many slices change.
      queueMicrotask(() => {
        isTrayStale = false;
        refreshTray();
      });
    },
    invalidateAll: (): void => connected?.invalidateAll(),
    /** From now on changes reach the windows and the tray, which are created after the features. */
    connect(publisher: Publisher, refresh: () => void): void {
      connected = publisher;
      refreshTray = refresh;
    },
    stop: (): void => connected?.stop(),
  };
}

export type StateSetup = ReturnType<typeof setUpState>;

export function setUpState(options: MainParts) {
  const {
    context,
    features,
    newTasks,
    windows,
    integration,
    toasts,
    requestedViews,
    unreadable,
    revisions,
    electron,
    build,
  } = options;
  const { language } = options.settings;
  const { account, timeRules, time, idle, focus, inFront, each } = features;
  const { dataFolder, settings } = context;

  const publisher = createPublisher(
    {
      app: () => ({
        version: electron.version,
        platform: process.platform,
        hour12: hour12(),
        canReadIdle: idle.awayWatch.canReadIdle(),
        window: windows.popover.isOrdinary() ? 'ordinary' : 'popover',
        hasTray: windows.popover.hasTray(),
        windowSystem: windows.windowSystem(),
      }),
      account: account.accounts.view,
      accounts: () => openAccounts(features),
      signIn: account.signIn.view,
      tasks: () => allTasks(features),
      projects: () => inFront().projects.directory.projects(),
      board: () => {
        const view = inFront().boards.board.view();
        return view && inFront().account.marked(view);
      },
      time: time.view,
      timeRules: timeRules.view,
      focus: focus.view,
      outbox: () => allUnsent(features),
      revisions: revisions.view,
      missingPermissions: () => inFront().account.permissions.missing(),
      missingFeatures: () => inFront().account.missing(),
      unreadNotifications: () => unreadNotifications(features),
      unreadTasks: () =>
        each().flatMap(({ account: own, server }) =>
          server.inbox.unreadTasks().map((id) => taskKey(own.marked<{ id: string; accountId?: string }>({ id }))),
        ),
      unreadableRecords: unreadable.view,
      language,
      pictures: () => ({ ...inFront().tasks.pictures.view(), ...inFront().boards.publicPictures.view() }),
      settings: settings.read,
      toast: toasts.view,
      requestedViews: requestedViews.view,
      taskPage: () => {
        const id = account.inFront().id();
        const view = id === undefined ? null : inFront().tasks.taskPage.view(id);
        return view && { ...view, task: inFront().account.marked(view.task) };
      },
      remoteTimers: () =>
        each().flatMap(({ account: own, remoteTimers }) =>
          remoteTimers.view().map((timer) => ({ ...timer, task: own.marked(timer.task) })),
        ),
      reminders: () => inFront().reminders.reminders.view(),
      system: integration.view,
      watchedBoards: () => inFront().boards.watched.view(),
      away: idle.controller.away,
      stillWorking: idle.controller.stillWorking,
      linkQuestion: time.linkQuestions.view,
      assistantQuestion: features.assistants.question,
      shortcuts: windows.shortcuts.view,
      stoppedTimer: idle.controller.stoppedTimer,
      sample: () => inFront().account.sample(),
      localServer: features.localPort.view,
    },
    (changed) => {
      // No toast before the cards that it speaks of.
      if (changed.toast) inFront().boards.board.sendCards();
      windows.popover.post(CHANNEL.state, changed);
      // After signing out nothing stays on disk, not even for a second.
      if (changed.account === null) snapshot.save();
      else if (Object.keys(changed).some((name) => !Object.hasOwn(EMPTY_AT_START, name))) snapshot.changed();
    },
  );
  const snapshot = createStartupSnapshot({ dataFolder, build, read: readSnapshot });

  function readSnapshot(): StartupSnapshot<State> | null {
    const snapshot = snapshotOf(publisher.read());
    const accountId = account.inFront().id();
    const directory = newTasks.directory();
    if (snapshot === null || accountId === undefined || directory === null) return snapshot;
    return { ...snapshot, quickAdd: { accountId, directory } };
  }

  return { publisher, snapshot };
}

/** Slices that the snapshot leaves empty: they expire, have to be read again, or belong to a page that is closed at a start. */
const EMPTY_AT_START = {
  projects: null,
  board: null,
  taskPage: null,
  toast: null,
  requestedViews: [],
  linkQuestion: null,
  assistantQuestion: null,
  stillWorking: null,
  unreadNotifications: null,
  unreadTasks: [],
  unreadableRecords: {},
  revisions: FIRST_REVISIONS,
  remoteTimers: [],
  localServer: { address: null, error: null },
} satisfies Partial<State>;

/** null on the sign-in screen. Errors are left out: the next start finds out whether they persist. */
function snapshotOf(state: State): StartupSnapshot<State> | null {
  const { account, tasks, signIn, settings } = state;
  if (account === null || signIn.step !== 'none') return null;
  const { theme, zoom, pinned, openAsWindow } = settings;
  return {
    theme,
    zoom,
    pinned,
    openAsWindow,
    state: {
      ...state,
      ...EMPTY_AT_START,
      account: { ...account, status: 'signed-in', tokenIn: 'none', error: null },
      tasks: { ...tasks, loading: false, error: null, failingSince: null, nextTryAt: null },
    },
  };
}
