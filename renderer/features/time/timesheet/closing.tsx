/** Before a week is closed: its open points, line by line, and its sums. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { taskKey } from '../../../../shared/accounts.ts';
import type { WeekReview } from '../../../../shared/contract/index.ts';
import { clock, hoursMinutes, list, shortDay, shortWeekday, weekday } from '../../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../../shared/i18n/format-durations.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { dayBounds, localDay, type Span, total } from '../../../../shared/time/day.ts';
import { daysOfWeek, weekNumber } from '../../../../shared/time/period.ts';
import type { Timesheet } from '../../../../shared/time/timesheet.ts';
import { type DayRules, dayOff, targetOf } from '../../../../shared/time/working-days.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { openPage } from '../../../state/navigation.ts';
import { useRead } from '../../../state/use-read.ts';
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CheckIcon, ClockIcon, Icon, InfoIcon, UnsentIcon, WarnIcon, XIcon } from '../../../ui/icons.tsx';
import windowStyles from '../../../ui/window.module.css';
import { AccountMark } from '../../../widgets/open-accounts.tsx';
import { ReadSection } from '../../../widgets/read-section.tsx';
import { fillGap, showEntry } from '../show-entry.ts';
import { useClosesFrom } from './closed-mark.tsx';
import styles from './closing.module.css';
import { signed } from './line-text.ts';

/** Spans that a line names; the others are counted. */
const MOST_NAMED = 3;
/** Kinds of open points that the button names; more are counted. */
const MOST_IN_BUTTON = 2;

interface Props {
  timesheet: Timesheet;
  weekStart: string;
  onClose: () => void;
}

