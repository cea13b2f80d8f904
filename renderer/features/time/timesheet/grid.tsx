/** The timesheet: projects and their tasks by days, with sums. A grid for the keyboard; only the lines in sight are drawn. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { taskKey } from '../../../../shared/accounts.ts';
import type { TimesheetTask } from '../../../../shared/contract/index.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import type { CountedAmount, Timesheet } from '../../../../shared/time/timesheet.ts';
import { useAppState, useProjectHue } from '../../../state/main-process.ts';
import { showPeriod } from '../../../state/shown-time.ts';
import { createViewState } from '../../../state/view-state.ts';
import { classNames } from '../../../ui/class-names.ts';
import { menuPlace } from '../../../ui/input-modality.ts';
import { pressedKeys } from '../../../ui/keys.ts';
import chipStyles from '../../../ui/label-chip.module.css';
import windowStyles from '../../../ui/window.module.css';
import { ENTRY_KEYS } from '../../../widgets/entry-menu.tsx';
import { AccountMark } from '../../../widgets/open-accounts.tsx';
import { openTask, useTaskMenu } from '../../../widgets/task-menu.tsx';
import { useKeysInto } from '../show-entry.ts';
import { CellMenu, runCellKeys } from './cell-menu.tsx';
import styles from './grid.module.css';
import { cellText, columnHead, columnName, signed } from './line-text.ts';
import type { Line, ProjectLine, ShownTimesheet, SumColumn, TaskLine } from './shown-timesheet.ts';
import { TypedCell } from './typed-cell.tsx';
import type { CellAt, CellEditing } from './use-cell-edit.ts';

/** Heights of lines (px): of a project and of a task, in a wide window and in a narrow one. */
const HEIGHTS = { wide: { project: 32, task: 36 }, narrow: { project: 32, task: 46 } };

interface Props {
  shown: ShownTimesheet;
  timesheet: Timesheet;
  isWide: boolean;
  hasRounded: boolean;
  editing: CellEditing;
  /** An empty week: the first cell takes the focus, unless a control has it. */
  isOffer: boolean;
  /** The task that was added last: its row takes the focus. */
  added: TimesheetTask | undefined;
  onDay: (day: string) => void;
}

interface Place {
  /** Of the task's line. */
  key: string;
  column: number;
}

/** Where the person was, for the return from a page over the timesheet. */
const useLastPlace = createViewState('timesheet-place', { place: null as Place | null });

