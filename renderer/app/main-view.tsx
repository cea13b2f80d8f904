import { Tabs } from 'radix-ui';
import { Suspense, useDeferredValue, useEffect, useMemo } from 'react';
import { count } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { FilterField } from '../features/tasks/list/filter-field.tsx';
import { MyTasks } from '../features/tasks/list/my-tasks.tsx';
import { TimerBar } from '../features/time/timer/timer-bar.tsx';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { PinIcon, PlusIcon, SearchIcon, SettingsIcon, ToTrayIcon, WindowIcon } from '../ui/icons.ts';
import { lazyView, preloadWhenIdle } from '../ui/lazy-view.tsx';
import tabsStyles from '../ui/tabs.module.css';
import windowStyles from '../ui/window.module.css';
import styles from './main-view.module.css';
import { Questions } from './questions.tsx';
import { CommandError } from './state/command-error.tsx';
import { openPage, type Page, send, setFilter, showTab, type Tab, useApp, useAppState } from './state/store.ts';
import { StatusLine } from './status-line.tsx';
import { useMainKeys } from './use-main-keys.ts';

/** Loaded later, so that the task list appears sooner. */
const oftenOpened = () => import('./often-opened.ts');
const Board = lazyView(async () => ({ default: (await oftenOpened()).Board }));
const Time = lazyView(async () => ({ default: (await oftenOpened()).Time }));
const Details = lazyView(async () => ({ default: (await oftenOpened()).Details }));
const Settings = lazyView(async () => ({ default: (await oftenOpened()).Settings }));
const Unsent = lazyView(() => import('../features/unsent/unsent.tsx'));
const Project = lazyView(() => import('../features/projects/project-page.tsx'));
const Server = lazyView(() => import('../features/server/server-page.tsx'));
const Notifications = lazyView(() => import('../features/server/notifications.tsx'));
const ConnectedTools = lazyView(() => import('../features/server/connected-tools.tsx'));
const Bell = lazyView(() => import('../features/server/notification-bell.tsx'));

const PAGES = {
  details: Details,
  settings: Settings,
  outbox: Unsent,
  project: Project,
  server: Server,
  notifications: Notifications,
  'connected-tools': ConnectedTools,
};
const OFTEN_OPENED = [Details, Board, Time, Settings];

const PANELS = {
  tasks: windowStyles.page,
  board: classNames('scroll-inside', windowStyles.body, styles.boardView),
  time: classNames(windowStyles.body, styles.timeView),
};

interface Place {
  tab: Tab;
  page: Page | null;
}

function isLoaded({ tab, page }: Place): boolean {
  if (page !== null) return PAGES[page.name].isLoaded();
  return tab === 'tasks' || (tab === 'board' ? Board : Time).isLoaded();
}

/** Where the person is. The previous place stays on screen until the next one is loaded. */
function usePlace(): Place {
  const tab = useApp((app) => app.tab);
  const page = useApp((app) => app.page);
  const wanted = useMemo(() => ({ tab, page }), [tab, page]);
  const loaded = useDeferredValue(wanted);
  return isLoaded(wanted) ? wanted : loaded;
}

/** The window of a signed-in user. Every page except the settings shows the timer bar. */
export function Main() {
  useMainKeys();
  const { tab, page } = usePlace();
  const isConnected = useApp((app) => app.isConnected);
  useEffect(() => {
    const left = new AbortController();
    if (isConnected) void preloadWhenIdle(OFTEN_OPENED, left.signal);
    return () => left.abort();
  }, [isConnected]);
  const isMovable = useAppState(({ app, settings }) => settings.pinned && app.window === 'popover');
  const isSettings = page?.name === 'settings';
  return (
    <main className={windowStyles.window} data-movable={isMovable || undefined}>
      {page === null && <h1 className="visually-hidden">{messages.app}</h1>}
      {!isSettings && <TimerBar />}
      {!isSettings && <Questions />}
      {/* One for all places: what is on screen is not replaced by the fallback. */}
      <Suspense fallback={<div className={windowStyles.body} />}>
        {page === null ? <TabbedViews tab={tab} /> : <OpenPage page={page} />}
      </Suspense>
      {!isSettings && <StatusLine />}
    </main>
  );
}

