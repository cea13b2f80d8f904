/** The timesheet: the time of a week, or of other days, by project and task; typed over, summed up, closed and exported. */
import { useEffect, useRef, useState } from 'react';
import type { TaskRef } from '../../../../shared/contract/index.ts';
import { periodText, periodTitle } from '../../../../shared/i18n/format-period.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { kindOf, weekNumber, weekOf } from '../../../../shared/time/period.ts';
import { may, send, useAppState } from '../../../state/main-process.ts';
import { useShownTime } from '../../../state/shown-time.ts';
import { useViewFocus } from '../../../state/use-view-focus.ts';
import { useViewRequest } from '../../../state/view-requests.ts';
import { useColumns } from '../../../state/window-columns.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadError } from '../../../ui/error-box.tsx';
import { Icon, PlusIcon } from '../../../ui/icons.tsx';
import { LoadingView } from '../../../ui/loading.tsx';
import { type InPlace, useInPlace } from '../../../ui/use-in-place.ts';
import {
  AccountFilterNote,
  filterByAccount,
  isFilteredOut,
  useAccountFilter,
} from '../../../widgets/open-accounts.tsx';
import { TaskPicker } from '../../../widgets/task-picker.tsx';
import { EntryError } from '../entry-error.tsx';
import { showEntry } from '../show-entry.ts';
import { Closing, Comparing } from './closing.tsx';
import { Grid } from './grid.tsx';
import { RangeForm } from './range-form.tsx';
import { SumBar } from './sum-bar.tsx';
import styles from './timesheet.module.css';
import { NarrowActions, NarrowHeader, useReportKeys, WideHeader } from './timesheet-header.tsx';
import { type CellEditing, useCellEdit } from './use-cell-edit.ts';
import { useTimesheet } from './use-timesheet.ts';

/** How many columns of days there is room for. */
const MOST_COLUMNS = { 1: 7, 2: 7, 3: 14 };

export type Panel = 'closing' | 'comparing';

export function Timesheet() {
  const windowColumns = useColumns();
  const isWide = windowColumns > 1;
  const { day: today, weekStartsOn } = useAppState((state) => state.time);
  const rules = useAppState((state) => state.timeRules);
  const shownDay = useShownTime(({ shownDay }) => shownDay);
  const period = useShownTime(({ timesheetPeriod }) => timesheetPeriod) ?? weekOf(shownDay ?? today, weekStartsOn);
  const { view, closable, timesheet, gaps, shown, error, load, setTyped, offer, isReadingOffer, added, addTask } =
    useTimesheet(period, MOST_COLUMNS[windowColumns]);
  const editing = useCellEdit(shown, setTyped);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const adding = useInPlace();
  const mayTrack = useMayAnywhere('task:update');
  const root = useViewFocus('timesheet', timesheet !== null);
  useFocusKept(root, `${panel} ${isChoosing} ${adding.isOpen} ${rules.closedWeeks.length}`);

  const { from, to } = view ?? period;
  const read = { from, to };
  const isWeek = kindOf(read, weekStartsOn) === 'week';
  // biome-ignore lint/correctness/useExhaustiveDependencies: panel and forms belong to one period.
  useEffect(() => {
    setPanel(null);
    setChoosing(false);
    adding.close(false);
  }, [read.from, read.to]);
  useViewRequest('close-week', (weekStart) => {
    if (weekStart !== from || timesheet === null) return false;
    setPanel('closing');
    return true;
  });
  useReportKeys(read, timesheet !== null && timesheet.total.exact > 0);
  const title = periodTitle(read, weekStartsOn, new Date());
  const hasRounded = rules.rounding.mode !== 'none';
  const canAdd = isWeek && mayTrack && (timesheet?.projects.length ?? 0) > 0;
  const accountId = useAccountFilter();
  const add = (task: TaskRef) => {
    if (isFilteredOut(accountId, task)) filterByAccount(null);
    addTask(task);
  };
  const parts = {
    period: read,
    isWeek,
    title,
    timesheet,
    panel,
    setPanel,
    choose: () => setChoosing(true),
    addTask: canAdd ? adding.open : null,
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || (panel === null && !isChoosing)) return;
    event.preventDefault();
    setPanel(null);
    setChoosing(false);
  };

  return (
    <section
      ref={root}
      className={styles.view}
      aria-label={periodText(read, weekStartsOn, new Date())}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {/* Without room for three columns the panel covers it. */}
      <div className={styles.main} inert={panel !== null && windowColumns < 3}>
        {isWide ? <WideHeader {...parts} /> : <NarrowHeader {...parts} gaps={gaps} />}
        <AccountFilterNote>{timePageMessages.onlyAccount}</AccountFilterNote>
        {isChoosing && <RangeForm period={read} onDone={() => setChoosing(false)} />}
        {error !== null && <LoadError error={error} onRetry={load} />}
        {view === null || timesheet === null || shown === null ? (
          error === null && (
            <LoadingView>
              {timesheetPageMessages.reading({ period: periodTitle(period, weekStartsOn, new Date()).title })}
            </LoadingView>
          )
        ) : (
          <>
            <div className={classNames(styles.body, panel !== null && styles.beside)}>
              {offer !== null && (
                <p className={styles.offer}>
                  {offer.ofWeek === null
                    ? timesheetPageMessages.offerTasks
                    : timesheetPageMessages.offerWeek({ week: weekNumber(offer.ofWeek) })}
                </p>
              )}
              {timesheet.projects.length === 0 ? (
                !isReadingOffer && <Nothing isWeek={isWeek} />
              ) : (
                <Grid
                  {...{ shown, timesheet, isWide, hasRounded, editing }}
                  isOffer={offer !== null}
                  added={added}
                  key={isWide ? 'wide' : 'narrow'}
                  onDay={(day) => showEntry(null, day)}
                />
              )}
              {canAdd && <AddTask adding={adding} onAdd={add} />}
            </div>
            <EditLine editing={editing} isWide={isWide} />
            {isWide ? (
              <SumBar
                timesheet={timesheet}
                gaps={gaps}
                hasRounded={hasRounded}
                onGaps={isWeek ? () => setPanel('closing') : null}
              />
            ) : (
              <NarrowActions {...parts} />
            )}
          </>
        )}
      </div>
      {panel === 'closing' && closable && (
        <Closing timesheet={closable} weekStart={read.from} onClose={() => setPanel(null)} />
      )}
      {panel === 'comparing' && <Comparing weekStart={read.from} onClose={() => setPanel(null)} />}
    </section>
  );
}