export function Grid({ shown, timesheet, isWide, hasRounded, editing, isOffer, added, onDay }: Props) {
  const { columns, lines } = shown;
  const today = useAppState((state) => state.time.day);
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const tasks = useMemo(() => lines.flatMap((line, index) => (line.kind === 'task' ? [{ line, index }] : [])), [lines]);
  const { at, place, setPlace, focusPlace } = usePlace(tasks, columns, today, root);
  const heights = HEIGHTS[isWide ? 'wide' : 'narrow'];
  const kept = tasks[at]?.index ?? -1;
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => `${lines[index]?.kind} ${lines[index]?.key}`, [lines]),
    estimateSize: (index) => heights[lines[index]?.kind ?? 'task'],
    // The line with the focus stays mounted at every scroll position.
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...(kept < 0 ? [] : [kept])])].sort((one, other) => one - other),
    overscan: 6,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights differ with the width.
  useEffect(() => virtualizer.measure(), [isWide]);

  const isDrawn = virtualizer.getVirtualItems().length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there are cells.
  useEffect(() => {
    const { activeElement, body } = document;
    // A key that shows the week focuses its view before the cells are drawn.
    const isWanted = isOffer || activeElement !== body;
    if (isWanted && isDrawn && place !== null && activeElement?.contains(root.current))
      cellElement(root.current, place)?.focus();
  }, [isOffer, isDrawn]);
  useKeysInto(root);

  const cellAt = (to: Place): (CellAt & { entries: number; isEditable: boolean; column: SumColumn }) | null => {
    const line = tasks.find((one) => one.line.key === to.key)?.line;
    const column = columns[to.column];
    const cell = line?.cells[to.column];
    if (line === undefined || cell === undefined || column === undefined) return null;
    const { entries, exact: ms } = cell;
    return { task: line.task, day: column.from, ms, entries, isEditable: column.unit === 'day', column };
  };
  /** Begins to edit the cell; a column of several days is opened instead. */
  const open = (to: Place, text?: string) => {
    const cell = cellAt(to);
    if (cell === null) return;
    const { task, day, ms, isEditable, column } = cell;
    setPlace(to);
    if (isEditable) {
      if (!editing.begin({ task, day, ms }, text)) root.current?.querySelector('input')?.focus();
    } else if (text === undefined) showPeriod({ from: column.from, to: column.to });
  };
  const move = (index: number, column: number) => {
    const task = tasks[Math.min(Math.max(index, 0), tasks.length - 1)];
    if (task === undefined) return;
    virtualizer.scrollToIndex(task.index, { align: 'auto' });
    focusPlace({ key: task.line.key, column: Math.min(Math.max(column, NAME), columns.length - 1) });
  };
  const lastAdded = useRef(added);
  useEffect(() => {
    if (added === lastAdded.current) return;
    lastAdded.current = added;
    const index = tasks.findIndex(({ line }) => line.key === (added && taskKey(added.task)));
    if (index >= 0) move(index, place?.column ?? 0);
  });
  const showEntries = (to: Place) => {
    const cell = cellAt(to);
    if (cell?.isEditable) void editing.showEntries(cell);
  };
  /** What a key does at a cell; null for other keys. */
  const actionOf = (event: React.KeyboardEvent, from: Place): (() => void) | null => {
    const { key, altKey, ctrlKey, metaKey } = event;
    const keys = key === 'Backspace' ? ENTRY_KEYS.delete : pressedKeys(event);
    const cell = cellAt(from);
    if (CELL_KEYS.includes(keys) && cell?.isEditable && cell.entries > 0) {
      const at = (event.target as HTMLElement).getBoundingClientRect();
      return () => void runCellKeys(cell, keys, () => openMenu(cell, at));
    }
    if (key === 'Enter' && altKey) return () => showEntries(from);
    if (altKey || metaKey) return null;
    const [byLines, byColumns] = [LINES[key], COLUMNS[key]];
    if (byLines !== undefined) return () => move(at + byLines, from.column);
    if (byColumns !== undefined) {
      const isToEnd = ctrlKey && Math.abs(byColumns) === Infinity;
      const column = Math.max(from.column + byColumns, key === 'ArrowLeft' ? NAME : 0);
      return () => move(isToEnd ? byColumns : at, column);
    }
    // The task's name has keys of its own.
    if (ctrlKey || cell === null) return null;
    if (key === 'Enter' || key === 'F2') return () => open(from);
    if (key === 'Delete' || key === 'Backspace') return () => open(from, '');
    return /^[\d+\-−–.,]$/.test(key) ? () => open(from, key) : null;
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (place === null || placeOf(event.target as HTMLElement) === null) return;
    const act = actionOf(event, place);
    if (act === null) return;
    event.preventDefault();
    act();
  };
  const wasEditing = useRef(false);
  const latest = useRef(open);
  latest.current = open;
  // The same function for the life of the grid, so that lines are not drawn again.
  const openCell = useCallback((to: Place) => latest.current(to), []);

  const [menu, setMenu] = useState<{ cell: CellAt; at: DOMRect } | null>(null);
  const openMenu = useCallback((cell: CellAt, at: DOMRect) => setMenu({ cell, at }), []);

  const edit = editing.edit;
  const isEditing = edit !== null;
  // The cell gets the focus back unless another place has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when editing ends.
  useEffect(() => {
    if (!isEditing && place !== null && wasEditing.current && document.activeElement === document.body)
      cellElement(root.current, place)?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <Part
      ref={root}
      className={classNames(styles.grid, !isWide && styles.narrow)}
      role="grid"
      aria-label={timesheetPageMessages.grid}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 2}
      style={{ '--columns': columns.length } as React.CSSProperties}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setPlace(placeOf(target) ?? place)}
    >
      {isWide && <Free columns={columns} />}
      <Head columns={columns} today={today} hasRounded={hasRounded} isWide={isWide} onDay={onDay} />
      <Part ref={scroller} className={classNames(windowStyles.scroll, styles.scroller)} role="presentation">
        <Part role="rowgroup" className={styles.lines} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const isEdited = line.kind === 'task' && edit !== null && taskKey(edit.task) === line.key;
            return (
              <GridLine
                key={key}
                line={line}
                index={index}
                top={start}
                columns={columns}
                hasRounded={hasRounded}
                isWide={isWide}
                stop={line.kind === 'task' && place?.key === line.key ? place.column : null}
                editing={isEdited ? editing : null}
                onOpen={openCell}
                onMenu={openMenu}
              />
            );
          })}
        </Part>
      </Part>
      <Foot columns={columns} timesheet={timesheet} isWide={isWide} />
      {menu && <CellMenu {...menu} onClose={() => setMenu(null)} />}
    </Part>
  );
}

