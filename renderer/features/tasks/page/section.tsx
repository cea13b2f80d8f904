import { type ReactNode, useId, useState } from 'react';
import type { Payload } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { send } from '../../../state/main-process.ts';
import { LinkButton, nameOnly } from '../../../ui/button.tsx';
import { selectorOf } from '../../../ui/class-names.ts';
import { Icon, XIcon } from '../../../ui/icons.tsx';
import linkRowStyles from './link-row.module.css';
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
        {count !== undefined && <span className="tabular-numbers faint">{count}</span>}
        {end}
      </div>
      {children}
    </section>
  );
}

export function SectionNotRead({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={styles.notRead}>
      {taskPageMessages.notRead}
      <LinkButton onClick={onRetry}>{taskPageMessages.tryAgain}</LinkButton>
    </p>
  );
}

interface RowsProps<T> {
  records: readonly T[];
  /** Rows shown before "Show more". */
  max?: number;
  row: (record: T) => ReactNode;
}

/** The first rows of a section, and the others on request. */
export function Rows<T>({ records, max = 8, row }: RowsProps<T>) {
  const [all, setAll] = useState(false);
  // One more row takes no more room than the button.
  const shown = all || records.length <= max + 1 ? records : records.slice(0, max);
  if (records.length === 0) return null;
  return (
    <>
      <ul>{shown.map(row)}</ul>
      {shown.length < records.length && (
        <LinkButton className={styles.more} onClick={() => setAll(true)}>
          {taskPageMessages.showMore({ count: records.length - shown.length })}
        </LinkButton>
      )}
    </>
  );
}

interface RemoveRecordProps {
  record: Payload<'tasks.remove-record'>;
  name: string;
  disabledReason: string | undefined;
}

export function RemoveRecord({ record, name, disabledReason }: RemoveRecordProps) {
  return (
    <button
      type="button"
      className={linkRowStyles.remove}
      {...nameOnly(name, disabledReason)}
      aria-disabled={disabledReason !== undefined}
      onClick={(event) => {
        if (disabledReason !== undefined) return;
        focusNeighbour(event.currentTarget);
        void send('tasks.remove-record', record);
      }}
    >
      <Icon of={XIcon} />
    </button>
  );
}

/** Before a row disappears, moves the focus to the next row or to the "add" button. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li');
  const next =
    row?.nextElementSibling ??
    row?.previousElementSibling ??
    button.closest('section')?.querySelector(selectorOf(styles.heading));
  next?.querySelector<HTMLElement>('button')?.focus();
}
