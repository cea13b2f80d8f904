import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { ClosedMark, useClosing } from './closed-mark.tsx';
import styles from './narrow-actions.module.css';
import { CloseButton, Export, type HeaderProps } from './timesheet-header.tsx';

/** Below the grid in a narrow window: closing and export. */
export function NarrowActions({ period, isWeek, sheet, setPanel }: HeaderProps) {
  const { isClosed } = useClosing(period.from);
  return (
    <div className={styles.actions}>
      {isWeek && isClosed && sheet && (
        <ClosedMark weekStart={period.from} trackedMs={sheet.total.exact} setPanel={setPanel} />
      )}
      {isWeek && <CloseButton weekStart={period.from} setPanel={setPanel} />}
      <span className={styles.export} title={timesheetPageMessages.exactHere}>
        <Export period={period} />
      </span>
    </div>
  );
}
