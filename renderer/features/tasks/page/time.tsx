import type { TaskEntryView, TaskPageView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, count, hoursMinutes, shortDay, shortWeekday } from '../../../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { shorten } from '../../../../shared/tasks/clean-text.ts';
import { dayAfter, dayBounds, localDay } from '../../../../shared/time/day.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/use-now.ts';
import { showEntryForm, useEntryMenu } from '../../../widgets/entry-menu.tsx';
import linkRowStyles from './link-row.module.css';
import sectionStyles from './section.module.css';
import { Rows, Section, SectionNotRead } from './section.tsx';
import styles from './time-strip.module.css';
import { byDay, byPerson, sum, type Timed, timed } from './time-sums.ts';
import { UnsentMark } from './unsent-mark.tsx';

/** Maximum length of a note in a row and its tooltip (UTF-16 code units). */
const MAX_NOTE = 200;

const MAX_ROWS = 5;

/** In step with the own timer, if it runs on the task. */
function useTimerNow(entries: readonly TaskEntryView[] | null): Date {
  const running = entries?.filter(({ endTime }) => endTime === null) ?? [];
  return useNow(running.length > 0 ? MINUTE_MS / 6 : MINUTE_MS, running.find(({ isMine }) => isMine)?.startTime);
}

/** Everyone's time on the task: the total, a sum per person if there are several, and the latest entries. */
export function Time({ taskPage, onRetry }: { taskPage: TaskPageView; onRetry: () => void }) {
  const { entries } = taskPage;
  const now = useTimerNow(entries);
  if (entries === null) {
    return (
      <Section title={taskPageMessages.time}>
        <SectionNotRead onRetry={onRetry} />
      </Section>
    );
  }
  const list = timed(entries, now.getTime());
  const people = byPerson(list);
  return (
    <Section
      title={taskPageMessages.time}
      end={list.length > 0 && <span className={sectionStyles.sum}>{hoursMinutes(sum(list))}</span>}
    >
      {list.length === 0 && <p className="faint">{taskPageMessages.nothingTracked}</p>}
      {people.length > 1 && (
        <ul className={linkRowStyles.people}>
          {people.map((person) => (
            <li className={linkRowStyles.row} key={`${person.isMine} ${person.person}`}>
              <Person person={person.person} isMine={person.isMine} />
              <span className={linkRowStyles.note}>{hoursMinutes(person.ms)}</span>
            </li>
          ))}
        </ul>
      )}
      <Rows
        records={list}
        max={MAX_ROWS}
        row={(one) => (
          <Row key={one.entry.id} timed={one} taskPage={taskPage} now={now} withPerson={people.length > 1} />
        )}
      />
    </Section>
  );
}

function Person({ person, isMine }: { person: string | null; isMine: boolean }) {
  const name = isMine ? taskPageMessages.you : (person ?? taskPageMessages.somebody);
  return (
    <>
      <Avatar id={null} name={name} />
      <bdi className="truncate">{name}</bdi>
    </>
  );
}

interface RowProps {
  timed: Timed;
  taskPage: TaskPageView;
  now: Date;
  withPerson: boolean;
}

function Row(props: RowProps) {
  const { entry, end } = props.timed;
  return (
    <li className={classNames(linkRowStyles.row, end === null && linkRowStyles.running)}>
      {entry.entryId === null ? <RowContent {...props} /> : <OwnRow {...props} entryId={entry.entryId} />}
    </li>
  );
}

/** An own entry is edited on its day, and has its menu. */
function OwnRow({ entryId, ...props }: RowProps & { entryId: string }) {
  const { timed, taskPage } = props;
  const day = localDay(timed.start);
  const { events, menu } = useEntryMenu({ ...timed.entry, id: entryId, task: taskRef(taskPage.task) }, day);
  return (
    <>
      <button
        type="button"
        className={linkRowStyles.main}
        data-stop={entryId}
        {...events}
        onClick={() => showEntryForm(day, { kind: 'edit', entryId })}
      >
        <RowContent {...props} />
      </button>
      {menu}
    </>
  );
}

function RowContent({ timed: { entry, start, end, ms }, now, withPerson }: RowProps) {
  const who = entry.isMine ? taskPageMessages.you : (entry.person ?? taskPageMessages.somebody);
  const note = shorten(entry.note, MAX_NOTE);
  return (
    <>
      <span className={classNames('tabular-numbers', linkRowStyles.when)}>
        <span className={linkRowStyles.day}>{dayText(start, now)}</span> {clock(start)} –{' '}
        {end === null ? taskPageMessages.now : clock(end)}
      </span>
      <bdi className={classNames('truncate grow', linkRowStyles.entryNote)} title={note}>
        {[withPerson || !entry.isMine ? who : '', note].filter(Boolean).join(' · ')}
      </bdi>
      <UnsentMark isUnsent={entry.isUnsent && end !== null} />
      <span className={linkRowStyles.note}>{hoursMinutes(ms)}</span>
    </>
  );
}

/** "Today", "Yesterday", "Tue 17 Nov". */
function dayText(at: number, now: Date): string {
  const day = localDay(at);
  if (day === localDay(now.getTime())) return taskPageMessages.today;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12);
  return day === localDay(yesterday.getTime()) ? taskPageMessages.yesterday : shortDay(at);
}

/** Days with a bar, today included. */
const DAYS = 7;

/** The time spent on the task. A click opens its entries. */
export function TimeStrip({ entries, onShow }: { entries: readonly TaskEntryView[]; onShow: () => void }) {
  const now = useTimerNow(entries).getTime();
  const list = timed(entries, now);
  if (list.length === 0) return null;
  const days = byDay(list, now, DAYS);
  const most = Math.max(...days, MINUTE_MS);
  const numbers = [
    { key: 'all', value: hoursMinutes(sum(list)), name: taskPageMessages.strip.all },
    { key: 'today', value: hoursMinutes(days.at(-1) ?? 0), name: taskPageMessages.strip.today },
    { key: 'entries', value: count(list.length), name: taskPageMessages.strip.entries({ count: list.length }) },
  ];
  return (
    <button type="button" className={styles.strip} title={taskPageMessages.strip.show} onClick={onShow}>
      {numbers.map(({ key, value, name }, index) => (
        <span key={key} className={styles.number}>
          <b>{value}</b>{' '}
          <small>
            {name}
            {index < numbers.length - 1 && <span className="visually-hidden">,</span>}
          </small>
        </span>
      ))}
      <span className={styles.bars} aria-hidden="true">
        {days.map((ms, index) => {
          const day = dayBounds(dayAfter(localDay(now), index - DAYS + 1)).from;
          return (
            <span key={day} className={styles.day} title={`${shortDay(day)}, ${hoursMinutes(ms)}`}>
              <span className={styles.bar}>
                <i style={{ height: ms === 0 ? 0 : `${Math.max(8, (ms / most) * 100)}%` }} />
              </span>
              {shortWeekday(day).slice(0, 1)}
            </span>
          );
        })}
      </span>
    </button>
  );
}
