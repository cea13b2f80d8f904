import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './setting-row.module.css';

/** A titled box of settings. */
export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.boxTitle}>{title}</h2>
      <div className={styles.box}>{children}</div>
    </section>
  );
}

interface SettingProps {
  name: ReactNode;
  nameId?: string;
  description?: string;
  children?: ReactNode;
}

/** A row: name, explanation, and the value or control at the right. */
export function Setting({ name, nameId, description, children }: SettingProps) {
  return (
    <div className={styles.row}>
      <div className={styles.name}>
        <span id={nameId}>{name}</span>
        {description !== undefined && <small>{description}</small>}
      </div>
      {children}
    </div>
  );
}

/** A read-only value that can be selected and copied. */
export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.row}>
      <div className={styles.name}>{name}</div>
      <bdi className={classNames('selectable truncate', styles.value)} title={value}>
        {value}
      </bdi>
    </div>
  );
}
