import { taskPageMessages } from '../../../../shared/i18n/task-page-messages.ts';
import { useIsLocal } from '../../../app/state/store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { UnsentIcon } from '../../../ui/icons.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import styles from './unsent-mark.module.css';

/** What is quickly sent is not worth a mark (ms). */
const QUICK_MS = 700;

/** Whether the person is told that the service does not have it yet; never where there is none but this computer. */
export function useIsUnsentShown(isUnsent: boolean): boolean {
  const isLocal = useIsLocal();
  const late = useDelayed(isUnsent, QUICK_MS);
  return late && isUnsent && !isLocal;
}

/** The service does not have it yet. */
export function UnsentMark({ isUnsent }: { isUnsent: boolean }) {
  const shown = useIsUnsentShown(isUnsent);
  if (!shown) return null;
  return (
    <span className={styles.mark} title={taskPageMessages.unsent}>
      <Icon of={UnsentIcon} />
      <span className="visually-hidden">{taskPageMessages.unsent}</span>
    </span>
  );
}
