import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { type Span, total } from '../../../../shared/time/day.ts';
import type { Amount, Timesheet } from '../../../../shared/time/timesheet.ts';
import { signed } from './line-text.ts';
import styles from './sum-bar.module.css';

interface Props {
  timesheet: Timesheet;
  gaps: readonly Span[];
  hasRounded: boolean;
  /** Shows the gaps; null if they cannot be shown. */
  onGaps: (() => void) | null;
}

/** The sums of the period: tracked, billable and not, towards the target, and its gaps. */
export function SumBar({ timesheet, gaps, hasRounded, onGaps }: Props) {
  const { sums } = timesheetPageMessages;
  const { billable, notBillable, difference, target, days } = timesheet;
  const share = timesheet.total.exact === 0 ? 0 : Math.round((billable.exact / timesheet.total.exact) * 100);
  const daysOff = days.filter(({ dayOff }) => dayOff !== null).length;
  const amount = ({ exact, rounded }: Amount) => (
    <b>
      {hoursMinutes(exact)}
      {hasRounded && <small>{sums.rounded({ time: hoursMinutes(rounded) })}</small>}
    </b>
  );
  return (
    <div className={styles.bar}>
      <p>
        {amount(timesheet.total)}
        {timesheetPageMessages.tracked}
      </p>
      {billable.exact > 0 && (
        <p>
          {amount(billable)}
          {sums.billable({ percent: share })}
        </p>
      )}
      {billable.exact > 0 && (
        <p>
          <b>{hoursMinutes(notBillable.exact)}</b>
          {sums.notBillable}
        </p>
      )}
      {target !== null && target > 0 && difference !== null && (
        <p>
          <b>{difference >= 0 ? signed(difference) : hoursMinutes(-difference)}</b>
          {(difference >= 0 ? sums.over : sums.toGo)({ target: hoursMinutes(target), daysOff })}
        </p>
      )}
      {gaps.length > 0 && <Gaps gaps={gaps} onGaps={onGaps} />}
    </div>
  );
}

function Gaps({ gaps, onGaps }: Pick<Props, 'gaps' | 'onGaps'>) {
  const content = (
    <>
      <b>
        {gaps.length}
        <small>{hoursMinutes(total(gaps))}</small>
      </b>
      {timesheetPageMessages.sums.gaps({ count: gaps.length })}
    </>
  );
  return onGaps === null ? (
    <p className={styles.gaps}>{content}</p>
  ) : (
    <button type="button" className={styles.gaps} onClick={onGaps}>
      {content}
    </button>
  );
}
