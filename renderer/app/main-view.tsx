import { Tabs } from 'radix-ui';
import { type ComponentType, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { taskKey } from '../../shared/accounts.ts';
import { count } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { FilterField } from '../features/tasks/list/filter-field.tsx';
import { MyTasks } from '../features/tasks/list/my-tasks.tsx';
import { TimerBar } from '../features/time/timer/timer-bar.tsx';
import { send, useAppState, useListedTasks, usePublished } from '../state/main-process.ts';
import {
  areTogether,
  enterColumn,
  isBesideList,
  isToday as isTodayTab,
  openPage,
  type Page,
  setFilter,
  showTab,
  showTimeTab,
  type Tab,
  togglePalette,
  useNavigation,
} from '../state/navigation.ts';
import { useSelectedList } from '../state/selection.ts';
import { useViewFocus } from '../state/use-view-focus.ts';
import { type ColumnCount, useColumns, type WindowColumn } from '../state/window-columns.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames, selectorOf } from '../ui/class-names.ts';
import { FilterIcon, Icon, PinIcon, PlusIcon, SearchIcon, SettingsIcon, ToTrayIcon, WindowIcon } from '../ui/icons.tsx';
import { type LazyView, lazyView, preloadWhenIdle } from '../ui/lazy-view.tsx';
import tabsStyles from '../ui/tabs.module.css';
import windowStyles from '../ui/window.module.css';
import { CommandError } from '../widgets/command-error.tsx';
import { COMMANDS } from './commands.ts';
import styles from './main-view.module.css';
import { Questions } from './questions.tsx';
import { StatusLine } from './status-line.tsx';
import { useMainKeys } from './use-main-keys.ts';

/** Loaded later, so that the task list appears sooner. */
const oftenOpened = () => import('./often-opened.ts');
const Board = lazyView(async () => ({ default: (await oftenOpened()).Board }));
const Time = lazyView(async () => ({ default: (await oftenOpened()).Time }));
const Week = lazyView(async () => ({ default: (await oftenOpened()).Week }));
const TimesheetTab = lazyView(async () => ({ default: (await oftenOpened()).TimesheetTab }));
const TaskPage = lazyView(async () => ({ default: (await oftenOpened()).TaskPage }));
const Settings = lazyView(async () => ({ default: (await oftenOpened()).Settings }));
const Report = lazyView(() => import('../features/report/report-page.tsx'));
const Project = lazyView(() => import('../features/projects/project-page.tsx'));
const Inbox = lazyView(() => import('../features/server/inbox.tsx'));
const rarelyOpened = <K extends keyof typeof import('./rarely-opened.ts')>(name: K) =>
  lazyView(async () => ({ default: (await import('./rarely-opened.ts'))[name] }));
const TimeRules = rarelyOpened('TimeRules');
const Outbox = rarelyOpened('Outbox');
const RecentChanges = rarelyOpened('RecentChanges');
const Server = rarelyOpened('Server');
const ConnectedTools = rarelyOpened('ConnectedTools');
const AssistantLog = rarelyOpened('AssistantLog');
const AllKeys = rarelyOpened('AllKeys');
const Palette = lazyView(() => import('./palette/palette.tsx'));
const SelectionBar = lazyView(() => import('./selection-bar.tsx'));
const AccountSwitcher = lazyView(async () => ({
  default: (await import('../widgets/open-accounts.tsx')).AccountSwitcher,
}));
const InboxBell = lazyView(() => import('../features/server/inbox-bell.tsx'));

/** Each gets the rest of its `Page`. */
const PAGES: { [N in Page['name']]: LazyView<Omit<Extract<Page, { name: N }>, 'name'>> } = {
  taskPage: TaskPage,
  settings: Settings,
  outbox: Outbox,
  recentChanges: RecentChanges,
  report: Report,
  'time-rules': TimeRules,
  project: Project,
  server: Server,
  inbox: Inbox,
  'connected-tools': ConnectedTools,
  assistants: AssistantLog,
  keys: AllKeys,
};
const OFTEN_OPENED = [TaskPage, Board, Time, Settings, Palette];

interface Place {
  tab: Tab;
  page: Page | null;
}

/** In a wide window the columns appear once they are loaded. */
function isLoaded({ tab, page }: Place, columns: ColumnCount): boolean {
  if (page !== null) return PAGES[page.name].isLoaded();
  if (tab === 'board') return Board.isLoaded();
  return tab === 'tasks' || (tab === 'timesheet' ? TimesheetTab.isLoaded() : columns > 1 || Time.isLoaded());
}

/** The current page. The previous one stays on screen until it is loaded. */
function usePlace(columns: ColumnCount): Place {
  const tab = useNavigation(({ tab }) => tab);
  const page = useNavigation(({ page }) => page);
  const wanted = useMemo(() => ({ tab, page }), [tab, page]);
  const loaded = useDeferredValue(wanted);
  return isLoaded(wanted, columns) ? wanted : loaded;
}

/** The window of a signed-in user. Every page shows the timer bar. */
export function Main() {
  useMainKeys();
  const columns = useColumns();
  const { tab, page } = usePlace(columns);
  const isConnected = usePublished(({ isConnected }) => isConnected);
  useEffect(() => {
    const left = new AbortController();
    if (isConnected) void preloadWhenIdle(OFTEN_OPENED, left.signal);
    return () => left.abort();
  }, [isConnected]);
  const isMovable = useAppState(({ app, settings }) => settings.pinned && app.window === 'popover');
  const isSettings = page?.name === 'settings';
  const isPaletteOpen = useNavigation(({ palette }) => palette);
  const selected = useSelectedList();
  const isListShown = page === null || isBesideList({ tab, page }, columns);
  return (
    <main className={windowStyles.window} data-movable={isMovable || undefined}>
      {page === null && <h1 className="visually-hidden">{messages.app}</h1>}
      <TimerBar />
      {!isSettings && <Questions />}
      {/* One for all places: what is on screen is not replaced by the fallback. */}
      <Suspense fallback={<div className={windowStyles.body} />}>
        {isListShown ? <TabbedViews tab={tab} columns={columns} page={page} /> : <OpenPage page={page} />}
      </Suspense>
      {isListShown && selected !== null && areTogether(tab, selected) && (
        <Suspense>
          <SelectionBar of={selected} />
        </Suspense>
      )}
      {!isSettings && <StatusLine />}
      {isPaletteOpen && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
    </main>
  );
}

function OpenPage({ page }: { page: Page }) {
  const { name, ...props } = page;
  // What opened the page may be gone. A page without fields is scrolled by keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page once.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`main section${selectorOf(windowStyles.page)}:not([hidden])`)?.focus();
  }, [page]);
  const View = PAGES[name] as ComponentType<typeof props>;
  return (
    <>
      <View key={name === 'taskPage' ? taskKey(page) : name} {...props} />
      {/* The settings show it on each tab. */}
      {name !== 'settings' && <CommandError />}
    </>
  );
}