/** A part of the grid. Not a table, because its lines are virtual. */
const Part = (props: React.ComponentProps<'div'> & { [data: `data-${string}`]: string | number }) => <div {...props} />;

/** The cell that Tab stops at, and moving the focus to another one. */
function usePlace(
  tasks: readonly { line: TaskLine }[],
  columns: readonly SumColumn[],
  today: string,
  root: React.RefObject<HTMLElement | null>,
) {
  const [wanted, setWanted] = useState(() => {
    const { place } = useLastPlace.getState();
    return tasks.some(({ line }) => line.key === place?.key) ? place : null;
  });
  const setPlace = (to: Place | null) => {
    setWanted(to);
    useLastPlace.setState({ place: to });
  };
  const [focuses, setFocuses] = useState(0);
  const known = tasks.findIndex(({ line }) => line.key === wanted?.key);
  const last = useRef(0);
  if (known >= 0) last.current = known;
  // The line after one that is gone.
  const at = Math.min(last.current, Math.max(tasks.length - 1, 0));
  const now = Math.max(
    columns.findIndex(({ from, to }) => from <= today && today <= to),
    0,
  );
  const column = Math.min(wanted?.column ?? now, columns.length - 1);
  const key = tasks[at]?.line.key;
  const place: Place | null = key === undefined ? null : { key, column };
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses once for each request, after the line is drawn.
  useEffect(() => {
    if (focuses > 0 && place !== null) cellElement(root.current, place)?.focus();
  }, [focuses]);
  const isGone = wanted !== null && known < 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the line with the focus is gone.
  useEffect(() => {
    if (isGone && place !== null && document.activeElement === document.body) cellElement(root.current, place)?.focus();
  }, [isGone]);
  const focusPlace = (to: Place) => {
    setPlace(to);
    setFocuses((count) => count + 1);
  };
  return { at, place, setPlace, focusPlace };
}

/** The cell that this element renders. */
function placeOf({ dataset: { task, column } }: HTMLElement): Place | null {
  return task === undefined || column === undefined ? null : { key: task, column: Number(column) };
}

const cellElement = (root: HTMLElement | null, { key, column }: Place): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`[data-task="${CSS.escape(key)}"][data-column="${column}"]`) ?? null;

/** The column of the tasks' names, left of the first day. */
const NAME = -1;

/** Keys of the commands of a cell's entry; Enter edits the cell. */
const CELL_KEYS = Object.values(ENTRY_KEYS).filter((keys) => keys !== ENTRY_KEYS.edit);

/** Lines that Page Up and Page Down move by. */
const PAGE = 8;
const LINES: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE, PageDown: PAGE };
const COLUMNS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Days off, sunken from top to bottom. */
function Free({ columns }: { columns: readonly SumColumn[] }) {
  return (
    <div className={classNames(styles.row, styles.free)} aria-hidden="true">
      {columns.map(({ from, dayOff }, index) => (
        <i
          key={from}
          style={{ gridColumn: `day ${index + 1}` }}
          className={dayOff === null ? undefined : styles.dayOff}
        />
      ))}
    </div>
  );
}

interface HeadProps extends Pick<Props, 'hasRounded' | 'isWide' | 'onDay'> {
  columns: readonly SumColumn[];
  today: string;
}

