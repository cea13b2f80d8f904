/** What is doubtful about the reported time. It warns, and never blocks. */
import type { WeekReview } from '../../../shared/contract/timesheet.ts';
import { clock, shortDay } from '../../../shared/i18n/format-clock.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { localDay, total } from '../../../shared/time/day.ts';
import { usePublished } from '../../state/main-process.ts';
import { openPage, showTab } from '../../state/navigation.ts';
import { showDay } from '../../state/shown-time.ts';
import styles from './report-page.module.css';

export function Warnings({ review }: { review: WeekReview }) {
  const { warnings } = reportPageMessages;
  const [first] = review.overlaps;
  const fix = (at: number) => {
    const day = localDay(at);
    showTab('time');
    showDay(day === usePublished.getState().state?.time.day ? null : day);
  };
  return (
    <>
      {first !== undefined && (
        <p className={styles.warning}>
          {warnings.twice({
            duration: formatDuration(total(review.overlaps)),
            when: `${shortDay(first.from)}, ${timePageMessages.span({ from: clock(first.from), to: clock(first.to) })}`,
          })}
          <button type="button" className="link-button" onClick={() => fix(first.from)}>
            {warnings.fix}
          </button>
        </p>
      )}
      {review.unsent.length > 0 && (
        <p className={styles.warning}>
          {warnings.unsent({ count: review.unsent.length })}
          <button type="button" className="link-button" onClick={() => openPage({ name: 'outbox' })}>
            {warnings.show}
          </button>
        </p>
      )}
    </>
  );
}