/**
 * When a change of the view's parts takes away the element that had the focus, the button that closes the week gets it, or else the
 * menu. `parts`: which ones are shown.
 */
function useFocusKept(root: React.RefObject<HTMLElement | null>, parts: string): void {
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the parts.
  useEffect(() => {
    if (!isFirst.current && document.activeElement === document.body)
      for (const stop of ['[data-closes-week]', 'header [aria-haspopup=menu]'])
        if (document.activeElement === document.body) root.current?.querySelector<HTMLElement>(stop)?.focus();
    isFirst.current = false;
  }, [parts]);
}

/** A row for another task. A low window has the button in its menu only. */
function AddTask({ adding, onAdd }: { adding: InPlace; onAdd: (task: TaskRef) => void }) {
  if (adding.isOpen) {
    return (
      <div className={styles.adding}>
        <TaskPicker exclude={null} onChoose={onAdd} onLeave={adding.close} />
      </div>
    );
  }
  return (
    <Button ref={adding.button} kind="quiet" small className={styles.add} onClick={adding.open}>
      <Icon of={PlusIcon} size={14} />
      {timesheetPageMessages.addTask}
    </Button>
  );
}

/** In one of the open accounts at least. */
const useMayAnywhere = (permission: string): boolean =>
  useAppState(
    (state) => may(state, permission) || state.accounts.some(({ id: accountId }) => may(state, permission, accountId)),
  );

/** No time, and no task that any could be typed for. */
function Nothing({ isWeek }: { isWeek: boolean }) {
  const mayCreate = useMayAnywhere('task:create');
  return (
    <div className={styles.nothing}>
      <p>{isWeek ? timesheetPageMessages.empty : timesheetPageMessages.emptyRange}</p>
      {isWeek && mayCreate && (
        <>
          <p>{timesheetPageMessages.noTasks}</p>
          <Button onClick={() => void send('quick-add.open', {})}>{timesheetPageMessages.newTask}</Button>
        </>
      )}
    </div>
  );
}

/** Below the grid: why a text cannot be saved, main's question, and in a narrow window a preview of the change. */
function EditLine({ editing, isWide }: { editing: CellEditing; isWide: boolean }) {
  const { edit, preview } = editing;
  const problem = edit?.problem ?? null;
  const question = edit?.question ?? null;
  return (
    <>
      <p
        id="timesheet-edit"
        role="status"
        className={problem !== null ? styles.problem : edit !== null && !isWide ? styles.preview : 'visually-hidden'}
      >
        {problem ?? (preview && <PreviewText {...preview} />)}
      </p>
      {question && (
        <EntryError
          error={question}
          keep={(confirmed) => void editing.save(confirmed)}
          correct={editing.leave}
          correctText={timesheetPageMessages.leave}
        />
      )}
    </>
  );
}

const PreviewText = ({ change, how }: { change: string; how: string }) => (
  <>
    <b>{change}</b> {how}
  </>
);
