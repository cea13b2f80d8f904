import { Suspense, useEffect, useMemo, useState } from 'react';
import type { EntryView } from '../../../shared/contract/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, hour12, hourNumber } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { dayBounds, localDay, type Piece, pieces, type Span } from '../../../shared/time/day.ts';
import { isLocal, useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { useDayLayout, useShownTime } from '../../state/shown-time.ts';
import { useViewRequest } from '../../state/view-requests.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { lazyView } from '../../ui/lazy-view.tsx';
import { useNow } from '../../ui/use-now.ts';
import windowStyles from '../../ui/window.module.css';
import { AccountFilterNote, isFilteredOut, useAccountFilter } from '../../widgets/open-accounts.tsx';
import { Unreadable } from '../../widgets/unreadable.tsx';
import { Day } from './day/day.tsx';
import { DayHeader } from './day-header.tsx';
import { percent, strip } from './day-strip-scale.ts';
import { OpenForm } from './entry-form.tsx';
import { EntryList } from './entry-list.tsx';
import { newEntry, reviewGaps, useNewEntry } from './show-entry.ts';
import styles from './time.module.css';
import { timeline } from './timeline.ts';
import { type DayProps, useDay, useGaps, useWeek } from './use-day.ts';
import { ViewBar } from './view-bar.tsx';
import { WeekSummary } from './week-summary.tsx';

const FillGap = lazyView(() => import('./fill-gap/fill-gap.tsx'));

/**
 * The Time tab: a day as a list, or to scale.
 * @param hasWeek the week is shown below the day, not in its own column
 */
export default function Time({ hasWeek }: { hasWeek: boolean }) {
  const { running, day: today } = useAppState((state) => state.time);
  const view = useDayLayout();
  const { day, entries, isLoaded, week: timesheet } = useDay();
  const ticking = useNow(running === null ? MINUTE_MS : 5 * SECOND_MS, running?.startTime ?? 0);
  // The ticking clock may lag behind a timer that has just started.
  const now = Math.max(ticking.getTime(), running === null ? 0 : Date.parse(running.startTime));
  const week = useWeek(timesheet, now);
  const bounds = useMemo(() => dayBounds(day), [day]);
  const dayPieces = useMemo(() => pieces(entries, bounds, now), [entries, bounds, now]);
  useNewEntry(dayPieces, bounds, isLoaded);
  const isToday = day === today && day === localDay(now);
  const gaps = useGaps(day, dayPieces, now);
  const opened = useShownTime(({ openEntry }) => openEntry);
  const isFilling = opened?.kind === 'fill';
  const [isFillLoaded, setFillLoaded] = useState(FillGap.isLoaded);
  // React would show it 300 ms late if it was loaded while it is rendered.
  useEffect(() => {
    if (isFilling) void Promise.allSettled([FillGap.preload()]).then(() => setFillLoaded(true));
  }, [isFilling]);
  useViewRequest('review-gaps', () => {
    if (isLoaded) reviewGaps(gaps, bounds);
    return isLoaded;
  });
  const isWithoutHours = useAppState((state) => state.timeRules.hours === null);
  const shown: DayProps = { day, bounds, dayPieces, gaps, isLoaded, isToday, week, hasWeek, now };
  return (
    <div className={classNames(styles.pane, hour12() && styles.twelveHour)} data-view={view}>
      <Unreadable of="time" />
      <DayHeader {...{ dayPieces, bounds, gaps, isToday, week }} />
      <ViewBar day={day} today={today} />
      <AccountFilterNote>{timePageMessages.onlyAccount}</AccountFilterNote>
      {isWithoutHours && gaps.some(({ isNotWork }) => !isNotWork) && (
        <p className={styles.hours}>
          {timePageMessages.hoursQuestion}{' '}
          <LinkButton onClick={() => openPage({ name: 'time-rules' })}>{timePageMessages.setHours}</LinkButton>
        </p>
      )}
      {view === 'day' ? <Day {...shown} /> : <List {...shown} />}
      {opened?.kind === 'fill' && isLoaded && isFillLoaded && (
        <Suspense>
          <FillGap {...{ opened, gaps, dayPieces, isToday }} />
        </Suspense>
      )}
    </div>
  );
}

function List({ day, bounds, dayPieces, gaps, isLoaded, isToday, week, hasWeek, now }: DayProps) {
  const open = useShownTime(({ openEntry }) => openEntry);
  const opened = open?.kind === 'fill' ? null : open;
  const accountId = useAccountFilter();
  const isShown = ({ id, task }: EntryView) =>
    !isFilteredOut(accountId, task) || (opened?.kind === 'edit' && opened.entryId === id);
  // While a day is read, it is not known what is a gap.
  const items = isLoaded
    ? timeline(dayPieces, gaps).filter((row) => !('piece' in row) || isShown(row.piece.entry))
    : [];
  const isAddedOnTop = opened?.kind === 'add' && opened.gap === null;
  return (
    <>
      <div className={classNames(styles.day, windowStyles.scroll)}>
        <DayStrip day={dayPieces} bounds={bounds} now={now} />
        {isAddedOnTop && (
          <div key={`${opened.from} ${opened.to} ${opened.task?.taskId}`}>
            <OpenForm {...{ opened, dayPieces, day }} />
          </div>
        )}
        {items.length > 0 && <EntryList key={day} {...{ items, dayPieces, day, opened }} isPast={now >= bounds.to} />}
        {items.length === 0 && isLoaded && !isAddedOnTop && (
          <Empty
            className={styles.empty}
            title={isToday ? timePageMessages.empty : timePageMessages.emptyDay}
            description={isToday ? timePageMessages.emptyDescription : timePageMessages.emptyDayDescription}
          >
            {!isToday && <Button onClick={() => newEntry(dayPieces, bounds)}>{timePageMessages.addHere}</Button>}
          </Empty>
        )}
      </div>
      {/* Proposals for a gap need the room. */}
      {hasWeek && open?.kind !== 'fill' && <WeekSummary shown={day} week={week} />}
    </>
  );
}

/** The day as a strip of tracked, untracked and overlapping time. The list below is its accessible equivalent. */
function DayStrip({ day, bounds, now }: { day: readonly Piece[]; bounds: Span; now: number }) {
  const { scale, stretches, hours } = strip(day, bounds, now);
  const accounts = useAppState((state) => state.accounts);
  const account = useAppState((state) => state.account);
  const ranges = stretches.map(({ from, to }) => `${clock(from)} – ${clock(to)}`).join(', ');
  return (
    <div className={styles.strip} role="img" aria-label={timePageMessages.strip({ ranges: ranges || null })}>
      <div className={styles.track}>
        {stretches.map(({ from, to, kind, accountId }) => (
          <i
            key={from}
            data-kind={kind === 'waiting' && isLocal({ accounts, account }, accountId) ? 'sent' : kind}
            style={{
              left: `calc(${percent(from, scale)}% + .5px)`,
              width: `max(2px, calc(${percent(to, scale) - percent(from, scale)}% - 1px))`,
            }}
          />
        ))}
      </div>
      {hours.map((hour) => (
        <span className={styles.hour} key={hour} style={{ left: `${percent(hour, scale)}%` }}>
          {hourNumber(hour)}
        </span>
      ))}
    </div>
  );
}
