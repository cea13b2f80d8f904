import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { dayAndMonth, daySpan, hoursMinutes, shortDay, weekday } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { countedTwice, dayBounds, localDay, total } from '../../../shared/time/day.ts';
import { monthOf, type Period, yearOf } from '../../../shared/time/period.ts';
import { sendAbout, useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { showSavedFile } from '../../state/saved-file.ts';
import { showDay } from '../../state/shown-time.ts';
import { LinkButton } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/menu.tsx';
import type { MenuEntry } from '../../ui/menu-pages.tsx';
import { isFilteredOut, useAccountFilter } from '../../widgets/open-accounts.tsx';
import { DateButton } from './date-button.tsx';
import { newEntry, reviewGaps } from './show-entry.ts';
import timeHeaderStyles from './time-header.module.css';
import type { DayProps } from './use-day.ts';

type Props = Pick<DayProps, 'dayPieces' | 'bounds' | 'gaps' | 'isToday' | 'week'>;

/** The day, its actions and its total. */
export function DayHeader({ dayPieces, bounds, gaps, isToday, week }: Props) {
  const today = useAppState((state) => state.time.day);
  const accountId = useAccountFilter();
  const counted = dayPieces.filter(({ entry }) => !isFilteredOut(accountId, entry.task));
  const twice = countedTwice(dayPieces);
  const items = (): MenuEntry[] => [
    { label: timePageMessages.add, movesFocus: true, onChoose: () => newEntry(dayPieces, bounds) },
    ...(gaps.some(({ isNotWork }) => !isNotWork)
      ? [{ label: timePageMessages.review, movesFocus: true, onChoose: () => reviewGaps(gaps, bounds) }]
      : []),
    {
      label:
        week.from <= today && today <= week.to
          ? timePageMessages.exports.week
          : timePageMessages.exports.thatWeek({ days: daySpan(dayBounds(week.from).from, dayBounds(week.to).from) }),
      apart: true,
      onChoose: () => void exportCsv(week),
    },
    { label: timePageMessages.exports.month, onChoose: () => void exportCsv(monthOf(today)) },
    { label: timePageMessages.exports.year, onChoose: () => void exportCsv(yearOf(today)) },
    {
      label: timePageMessages.exports.report,
      apart: true,
      movesFocus: true,
      onChoose: () => openPage({ name: 'report', from: week.from, to: week.to, projectKey: null }),
    },
  ];
  return (
    <header className={timeHeaderStyles.header}>
      <h2>{isToday ? timePageMessages.today : weekday(bounds.from)}</h2>
      <DateButton day={localDay(bounds.from)} name={shortDay(bounds.from)}>
        {isToday ? shortDay(bounds.from) : dayAndMonth(bounds.from)}
      </DateButton>
      <MoreMenu label={timePageMessages.menu} className={timeHeaderStyles.menuButton} entries={items} />
      {!isToday && (
        <LinkButton className={timeHeaderStyles.today} onClick={() => showDay(null)}>
          {timePageMessages.backToToday}
        </LinkButton>
      )}
      <span className={timeHeaderStyles.end}>
        {twice >= MINUTE_MS && (
          <span className={timeHeaderStyles.overlap}>
            {isToday ? (
              timePageMessages.countedTwice({ duration: formatDuration(twice) })
            ) : (
              // The button back to today needs the room.
              <span title={timePageMessages.countedTwice({ duration: formatDuration(twice) })}>
                {timePageMessages.timesTwo({ duration: hoursMinutes(twice) })}
              </span>
            )}
          </span>
        )}
        <span className={timeHeaderStyles.total}>
          <span className="visually-hidden">{timePageMessages.total} </span>
          {hoursMinutes(total(counted))}
        </span>
      </span>
    </header>
  );
}

async function exportCsv({ from, to }: Period): Promise<void> {
  showSavedFile(await sendAbout('time.export', { from, to }));
}
