import { type ReactNode, useId } from 'react';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import styles from './section.module.css';

interface Props {
  title: string;
  /** A count after the title. */
  count?: string;
  /** Right-aligned: a sum or the "add" button. */
  end?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, count, end, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles.heading}>
        <h3 id={id}>{title}</h3>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {end}
      </div>
      {children}
    </section>
  );
}

/** Shown for a section that could not be read. */
export function SectionNotRead({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.notRead}>
      {taskPageMessages.notRead}
      <button type="button" className="link-button" onClick={onRetry}>
        {taskPageMessages.tryAgain}
      </button>
    </p>
  );
}