export function Closing({ timesheet, weekStart, onClose }: Props) {
  const rules = useAppState((state) => state.timeRules);
  const review = useRead('week.review', { weekStart });
  const days = daysOfWeek(weekStart);
  const today = useAppState((state) => state.time.day);
  const from = useClosesFrom(weekStart);
  const last = days.at(-1) ?? weekStart;
  // Days to come owe nothing yet.
  const overtime = useRead('timesheet.overtime', { to: today < last ? today : last });
  const { closing } = timesheetPageMessages;
  const close = async () => {
    if (await send('week.close', { weekStart })) onClose();
  };
  return (
    <Panel
      title={closing.title({ week: weekNumber(weekStart) })}
      onClose={onClose}
      actions={
        <>
          {from !== null && from <= today && (
            <Button
              kind="primary"
              className={styles.close}
              disabled={review.value === null}
              onClick={() => void close()}
            >
              {review.value === null ? closing.now : closeLabel(review.value)}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {closing.hide}
          </Button>
        </>
      }
    >
      <ReadSection of={review}>{(open) => <Lines open={open} days={days} />}</ReadSection>
      <dl className={styles.sums}>
        <dt>{closing.counted}</dt>
        <dd>{hoursMinutes(timesheet.total.exact)}</dd>
        {rules.rounding.mode !== 'none' && (
          <>
            <dt>{closing.rounded}</dt>
            <dd>{hoursMinutes(timesheet.total.rounded)}</dd>
          </>
        )}
        {overtime.value !== null && (
          <>
            <dt>{closing.overtime}</dt>
            <dd>{signed(overtime.value)}</dd>
          </>
        )}
      </dl>
      <p className={styles.description}>{closing.description}</p>
    </Panel>
  );
}

function closeLabel({ gaps, overlaps, unsent, isRunning }: WeekReview): string {
  const { closing } = timesheetPageMessages;
  const { points } = closing;
  const open = [
    gaps.length > 0 && points.gaps({ count: gaps.length }),
    overlaps.length > 0 && points.overlaps({ count: overlaps.length }),
    unsent.length > 0 && points.unsent({ count: unsent.length }),
    isRunning && points.running,
  ].filter((point) => point !== false);
  if (open.length === 0) return closing.now;
  if (open.length <= MOST_IN_BUTTON) return closing.with({ what: list(open) });
  return closing.withMany({ count: gaps.length + overlaps.length + unsent.length + (isRunning ? 1 : 0) });
}

/** One line for each kind of open point, also where there is none. */
function Lines({ open, days }: { open: WeekReview; days: readonly string[] }) {
  const { gaps, overlaps, unsent, isRunning } = open;
  const rules = useAppState((state) => state.timeRules);
  const { closing } = timesheetPageMessages;
  const sumOf = (of: DayRules) => days.reduce((sum, day) => sum + (targetOf(day, of) ?? 0), 0);
  const [target, usual] = [sumOf(rules), sumOf({ ...rules, daysOff: {}, halfDays: {}, holidays: null })];
  const [gap] = gaps;
  const [overlap] = overlaps;
  const lines: LineProps[] = [
    gap === undefined
      ? { text: closing.noGaps }
      : {
          icon: ClockIcon,
          text: closing.gaps({ count: gaps.length, duration: formatDuration(total(gaps)) }),
          description: spansText(gaps),
          action: { label: closing.fill, run: () => fillGap(gap) },
        },
    overlap === undefined
      ? { text: closing.noOverlaps }
      : {
          icon: WarnIcon,
          text: closing.overlaps({ count: overlaps.length, duration: formatDuration(total(overlaps)) }),
          description: spansText(overlaps),
          action: { label: closing.see, run: () => showEntry(null, localDay(overlap.from)) },
        },
    unsent.length === 0
      ? { text: closing.sent }
      : {
          icon: UnsentIcon,
          text: closing.unsent({ count: unsent.length }),
          description: closing.unsentDescription,
          action: { label: closing.see, run: () => openPage({ name: 'outbox' }) },
        },
    isRunning
      ? { icon: ClockIcon, text: closing.running, description: closing.runningDescription }
      : { text: closing.notRunning },
    ...days
      .map((day) => [day, dayOff(day, rules)] as const)
      .filter(([, name]) => name !== null)
      .map(
        ([day, name]): LineProps => ({
          icon: InfoIcon,
          isCalm: true,
          text: closing.dayOff({ day: weekday(dayBounds(day).from) }),
          description: rules.targets.on
            ? closing.dayOffDescription({ name: name ?? '', target: hoursMinutes(target), usual: hoursMinutes(usual) })
            : name,
          action: { label: closing.change, run: () => openPage({ name: 'time-rules' }) },
        }),
      ),
  ];
  return (
    <ul>
      {lines.map((line) => (
        <Line key={line.text} {...line} />
      ))}
    </ul>
  );
}

/** "Mon 11:40–12:20, Wed 16:05–16:30". */
function spansText(spans: readonly Span[]): ReactNode {
  const { span, more } = timesheetPageMessages.closing;
  const named = spans
    .slice(0, MOST_NAMED)
    .map(({ from, to }) => span({ day: shortWeekday(from), from: clock(from), to: clock(to) }));
  const rest = spans.length - named.length;
  return (
    <>
      {named.map((one, index) => (
        <span key={one}>
          {one}
          {index < named.length - 1 && ', '}
        </span>
      ))}
      {rest > 0 && ` ${more({ count: rest })}`}
    </>
  );
}

interface LineProps {
  /** An open point; a check mark if there is none. */
  icon?: typeof CheckIcon;
  /** For information: needs no action. */
  isCalm?: boolean;
  text: string;
  description?: ReactNode;
  action?: { label: string; run: () => void };
}

function Line({ icon, isCalm = false, text, description, action }: LineProps) {
  return (
    <li className={classNames(styles.line, icon === undefined && styles.fine, isCalm && styles.calm)}>
      <Icon of={icon ?? CheckIcon} />
      <span>
        {text}
        {description !== undefined && <small>{description}</small>}
      </span>
      {action && (
        <LinkButton className={styles.action} aria-label={`${action.label} ${text}`} onClick={action.run}>
          {action.label}
        </LinkButton>
      )}
    </li>
  );
}

interface PanelProps {
  title: string;
  onClose: () => void;
  /** Buttons below the content. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A panel beside the timesheet, or over it where there is no room. */
function Panel({ title, onClose, actions, children }: PanelProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  // The element that opened the panel gets the focus back.
  useEffect(() => {
    const from = document.activeElement;
    panel.current?.focus();
    return () => {
      if (from instanceof HTMLElement) from.focus();
    };
  }, []);
  return (
    <section ref={panel} className={styles.panel} data-panel aria-labelledby={id} tabIndex={-1}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        <IconButton icon={XIcon} label={messages.hide} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may have to be scrolled by keyboard. */}
      <div className={classNames(windowStyles.body, windowStyles.scroll)} tabIndex={0}>
        <div>{children}</div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

/** The changes in a week since it was closed. Each line opens the entries of its day. */
export function Comparing({ weekStart, onClose }: { weekStart: string; onClose: () => void }) {
  const changes = useRead('week.compare', { weekStart });
  const { comparing } = timesheetPageMessages;
  return (
    <Panel title={comparing.title} onClose={onClose}>
      <ReadSection of={changes}>
        {(cells) =>
          cells === null || cells.length === 0 ? (
            <p className={styles.none}>{comparing.none}</p>
          ) : (
            <ul>
              {cells.map(({ taskId, accountId, day, identifier, title, wasMs, ms }) => (
                <li key={`${taskKey({ taskId, accountId })} ${day}`}>
                  <button type="button" className={styles.change} onClick={() => showEntry(null, day)}>
                    <span className="truncate">
                      <bdi>{title}</bdi>
                      <small>{comparing.of({ task: identifier, day: shortDay(dayBounds(day).from) })}</small>{' '}
                      <AccountMark accountId={accountId} isSaid />
                    </span>
                    <span className="tabular-numbers">
                      {comparing.was({ was: hoursMinutes(wasMs), is: hoursMinutes(ms) })}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </ReadSection>
    </Panel>
  );
}