function OpenPage({ page }: { page: Page }) {
  if (page.name === 'settings') return <Settings tab={page.tab ?? 'general'} />;
  return (
    <>
      {page.name === 'details' && <Details key={page.taskId} taskId={page.taskId} reminder={page.reminder ?? false} />}
      {page.name === 'outbox' && <Unsent />}
      {page.name === 'project' && <Project projectId={page.projectId} />}
      {page.name === 'server' && <Server />}
      {page.name === 'notifications' && <Notifications />}
      {page.name === 'connected-tools' && <ConnectedTools />}
      <CommandError />
    </>
  );
}

function TabbedViews({ tab }: { tab: Tab }) {
  const filtering = useApp((app) => app.filter !== null && app.tab === 'tasks');
  // A list without rows takes the focus itself, so that it can be scrolled by keyboard.
  const hasTasks = useAppState((state) => state.tasks.tasks.length > 0);
  return (
    <Tabs.Root className={styles.tabbedViews} value={tab} onValueChange={(value) => showTab(value as Tab)}>
      {filtering && <FilterField />}
      <div className={tabsStyles.tabs} hidden={filtering} data-drags-window>
        <Tabs.List className={tabsStyles.list} aria-label={messages.tabs.label}>
          <Tabs.Trigger className={tabsStyles.tab} value="tasks">
            {messages.tabs.tasks}
            <TaskCount />
          </Tabs.Trigger>
          <Tabs.Trigger className={tabsStyles.tab} value="board">
            {messages.tabs.board}
          </Tabs.Trigger>
          <Tabs.Trigger className={tabsStyles.tab} value="time">
            {messages.tabs.time}
          </Tabs.Trigger>
        </Tabs.List>
        <span className={tabsStyles.spacer} />
        {tab === 'tasks' && (
          <IconButton icon={PlusIcon} label={messages.newTask} onClick={() => void send('quick-add.open', {})} />
        )}
        {tab === 'tasks' && <IconButton icon={SearchIcon} label={messages.filter.open} onClick={() => setFilter('')} />}
        <Unread />
        <WindowKind ifRoom={tab === 'tasks'} />
        <Pin />
        <IconButton
          icon={SettingsIcon}
          label={messages.settingsButton}
          onClick={() => openPage({ name: 'settings' })}
        />
      </div>
      <CommandError />
      {/* Only the shown panel, with its content in the same commit, so that it can be waited for. */}
      <Tabs.Content
        key={tab}
        className={PANELS[tab]}
        value={tab}
        forceMount
        tabIndex={tab === 'tasks' && !hasTasks ? 0 : -1}
      >
        {tab === 'tasks' && <MyTasks />}
        {tab === 'board' && <Board />}
        {tab === 'time' && <Time />}
      </Tabs.Content>
    </Tabs.Root>
  );
}

function TaskCount() {
  const total = useAppState((state) => state.tasks.total);
  return total > 0 && <span className={tabsStyles.count}>{count(total)}</span>;
}

function Unread() {
  const unread = useAppState((state) => state.unreadNotifications) ?? 0;
  return (
    unread > 0 && (
      <Suspense>
        <Bell unread={unread} />
      </Suspense>
    )
  );
}

/** Opens an ordinary window instead of the popover, or the popover again. `ifRoom`: only where it fits beside the other icons. */
function WindowKind({ ifRoom }: { ifRoom: boolean }) {
  const isWindow = useAppState((state) => state.settings.openAsWindow);
  const hasTray = useAppState((state) => state.app.hasTray);
  return (
    hasTray && (
      <IconButton
        className={ifRoom && !isWindow ? styles.ifRoom : undefined}
        icon={isWindow ? ToTrayIcon : WindowIcon}
        label={isWindow ? messages.openAtIcon : messages.openAsWindow}
        onClick={() => void send('settings.change', { openAsWindow: !isWindow })}
      />
    )
  );
}

function Pin() {
  const pinned = useAppState((state) => state.settings.pinned);
  const isPopover = useAppState((state) => state.app.window === 'popover');
  return (
    isPopover && (
      <IconButton
        icon={PinIcon}
        label={messages.pin}
        on={pinned}
        onClick={() => void send('settings.change', { pinned: !pinned })}
      />
    )
  );
}
