import { type ReactNode, useId } from 'react';
import styles from './question.module.css';

interface Props {
  title: string;
  /** Beside the title. */
  end?: ReactNode;
  children: ReactNode;
}

/** A question above the list, which stays until it is answered. */
export function Question({ title, end, children }: Props) {
  const titleId = useId();
  return (
    <section className={styles.question} aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId} className="lead" dir="auto">
          {title}
        </h2>
        {end}
      </header>
      {children}
    </section>
  );
}