function Head({ columns, today, hasRounded, isWide, onDay }: HeadProps) {
  const isWeek = columns.length === 7 && columns[0]?.unit === 'day';
  return (
    <Part role="rowgroup">
      <Part role="row" aria-rowindex={1} className={classNames(styles.row, styles.head)}>
        <Part role="columnheader" aria-colindex={1} className={styles.name}>
          <span className="visually-hidden">{timesheetPageMessages.taskHead}</span>
        </Part>
        {columns.map((column, index) => {
          const [upper, lower] = columnHead(column, !isWide);
          const isToday = column.unit === 'day' && column.from === today;
          return (
            <Part key={column.from} role="columnheader" aria-colindex={index + 2}>
              <button
                type="button"
                className={classNames(styles.headButton, isToday && styles.today)}
                title={timesheetPageMessages.showDay({ day: columnName(column) })}
                onClick={() =>
                  column.unit === 'day' ? onDay(column.from) : showPeriod({ from: column.from, to: column.to })
                }
              >
                <b>{upper}</b>
                {isWide && <span>{lower}</span>}
              </button>
            </Part>
          );
        })}
        <Part role="columnheader" aria-colindex={columns.length + 2} className={styles.total}>
          <b>{isWeek ? timesheetPageMessages.weekHead : timesheetPageMessages.totalHead}</b>
          {isWide && hasRounded && <span>{timesheetPageMessages.rounded}</span>}
        </Part>
      </Part>
    </Part>
  );
}

interface LineProps extends Pick<Props, 'hasRounded' | 'isWide'> {
  line: Line;
  index: number;
  top: number;
  columns: readonly SumColumn[];
  /** The column that Tab stops at, in this line. */
  stop: number | null;
  /** null in every line but the edited one. */
  editing: CellEditing | null;
  onOpen: (to: Place) => void;
  onMenu: (cell: CellAt, at: DOMRect) => void;
}

const GridLine = memo(function GridLine({ line, top, ...props }: LineProps) {
  return (
    <Part
      role="row"
      aria-rowindex={props.index + 2}
      data-index={props.index}
      className={classNames(styles.row, styles.line, line.kind === 'project' ? styles.project : styles.task)}
      style={{ top }}
    >
      {line.kind === 'project' ? <ProjectCells line={line} {...props} /> : <TaskCells line={line} {...props} />}
    </Part>
  );
});

function ProjectCells({ line, columns, isWide }: Omit<LineProps, 'line' | 'top'> & { line: ProjectLine }) {
  const { project, billable, cells, total } = line;
  const tint = useProjectHue(project);
  const name = project.projectName;
  return (
    <>
      <Part role="rowheader" aria-colindex={1} className={styles.name}>
        <i className={chipStyles.square} data-tint={tint} />
        <bdi className="truncate" title={name}>
          {name || timesheetPageMessages.noProject}
        </bdi>
        {isWide && billable !== 'none' && (
          <span className={styles.billable}>
            {billable === 'all' ? timesheetPageMessages.billable : timesheetPageMessages.someBillable}
          </span>
        )}
      </Part>
      {isWide &&
        cells.map((cell, index) => (
          <Part key={columns[index]?.from} role="gridcell" aria-colindex={index + 2}>
            {cell.exact > 0 && hoursMinutes(cell.exact)}
          </Part>
        ))}
      <Part role="gridcell" aria-colindex={columns.length + 2} className={styles.total}>
        {total.exact > 0 && hoursMinutes(total.exact)}
      </Part>
    </>
  );
}

function TaskCells(props: Omit<LineProps, 'line' | 'top'> & { line: TaskLine }) {
  const { line, columns, hasRounded, isWide, stop, editing, onOpen, onMenu } = props;
  const { key, task, cells, total } = line;
  return (
    <>
      <TaskName line={line} isStop={stop === NAME} />
      {cells.map((cell, index) => {
        const column = columns[index];
        if (column === undefined) return null;
        const isEdited = editing?.edit?.day === column.from;
        return (
          <Part
            key={column.from}
            role="gridcell"
            aria-colindex={index + 2}
            aria-label={timesheetPageMessages.cell({
              task: task.identifier,
              day: columnName(column),
              time: cellText(cell, hasRounded),
            })}
            aria-readonly={column.unit !== 'day'}
            data-task={key}
            data-column={index}
            tabIndex={isEdited ? -1 : stop === index ? 0 : -1}
            className={classNames(styles.cell, isEdited && styles.edited)}
            onClick={() => !isEdited && onOpen({ key, column: index })}
            onContextMenu={(event) => {
              if (isEdited || column.unit !== 'day' || cell.entries === 0) return;
              event.preventDefault();
              onMenu({ task, day: column.from, ms: cell.exact }, menuPlace(event));
            }}
          >
            {isEdited && editing?.edit ? (
              <TypedCell edit={editing.edit} editing={editing} name={task.identifier} />
            ) : (
              <CellAmount cell={cell} isFree={column.isFree} hasRounded={hasRounded && isWide} isWide={isWide} />
            )}
          </Part>
        );
      })}
      <Part role="gridcell" aria-colindex={columns.length + 2} className={styles.total}>
        <CellAmount
          cell={{ ...total, entries: cells.reduce((sum, { entries }) => sum + entries, 0) }}
          isFree={false}
          hasRounded={hasRounded && isWide}
          isWide
        />
      </Part>
    </>
  );
}

