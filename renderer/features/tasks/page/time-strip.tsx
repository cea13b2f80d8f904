import type { TaskEntryView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { count, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from './time-strip.module.css';
import { byDay, sum, timed } from './time-sums.ts';

/** Days with a bar, today included. */
const DAYS = 7;

/** The time spent on the task. A click opens its entries. */
export function TimeStrip({ entries, onShow }: { entries: readonly TaskEntryView[]; onShow: () => void }) {
  const isRunning = entries.some(({ endTime }) => endTime === null);
  const now = useNow(isRunning ? MINUTE_MS / 6 : MINUTE_MS).getTime();
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
        {days.map((ms, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar stands for its place.
          <span key={index} style={{ height: ms === 0 ? 0 : `${Math.max(8, (ms / most) * 100)}%` }} />
        ))}
      </span>
    </button>
  );
}
