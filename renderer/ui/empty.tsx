import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './empty.module.css';
import { CardGlyph } from './marks.tsx';

interface Props {
  title: string;
  description: string;
  /** For a part of a page instead of the whole. */
  compact?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}

/** An empty state: the reason and what to do. */
export function Empty({ title, description, compact = false, className, children }: Props) {
  return (
    <div className={classNames(styles.empty, compact && styles.compact, className)}>
      <CardGlyph />
      <h2 className="lead">{title}</h2>
      <p dir="auto">{description}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
