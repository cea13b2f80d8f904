import { clock, hourNumber } from '../../../shared/i18n/format-clock.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import type { Piece, Span } from '../../../shared/time/day.ts';
import { useIsLocal } from '../../state/main-process.ts';
import styles from './day-strip.module.css';
import { percent, strip } from './day-strip-scale.ts';

/** The day as a strip of tracked, untracked and overlapping time. The list below is its accessible equivalent. */
export function DayStrip({ day, bounds, now }: { day: readonly Piece[]; bounds: Span; now: number }) {
  const { scale, stretches, hours } = strip(day, bounds, now);
  const isLocal = useIsLocal();
  const ranges = stretches.map(({ from, to }) => `${clock(from)} – ${clock(to)}`).join(', ');
  return (
    <div className={styles.strip} role="img" aria-label={timePageMessages.strip({ ranges: ranges || null })}>
      <div className={styles.track}>
        {stretches.map(({ from, to, kind }) => (
          <i
            key={from}
            data-kind={isLocal && kind === 'waiting' ? 'sent' : kind}
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
