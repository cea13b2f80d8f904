import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isSameTask, taskKey } from '../../../../shared/accounts.ts';
import type { TaskView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import type { DueGroup } from '../../../../shared/tasks/due-date.ts';
import { taskTotals } from '../../../../shared/time/task-totals.ts';
import { toggleTimer, useAppState, usePublished } from '../../../state/main-process.ts';
import { isBesideList, openFromList, setFilter, useNavigation, walkTo } from '../../../state/navigation.ts';
import { selectedWith, useSelected } from '../../../state/selection.ts';
import { type TargetGroup, useTaskDrag } from '../../../state/task-drag.ts';
import { useViewRequest } from '../../../state/view-requests.ts';
import { columnCount, useColumns } from '../../../state/window-columns.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FilterIcon } from '../../../ui/icons.tsx';
import { isKeyboardInUse } from '../../../ui/input-modality.ts';
import { isTyping, moveInList, pressedKeys } from '../../../ui/keys.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useWindowKeys } from '../../../ui/use-window-keys.ts';
import { selectByClick, selectByKey } from '../../../widgets/select-rows.ts';
import { pressedTaskKeys } from '../../../widgets/task-keys.ts';
import { groupTasks, type TaskGroup } from './group-by-due-date.ts';
import styles from './task-list.module.css';
import { TaskRow } from './task-row.tsx';
import { useTaskDragging } from './use-task-dragging.ts';
import { useListView } from './view-state.ts';

const taskMenu = () => import('../../../widgets/task-menu.tsx');
const TaskMenu = lazy(taskMenu);
const dueSlot = () => import('./due-slot.tsx');
const DueSlot = lazy(dueSlot);
const DraggedTask = lazy(() => import('./dragged-task.tsx'));

/** Height of a row in one line (px). */
const ROW_HEIGHT = 32;
/** Groups whose rows have one line. */
const FAR: ReadonlySet<DueGroup> = new Set(['later', 'no-date']);
/** The rows that fit in the window are rendered before the rest. */
const firstRows = (): number => Math.ceil(innerHeight / ROW_HEIGHT);
/** Width of the column in a wide window (px), as in tokens.css. */
const SIDE_WIDTH = 320;
/** The page beside the list follows the arrow keys after this time, so that a held key opens only the last task (ms). */
const FOLLOW_MS = 80;
/** Width to the left and right of a row's text (px). */
const ROW_EDGES = 40 + 12;

/** The groups of tasks. One row is the Tab stop; Enter starts its timer, Space opens it. */
export function TaskList({ tasks }: { tasks: readonly TaskView[] }) {
  const { today, day, running } = useAppState((state) => state.time);
  // In step with the timer bar.
  const now = useNow(MINUTE_MS / 2, running?.startTime);
  const groups = useMemo(() => groupTasks(tasks, now), [tasks, now]);
  const drawn = useDeferredValue(tasks.length, firstRows());
  const runningKey = running && taskKey(running.task);
  const totals = useMemo(() => taskTotals(today, day, now.getTime()), [today, day, now]);
  const activeTaskId = useListView(({ activeTaskId }) => activeTaskId);
  const open = useNavigation((at) => (isBesideList(at) && at.page?.name === 'taskPage' ? at.page : null));
  const isFiltering = useNavigation(({ filter }) => filter !== null);
  const columns = useColumns();
  const list = useRef<HTMLDivElement>(null);
  const draggedKey = useTaskDrag(({ task }) => task && taskKey(task));
  const dragged = tasks.find((task) => taskKey(task) === draggedKey);
  const target = useTaskDrag(({ group }) => group);
  const dragging = useTaskDragging(list, tasks, (task, group) => moveToGroup(taskKey(task), group));
  const width = useWidth(list) - ROW_EDGES;

  const order = groups.flatMap((group) => group.tasks.map(({ task }) => taskKey(task)));
  const selected = useSelected('tasks');
  const [menu, setMenu] = useState<{ tasks: TaskView[]; at: DOMRect; opensAt: readonly string[] } | null>(null);
  const onMenu = useCallback(
    (task: TaskView, at: DOMRect) => setMenu({ tasks: tasksOf(selectedWith('tasks', taskKey(task))), at, opensAt: [] }),
    [],
  );
  const tabStop = activeTaskId !== null && order.includes(activeTaskId) ? activeTaskId : order[0];

  const focusRow = useCallback((key: string | undefined) => {
    if (key === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(key)}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, []);

  // A focused row keeps the focus when it moves to another group.
  const activeGroup = groupOf(groups, tabStop);
  const lastGroup = useRef(activeGroup);
  useEffect(() => {
    const isMoved = lastGroup.current !== activeGroup && document.activeElement === document.body;
    lastGroup.current = activeGroup;
    if (isMoved && isKeyboardInUse()) focusRow(tabStop);
  });

  useViewRequest('focus-list', () => {
    // Only keyboard users need the focus, and a focused field keeps it.
    const active = document.activeElement;
    if (isKeyboardInUse() && (active === document.body || active?.closest('search'))) focusRow(tabStop);
    return true;
  });

  const following = useRef<ReturnType<typeof setTimeout>>(undefined);
  const follow = (key: string | undefined) => {
    clearTimeout(following.current);
    const task = tasks.find((one) => taskKey(one) === key);
    following.current = setTimeout(() => {
      if (task !== undefined && isBesideList(useNavigation.getState())) walkTo(task);
    }, FOLLOW_MS);
  };
  useEffect(() => () => clearTimeout(following.current), []);

  const onKey = (event: KeyboardEvent | React.KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const key = target?.dataset.taskId;
    const task = tasks.find((one) => taskKey(one) === key);
    const keys = pressedTaskKeys(event);
    const { state } = usePublished.getState();
    const to = moveInList(event, key === undefined ? -1 : order.indexOf(key), order.length);
    const next = selectByKey(event, 'tasks', order, key);
    const step = { 'Alt+ArrowDown': 1 as const, 'Alt+ArrowUp': -1 as const }[pressedKeys(event)];
    if (next !== undefined) focusRow(next);
    else if (key !== undefined && step !== undefined) {
      void dueSlot().then(({ nextGroup }) => {
        const group = nextGroup(groupOf(groups, key), step);
        if (group !== undefined) moveToGroup(key, group);
      });
    } else if (to !== null) {
      const next = key === undefined ? tabStop : order[to];
      focusRow(next);
      if (open !== null) follow(next);
    } else if (task !== undefined && event.key === 'Enter' && !event.altKey && !event.repeat)
      toggleTimer(task, key === runningKey);
    else if (task !== undefined && event.key === ' ') openFromList(task);
    else if (key !== undefined && event.key === 'F10' && event.shiftKey) {
      if (task && target) onMenu(task, target.getBoundingClientRect());
    } else if (keys !== undefined && task && target && state) {
      const at = target.getBoundingClientRect();
      const chosen = tasksOf(selected);
      const tasks = chosen.length > 0 ? chosen : [task];
      void taskMenu().then(({ runTaskKeys, entriesOf }) =>
        runTaskKeys(keys, entriesOf(tasks, state, { opensWith: 'Space' }), (opensAt) =>
          setMenu({ tasks, at, opensAt }),
        ),
      );
    } else return;
    event.preventDefault();
  };

  // Up, Down, J and K work from anywhere except from elements that use these keys themselves.
  useWindowKeys((event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || isTyping(target) || list.current?.contains(target)) return;
    // In a wide window they belong to the column in use.
    if (useNavigation.getState().tab !== 'tasks') return;
    if (target === document.body || (/^[JK]$/.test(pressedKeys(event)) && target.closest('[role=dialog]') === null))
      onKey(event);
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the rows in it, which are buttons.
    <div
      className={styles.list}
      ref={list}
      onKeyDown={onKey}
      onClickCapture={(event) => {
        const { taskId } = (event.target as HTMLElement).closest<HTMLElement>('[data-task-id]')?.dataset ?? {};
        if (taskId === undefined) return;
        const isSelecting = tasksOf(selected).length > 0;
        if (selectByClick(event, 'tasks', order, taskId, isSelecting)) event.stopPropagation();
      }}
      {...dragging}
    >
      {columns === 1 && !isFiltering && (
        <IconButton
          className={styles.filter}
          icon={FilterIcon}
          label={messages.filter.open}
          onClick={() => setFilter('')}
        />
      )}
      {upTo(drawn, groups).map(({ group, rows }) => (
        <Group key={group.group} group={group}>
          {dragged && target === group.group && (
            <Suspense>
              <DueSlot tasks={tasksOf(selectedWith('tasks', taskKey(dragged)))} group={target} />
            </Suspense>
          )}
          {rows.map((item) => (
            <TaskRow
              key={taskKey(item.task)}
              item={item}
              now={now}
              live={taskKey(item.task) === runningKey}
              isDragged={taskKey(item.task) === draggedKey}
              isTabStop={taskKey(item.task) === tabStop}
              todayMs={totals.get(taskKey(item.task))}
              isCompact={FAR.has(group.group)}
              width={width}
              isOpen={open !== null && isSameTask(open, item.task)}
              isSelected={selected.includes(taskKey(item.task))}
              onMenu={onMenu}
            />
          ))}
        </Group>
      ))}
      {dragged && (
        <Suspense>
          <DraggedTask task={dragged} others={tasksOf(selectedWith('tasks', taskKey(dragged))).length - 1} />
        </Suspense>
      )}
      {menu && (
        <Suspense>
          <TaskMenu {...menu} opensWith="Space" onClose={() => setMenu(null)} />
        </Suspense>
      )}
    </div>
  );
}

const groupOf = (groups: readonly TaskGroup[], key: string | undefined): DueGroup | undefined =>
  groups.find((group) => group.tasks.some(({ task }) => taskKey(task) === key))?.group;

/** With the rest of the selection, if it is selected. */
const moveToGroup = (key: string, group: TargetGroup): void =>
  void dueSlot().then((slot) => slot.moveToGroup(tasksOf(selectedWith('tasks', key)), group));

/** Also tasks that the filter hides. */
const tasksOf = (keys: readonly string[]): TaskView[] =>
  (usePublished.getState().state?.tasks.tasks ?? []).filter((task) => keys.includes(taskKey(task)));

/** The groups, cut after the first `count` rows. */
function upTo(count: number, groups: readonly TaskGroup[]): { group: TaskGroup; rows: TaskGroup['tasks'] }[] {
  let left = count;
  return groups.map((group) => {
    const rows = group.tasks.slice(0, left);
    left -= rows.length;
    return { group, rows };
  });
}

function Group({ group, children }: { group: TaskGroup; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} data-group={group.group}>
      <h2 id={id} className={classNames(styles.group, group.group === 'overdue' && styles.overdue)}>
        {messages.tasks.groups[group.group]} <span className={styles.count}>{group.tasks.length}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => (columnCount() > 1 ? SIDE_WIDTH : innerWidth));
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
