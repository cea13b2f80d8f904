import { useMemo } from 'react';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import type { Span } from '../../../../shared/time/day.ts';
import { subtract } from '../../../../shared/time/spans.ts';
import { workOn } from '../../../../shared/time/working-days.ts';
import { useAppState } from '../../../state/main-process.ts';
import { heightOf, positionOf, type Scale } from './hours.ts';
import styles from './work-hours.module.css';

/** Behind the blocks: the time outside the working hours, and their breaks. */
export function WorkHours({ day, scale }: { day: string; scale: Scale }) {
  const rules = useAppState((state) => state.timeRules);
  const work = useMemo(() => workOn(day, rules), [day, rules]);
  if (work === null) return null;
  const placed = ({ from, to }: Span) => ({ top: positionOf(scale, from), height: heightOf(scale, to - from) });
  return (
    <>
      {subtract([scale.bounds], work.hours).map((span) => (
        <i key={span.from} className={styles.outside} style={placed(span)} />
      ))}
      {work.breaks.map((span) => (
        <p key={span.from} className={styles.break} style={placed(span)}>
          {timePageMessages.break}
        </p>
      ))}
    </>
  );
}
