import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
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
  const now = useNow(MINUTE_MS / 2);
  const groups = useMemo(() => groupTasks(tasks, now), [tasks, now]);
  const drawn = useDeferredValue(tasks.length, firstRows());
  const runningTaskId = useAppState((state) => state.time.running?.task.taskId ?? null);
  const { today, day } = useAppState((state) => state.time);
  const totals = useMemo(() => taskTotals(today, day, now.getTime()), [today, day, now]);
  const activeTaskId = useListView(({ activeTaskId }) => activeTaskId);
  const openId = useNavigation((at) => (isBesideList(at) && at.page?.name === 'taskPage' ? at.page.taskId : null));
  const isFiltering = useNavigation(({ filter }) => filter !== null);
  const columns = useColumns();
  const list = useRef<HTMLDivElement>(null);
  const draggedId = useTaskDrag((drag) => drag.task?.taskId ?? null);
  const dragged = tasks.find(({ id }) => id === draggedId);
  const target = useTaskDrag(({ group }) => group);
  const dragging = useTaskDragging(list, tasks, ({ id }, group) => moveToGroup(id, group));
  const width = useWidth(list) - ROW_EDGES;

  const order = groups.flatMap((group) => group.tasks.map(({ task }) => task.id));
  const selected = useSelected('tasks');
  const [menu, setMenu] = useState<{ tasks: TaskView[]; at: DOMRect; opensAt: readonly string[] } | null>(null);
  const onMenu = useCallback(
    ({ id }: TaskView, at: DOMRect) => setMenu({ tasks: tasksOf(selectedWith('tasks', id)), at, opensAt: [] }),
    [],
  );
  const tabStop = activeTaskId !== null && order.includes(activeTaskId) ? activeTaskId : order[0];

  const focusRow = useCallback((taskId: string | undefined) => {
    if (taskId === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(taskId)}"]`);
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
  const follow = (taskId: string | undefined) => {
    clearTimeout(following.current);
    following.current = setTimeout(() => {
      if (taskId !== undefined && isBesideList(useNavigation.getState())) walkTo(taskId);
    }, FOLLOW_MS);
  };
  useEffect(() => () => clearTimeout(following.current), []);

  const onKey = (event: KeyboardEvent | React.KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const taskId = target?.dataset.taskId;
    const task = tasks.find(({ id }) => id === taskId);
    const keys = pressedTaskKeys(event);
    const { state } = usePublished.getState();
    const to = moveInList(event, taskId === undefined ? -1 : order.indexOf(taskId), order.length);
    const next = selectByKey(event, 'tasks', order, taskId);
    const step = { 'Alt+ArrowDown': 1 as const, 'Alt+ArrowUp': -1 as const }[pressedKeys(event)];
    if (next !== undefined) focusRow(next);
    else if (taskId !== undefined && step !== undefined) {
      void dueSlot().then(({ nextGroup }) => {
        const group = nextGroup(groupOf(groups, taskId), step);
        if (group !== undefined) moveToGroup(taskId, group);
      });
    } else if (to !== null) {
      const next = taskId === undefined ? tabStop : order[to];
      focusRow(next);
      if (openId !== null) follow(next);
    } else if (taskId !== undefined && event.key === 'Enter' && !event.altKey && !event.repeat)
      toggleTimer(taskId, taskId === runningTaskId);
    else if (taskId !== undefined && event.key === ' ') openFromList(taskId);
    else if (taskId !== undefined && event.key === 'F10' && event.shiftKey) {
      if (task && target) onMenu(task, target.getBoundingClientRect());
    } else if (keys !== undefined && task && target && state) {
      const at = target.getBoundingClientRect();
      const tasks = selected.length > 0 ? tasksOf(selected) : [task];
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
    if (target === document.body || (/^[jk]$/.test(event.key) && target.closest('[role=dialog]') === null))
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
        if (taskId !== undefined && selectByClick(event, 'tasks', order, taskId)) event.stopPropagation();
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
              <DueSlot tasks={tasksOf(selectedWith('tasks', dragged.id))} group={target} />
            </Suspense>
          )}
          {rows.map((item) => (
            <TaskRow
              key={item.task.id}
              item={item}
              now={now}
              live={item.task.id === runningTaskId}
              isDragged={item.task.id === draggedId}
              isTabStop={item.task.id === tabStop}
              todayMs={totals.get(item.task.id)}
              isCompact={FAR.has(group.group)}
              width={width}
              isOpen={item.task.id === openId}
              isSelected={selected.includes(item.task.id)}
              onMenu={onMenu}
            />
          ))}
        </Group>
      ))}
      {dragged && (
        <Suspense>
          <DraggedTask task={dragged} others={selectedWith('tasks', dragged.id).length - 1} />
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

const groupOf = (groups: readonly TaskGroup[], taskId: string | undefined): DueGroup | undefined =>
  groups.find((group) => group.tasks.some(({ task }) => task.id === taskId))?.group;

/** With the rest of the selection, if it is selected. */
const moveToGroup = (taskId: string, group: TargetGroup): void =>
  void dueSlot().then((slot) => slot.moveToGroup(tasksOf(selectedWith('tasks', taskId)), group));

/** Also tasks that the filter hides. */
const tasksOf = (ids: readonly string[]): TaskView[] =>
  (usePublished.getState().state?.tasks.tasks ?? []).filter(({ id }) => ids.includes(id));

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