/** Opens the task, and has its menu and keys. */
function TaskName({ line, isStop }: { line: TaskLine; isStop: boolean }) {
  const { key, task, isException } = line;
  const { taskId: id, accountId, identifier, title } = task;
  const { events, menu } = useTaskMenu({ id, accountId, identifier, title });
  return (
    <Part role="rowheader" aria-colindex={1} className={styles.name}>
      <button
        type="button"
        className={classNames(styles.title, 'truncate')}
        dir="auto"
        title={title}
        data-task={key}
        data-column={NAME}
        tabIndex={isStop ? 0 : -1}
        {...events}
        onClick={() => openTask({ id, accountId })}
      >
        {title || messages.tasks.untitled}
      </button>
      <span className={styles.identifier}>
        {identifier}
        {isException && ` · ${timesheetPageMessages.notBillable}`} <AccountMark accountId={accountId} isSaid />
      </span>
      {menu}
    </Part>
  );
}

interface AmountProps extends Pick<Props, 'hasRounded' | 'isWide'> {
  cell: CountedAmount;
  isFree: boolean;
}

/** Empty cell: a dash on working days, blank on free days. */
function CellAmount({ cell, isFree, hasRounded, isWide }: AmountProps) {
  if (cell.exact === 0 && cell.entries === 0)
    return (
      !isFree && <span className="faint">{isWide ? timesheetPageMessages.none : timesheetPageMessages.nothing}</span>
    );
  return (
    <>
      <span>{hoursMinutes(cell.exact)}</span>
      {hasRounded && <span className={styles.rounded}>{hoursMinutes(cell.rounded)}</span>}
    </>
  );
}

interface FootProps extends Pick<Props, 'timesheet' | 'isWide'> {
  columns: readonly SumColumn[];
}

/** Tracked time, and below it the difference to the targets. */
function Foot({ columns, timesheet, isWide }: FootProps) {
  const { total, difference } = timesheet;
  const dayOff = isWide ? timesheetPageMessages.dayOff : timesheetPageMessages.off;
  const row = (className: string | undefined, name: string, amounts: (column: SumColumn) => ReactNode, sum: string) => (
    <Part role="row" className={classNames(styles.row, className)}>
      <Part role="rowheader" className={styles.name}>
        <span className={isWide ? undefined : 'visually-hidden'}>{name}</span>
      </Part>
      {columns.map((column) => (
        <Part key={column.from} role="gridcell">
          {amounts(column)}
        </Part>
      ))}
      <Part role="gridcell" className={styles.total}>
        {sum}
      </Part>
    </Part>
  );
  const target = (column: SumColumn) =>
    column.dayOff !== null && column.exact === 0 ? dayOff : column.difference !== null && signed(column.difference);
  return (
    <Part role="rowgroup" className={styles.foot}>
      {row(
        styles.tracked,
        timesheetPageMessages.tracked,
        ({ exact }) => exact > 0 && hoursMinutes(exact),
        hoursMinutes(total.exact),
      )}
      {difference !== null && row(styles.target, targetName(timesheet), target, signed(difference))}
    </Part>
  );
}

/** "Target 8:00 a day" if all working days have the same. */
function targetName({ days }: Timesheet): string {
  const [one, ...others] = new Set(days.flatMap(({ target }) => (target === null || target === 0 ? [] : [target])));
  return one === undefined || others.length > 0
    ? timesheetPageMessages.targets
    : timesheetPageMessages.target({ target: hoursMinutes(one) });
}
