import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { useIsLocal } from '../../../state/main-process.ts';
import { Icon, UnsentIcon } from '../../../ui/icons.tsx';
import { useDelayed } from '../../../ui/loading.tsx';
import styles from './task-page.module.css';

/** Writes that are sent within this time get no mark (ms). */
const MARK_AFTER_MS = 700;

/** Whether to show the mark; never in the local workspace. */
export function useIsUnsentShown(isUnsent: boolean): boolean {
  const isLocal = useIsLocal();
  const isDelayed = useDelayed(isUnsent, MARK_AFTER_MS);
  return isDelayed && isUnsent && !isLocal;
}

/** Marks a change that the service does not have yet. */
export function UnsentMark({ isUnsent }: { isUnsent: boolean }) {
  const shown = useIsUnsentShown(isUnsent);
  if (!shown) return null;
  return (
    <span className={styles.unsentMark} title={taskPageMessages.unsent}>
      <Icon of={UnsentIcon} />
      <span className="visually-hidden">{taskPageMessages.unsent}</span>
    </span>
  );
}