/**
 * One view at a time, or in a wide window the columns of Today: My tasks, the day and, if there is room, the week. A `page` of a task
 * stands beside My tasks and covers the others, which stay as they are.
 */
function TabbedViews({ tab, columns, page }: Place & { columns: ColumnCount }) {
  const isWide = columns > 1;
  const isToday = isWide && isTodayTab(tab);
  const filter = useNavigation(({ filter }) => filter);
  const isFiltering = filter !== null && (isToday || (tab === 'tasks' && !isWide));
  const value = isToday ? 'today' : tab === 'timesheet' && !isWide ? 'time' : tab;
  const hasTime = useTimeLoaded(isToday);
  const hasSeveralAccounts = useAppState(({ accounts }) => accounts.length > 1);
  const newTask = <IconButton icon={PlusIcon} label={messages.newTask} onClick={COMMANDS.newTask.run} />;
  return (
    <Tabs.Root
      className={styles.tabbedViews}
      value={value}
      onValueChange={(to) => (to === 'time' ? showTimeTab() : showTab(to === 'today' ? 'tasks' : (to as Tab)))}
    >
      {isFiltering && !isWide && <FilterField />}
      <div className={tabsStyles.tabs} hidden={isFiltering && !isWide} data-drags-window>
        <Tabs.List className={tabsStyles.list} aria-label={messages.tabs.label}>
          {isWide ? (
            <Tabs.Trigger className={tabsStyles.tab} value="today">
              {messages.tabs.today}
            </Tabs.Trigger>
          ) : (
            <Tabs.Trigger className={tabsStyles.tab} value="tasks">
              {messages.tabs.tasks}
              <TaskCount />
            </Tabs.Trigger>
          )}
          <Tabs.Trigger className={tabsStyles.tab} value="board">
            {messages.tabs.board}
          </Tabs.Trigger>
          <Tabs.Trigger className={tabsStyles.tab} value={isWide ? 'timesheet' : 'time'}>
            {isWide ? messages.tabs.week : messages.tabs.time}
          </Tabs.Trigger>
        </Tabs.List>
        <span className={tabsStyles.spacer} />
        {isWide && <Find />}
        {hasSeveralAccounts && (
          <Suspense>
            <AccountSwitcher />
          </Suspense>
        )}
        {/* In the same place on every tab. */}
        {newTask}
        {!isWide && <IconButton icon={SearchIcon} label={messages.find} onClick={togglePalette} />}
        <Unread />
        <WindowKind ifRoom />
        <Pin />
        <IconButton
          icon={SettingsIcon}
          label={messages.settingsButton}
          onClick={() => openPage({ name: 'settings' })}
        />
      </div>
      <CommandError />
      {/* Only the shown views, with their content in the same commit, so that it can be waited for. */}
      <Tabs.Content
        className={classNames(windowStyles.body, styles.views, isWide && styles.wide)}
        value={value}
        forceMount
        tabIndex={-1}
      >
        {/* The same elements at every width, so that a view stays as it is when the window is resized. */}
        {(isToday || tab === 'tasks') && (
          <View key="tasks" tab="tasks" column={isToday ? 'tasks' : null} className={isToday ? styles.side : undefined}>
            {isToday &&
              (isFiltering ? (
                <FilterField />
              ) : (
                <header className={styles.header}>
                  <h2>{messages.tabs.tasks}</h2>
                  <TaskCount />
                  <span className={tabsStyles.spacer} />
                  <IconButton icon={FilterIcon} label={messages.filter.open} onClick={() => setFilter('')} />
                </header>
              ))}
            <TasksBody key="body" />
          </View>
        )}
        {page?.name === 'taskPage' && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the list's keys are in use.
          <div
            key="page"
            className={classNames(styles.view, styles.beside)}
            onFocus={() => enterColumn('tasks')}
            onPointerDown={() => enterColumn('tasks')}
          >
            <TaskPage
              key={taskKey(page)}
              taskId={page.taskId}
              accountId={page.accountId}
              reminder={page.reminder ?? false}
              isBeside
            />
          </div>
        )}
        {(isToday ? hasTime : tab === 'time') && (
          <View
            key="time"
            tab="time"
            column={isToday ? 'time' : null}
            className={styles.time}
            isCovered={page !== null}
          >
            <Time hasWeek={columns < 3} />
          </View>
        )}
        {isToday && columns === 3 && hasTime && (
          <View key="week" column="week" className={styles.side} isCovered={page !== null}>
            <Week />
          </View>
        )}
        {tab === 'timesheet' && (
          <View key="timesheet" column={null} className={styles.time}>
            <TimesheetTab />
          </View>
        )}
        {tab === 'board' && (
          // In a window too low for a single card, the whole view scrolls.
          <View key="board" tab="board" column={null} className="scroll-inside">
            <Board />
          </View>
        )}
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** Whether the code of the day and the week is loaded; loads it if it is needed beside the list, which does not wait for it. */
function useTimeLoaded(isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(() => Time.isLoaded() && Week.isLoaded());
  useEffect(() => {
    if (!isNeeded || isLoaded) return;
    // A view that cannot be loaded says so when it is shown.
    void Promise.allSettled([Time.preload(), Week.preload()]).then(() => setLoaded(true));
  }, [isNeeded, isLoaded]);
  return isLoaded;
}

interface ViewProps {
  /** The key of this tab moves the focus here. The timesheet takes it itself. */
  tab?: Tab;
  /** The column that it is in a wide window; null if it is shown alone. */
  column: WindowColumn | null;
  className: string | undefined;
  isCovered?: boolean;
  children: React.ReactNode;
}

function View({ tab, column, className, isCovered = false, children }: ViewProps) {
  const view = useViewFocus(tab ?? null);
  const onEnter = () => column !== null && enterColumn(column === 'tasks' ? 'tasks' : 'time');
  return (
    <section
      ref={view}
      className={classNames(styles.view, className, isCovered && styles.covered)}
      inert={isCovered}
      aria-label={column === null ? undefined : messages.tabs[column]}
      tabIndex={-1}
      onFocus={onEnter}
      onPointerDown={onEnter}
    >
      {children}
    </section>
  );
}

/** The list itself takes the focus if it has no rows, so that it can be scrolled by keyboard. */
function TasksBody() {
  const hasTasks = useAppState((state) => state.tasks.tasks.length > 0);
  return (
    <div className={classNames(windowStyles.body, windowStyles.scroll)} tabIndex={hasTasks ? -1 : 0}>
      <MyTasks />
    </div>
  );
}

/** Opens the command palette. */
function Find() {
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const { keys } = messages.status;
  return (
    <button
      type="button"
      className={styles.find}
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={togglePalette}
    >
      <Icon of={SearchIcon} />
      <span className="truncate grow">{messages.find}</span>
      <span className={styles.findKeys} aria-hidden="true">
        <kbd>{isMac ? keys.command : keys.control}</kbd>
        <kbd>{keys.k}</kbd>
      </span>
    </button>
  );
}

function TaskCount() {
  const { total } = useListedTasks();
  return total > 0 && <span className={tabsStyles.count}>{count(total)}</span>;
}

/** It has its place before the first answer too, and keeps it while nothing is unread. */
function Unread() {
  const unread = useAppState((state) => state.unreadNotifications);
  const isExpected = useAppState(
    ({ account, missingFeatures }) => account?.status === 'signed-in' && !missingFeatures.includes('inbox'),
  );
  const place = isExpected && <span className={styles.bellPlace} />;
  return unread === null ? (
    place
  ) : (
    <Suspense fallback={place}>
      <InboxBell unread={unread} />
    </Suspense>
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
