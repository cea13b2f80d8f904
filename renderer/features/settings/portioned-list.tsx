import { type ReactNode, useRef, useState } from 'react';
import { sourcesPageMessages } from '../../../shared/i18n/generated/sources-page.ts';
import { Button } from '../../ui/button.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { Setting } from '../../ui/setting-row.tsx';
import styles from './suggestions.module.css';

const PORTION = 100;

interface Props<T> {
  label: string;
  items: readonly T[];
  /** Its row, above the list. Without a control, the list is closed at first, and opened in the row. */
  row?: { description: string; control?: ReactNode };
  /** `focus`: focuses the list, after a button in it is gone. */
  children: (item: T, focus: () => void) => ReactNode;
}

/** A list that is shown in portions. */
export function PortionedList<T>({ label, items, row, children }: Props<T>) {
  const [most, setMost] = useState(row && row.control === undefined ? 0 : PORTION);
  const list = useRef<HTMLUListElement>(null);
  const focus = () => list.current?.focus();
  const showMore = () => {
    setMost(most + PORTION);
    focus();
  };
  const count = Math.min(items.length - most, PORTION);
  const text = sourcesPageMessages.more({ shown: most, count });
  const more = count > 0 && (
    <Button small aria-label={`${text}: ${label}`} onClick={showMore}>
      {text}
    </Button>
  );
  return (
    <>
      {row && (
        <Setting name={label} description={row.description}>
          {most === 0 ? more : row.control}
        </Setting>
      )}
      <ul ref={list} tabIndex={-1} aria-label={label} className={styles.portionedList}>
        {items.slice(0, most).map((item) => (
          <li key={JSON.stringify(item)}>{children(item, focus)}</li>
        ))}
      </ul>
      {most > 0 && more && <div className={formSectionStyles.sectionActions}>{more}</div>}
    </>
  );
}
