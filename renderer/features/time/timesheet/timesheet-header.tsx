/** The timesheet's header: period, rounding, export and closing. In a narrow window, the last two are below the grid. */
import type { TimeRulesView } from '../../../../shared/contract/index.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { reportPageMessages } from '../../../../shared/i18n/generated/report-page.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { type Span, total } from '../../../../shared/time/day.ts';
import { kindOf, monthOf, type Period, turned, weekOf, yearOf } from '../../../../shared/time/period.ts';
import type { Timesheet } from '../../../../shared/time/timesheet.ts';
import { send, sendAbout, useAppState } from '../../../state/main-process.ts';
import { openPage } from '../../../state/navigation.ts';
import { showToast } from '../../../state/notices.ts';
import { showDay, showPeriod, useShownTime } from '../../../state/shown-time.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DownloadIcon, Icon } from '../../../ui/icons.tsx';
import { MenuButton, MoreMenu } from '../../../ui/menu.tsx';
import type { MenuEntry } from '../../../ui/menu-pages.tsx';
import { useControlKeys } from '../../../ui/use-window-keys.ts';
import { DateButton } from '../date-button.tsx';
import timeHeaderStyles from '../time-header.module.css';
import { Bar, TimeViews, Turn } from '../view-bar.tsx';
import { CloseButton, ClosedMark } from './closed-mark.tsx';
import type { Panel } from './timesheet.tsx';
import styles from './timesheet-header.module.css';

interface HeaderProps {
  period: Period;
  isWeek: boolean;
  title: { title: string; days: string | null };
  /** null until it is read. */
  timesheet: Timesheet | null;
  panel: Panel | null;
  setPanel: (panel: Panel | null) => void;
  /** Asks for a range of days. */
  choose: () => void;
  /** Asks for another task; null if none can be added. */
  addTask: (() => void) | null;
}

export function WideHeader(props: HeaderProps) {
  const { period, isWeek, title, timesheet, panel, setPanel } = props;
  return (
    <header className={styles.header}>
      <TurnPeriod period={period} />
      <h2>{title.title}</h2>
      <PeriodDate {...props} />
      <PeriodMenu {...props} />
      <span className="grow" />
      <TimeViews tab="timesheet" />
      {panel === null && <RoundingMenu />}
      {isWeek && timesheet && <ClosedMark key={period.from} weekStart={period.from} setPanel={setPanel} />}
      <Export period={period} />
      {isWeek && panel === null && (
        <CloseButton small kind="primary" weekStart={period.from} onClick={() => setPanel('closing')} />
      )}
    </header>
  );
}

export function NarrowHeader(props: HeaderProps & { gaps: readonly Span[] }) {
  const { period, isWeek, title, timesheet, setPanel, gaps } = props;
  const text = timesheetPageMessages.gaps({ count: gaps.length, time: hoursMinutes(total(gaps)) });
  return (
    <>
      <header className={timeHeaderStyles.header}>
        <h2>{title.title}</h2>
        <PeriodDate {...props} />
        <PeriodMenu {...props} withRounding />
        <span className={classNames(timeHeaderStyles.end, timeHeaderStyles.total)}>
          {timesheet && hoursMinutes(timesheet.total.exact)}
        </span>
      </header>
      <Bar tab="timesheet">
        <TurnPeriod period={period} />
        <span className="grow" />
        {gaps.length > 0 &&
          (isWeek ? (
            <LinkButton className="tabular-numbers" onClick={() => setPanel('closing')}>
              {text}
            </LinkButton>
          ) : (
            <span className="small muted">{text}</span>
          ))}
      </Bar>
    </>
  );
}

export function NarrowActions({ period, isWeek, timesheet, setPanel }: HeaderProps) {
  return (
    <div className={styles.actions}>
      {isWeek && timesheet && <ClosedMark key={period.from} weekStart={period.from} setPanel={setPanel} />}
      {isWeek && <CloseButton small kind="primary" weekStart={period.from} onClick={() => setPanel('closing')} />}
      <span className={styles.export} title={timesheetPageMessages.exactHere}>
        <Export period={period} />
      </span>
    </div>
  );
}

/** The day in it that is shown elsewhere marks the calendar. */
function PeriodDate({ period, title }: HeaderProps) {
  const today = useAppState((state) => state.time.day);
  const shownDay = useShownTime(({ shownDay }) => shownDay) ?? today;
  const isInside = period.from <= shownDay && shownDay <= period.to;
  return (
    <DateButton day={isInside ? shownDay : period.from} name={title.days ?? title.title}>
      {title.days}
    </DateButton>
  );
}

