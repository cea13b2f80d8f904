import { type ReactNode, useRef, useState } from 'react';
import { sourcesPageMessages } from '../../../shared/i18n/generated/sources-page.ts';
import { Button } from '../../ui/button.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import styles from './suggestions.module.css';

const PORTION = 100;

interface Props<T> {
  label: string;
  items: readonly T[];
  /** How many are shown until the person asks for more. */
  first?: number;
  /** `focus`: focuses the list, after a button in it is gone. */
  children: (item: T, focus: () => void) => ReactNode;
}

/** A list that is shown in portions. */
export function PortionedList<T>({ label, items, first = PORTION, children }: Props<T>) {
  const [most, setMost] = useState(first);
  const list = useRef<HTMLUListElement>(null);
  const focus = () => list.current?.focus();
  const showMore = () => {
    setMost(most + PORTION);
    focus();
  };
  const count = Math.min(items.length - most, PORTION);
  const more = sourcesPageMessages.more({ shown: most, count });
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={label} className={styles.portionedList}>
        {items.slice(0, most).map((item) => (
          <li key={JSON.stringify(item)}>{children(item, focus)}</li>
        ))}
      </ul>
      {count > 0 && (
        <div className={formSectionStyles.sectionActions}>
          <Button small aria-label={`${more}: ${label}`} onClick={showMore}>
            {more}
          </Button>
        </div>
      )}
    </>
  );
}