function TurnPeriod({ period }: { period: Period }) {
  const { day: today, weekStartsOn } = useAppState((state) => state.time);
  const kind = kindOf(period, weekStartsOn);
  const turn = (by: -1 | 1) => {
    const to = turned(period, by, weekStartsOn);
    if (kind === 'week') showDay(to.from <= today && today <= to.to ? null : to.from);
    else showPeriod(to);
  };
  return <Turn kind={kind} isLast={period.to >= today} onTurn={turn} />;
}

/** @param withRounding shows rounding inside this menu, for narrow windows */
function PeriodMenu({ period, choose, addTask, withRounding = false }: HeaderProps & { withRounding?: boolean }) {
  const { day: today, weekStartsOn } = useAppState((state) => state.time);
  const rounding = useAppState((state) => state.timeRules.rounding);
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const control = messages.status.keys[isMac ? 'command' : 'control'];
  const { periods } = timesheetPageMessages;
  const items = (): MenuEntry[] => [
    { label: periods.thisWeek, onChoose: () => showDay(null) },
    { label: periods.lastWeek, onChoose: () => showDay(turned(weekOf(today, weekStartsOn), -1, weekStartsOn).from) },
    { label: periods.thisMonth, onChoose: () => showPeriod(monthOf(today)) },
    { label: periods.lastMonth, onChoose: () => showPeriod(monthOf(today, 1)) },
    { label: periods.thisYear, onChoose: () => showPeriod(yearOf(today)) },
    { label: periods.choose, movesFocus: true, onChoose: choose },
    ...(addTask === null
      ? []
      : [{ label: timesheetPageMessages.addTask, apart: true, movesFocus: true, onChoose: addTask }]),
    ...(withRounding ? roundingItems(rounding).map((item, index) => ({ ...item, apart: index === 0 })) : []),
    rulesItem(),
    {
      label: timesheetPageMessages.report,
      result: `${control} E`,
      movesFocus: true,
      onChoose: () => openReport(period),
    },
  ];
  return <MoreMenu label={timesheetPageMessages.menu} className={timeHeaderStyles.menuButton} entries={items} />;
}

const rulesItem = (): MenuEntry => ({
  label: timesheetPageMessages.rules,
  apart: true,
  movesFocus: true,
  onChoose: () => openPage({ name: 'time-rules' }),
});

function RoundingMenu() {
  const rounding = useAppState((state) => state.timeRules.rounding);
  const text = roundingText(rounding);
  return (
    <>
      <span className="small muted" aria-hidden="true">
        {timesheetPageMessages.roundedTo}
      </span>
      <MenuButton
        small
        label={timesheetPageMessages.rounding({ rounding: text })}
        entries={() => [...roundingItems(rounding), rulesItem()]}
      >
        {text}
      </MenuButton>
    </>
  );
}

const Export = ({ period }: { period: Period }) => (
  <Button small onClick={() => openReport(period)}>
    <Icon of={DownloadIcon} size={14} />
    {timesheetPageMessages.report}
  </Button>
);

type Rounding = TimeRulesView['rounding'];

const USUAL: readonly Pick<Rounding, 'mode' | 'minutes'>[] = [
  { mode: 'nearest', minutes: 5 },
  { mode: 'nearest', minutes: 15 },
  { mode: 'nearest', minutes: 30 },
  { mode: 'up', minutes: 15 },
  { mode: 'down', minutes: 15 },
];

/** "15 min, nearest". */
const roundingText = ({ mode, minutes }: Pick<Rounding, 'mode' | 'minutes'>): string =>
  mode === 'none' ? timesheetPageMessages.roundings.none : timesheetPageMessages.roundings[mode]({ minutes });

function roundingItems(now: Rounding): MenuEntry[] {
  const off = { mode: 'none', minutes: now.minutes } as const;
  const isNow = ({ mode, minutes }: Pick<Rounding, 'mode' | 'minutes'>): boolean =>
    mode === now.mode && (mode === 'none' || minutes === now.minutes);
  const others = now.mode === 'none' || USUAL.some(isNow) ? [] : [now];
  return [off, ...USUAL, ...others].map((one) => ({
    label: roundingText(one),
    chosen: isNow(one),
    onChoose: () => void send('time-rules.change', { rounding: { ...one, per: now.per } }),
  }));
}

/** The report of the period, in all its formats. */
const openReport = ({ from, to }: Period): void => openPage({ name: 'report', from, to, projectKey: null });

async function print({ from, to }: Period): Promise<void> {
  if (await sendAbout('report.print', { from, to, projectKey: null })) showToast(reportPageMessages.actions.printed);
}

/** Ctrl E opens the report of the period, Ctrl P prints it if it has time. */
export function useReportKeys(period: Period, hasTime: boolean): void {
  useControlKeys({ e: () => openReport(period), p: hasTime ? () => void print(period) : undefined });
}
