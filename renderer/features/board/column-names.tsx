import { useRef } from 'react';
import type { ColumnView } from '../../../shared/contract/index.ts';
import { count } from '../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { ColumnIcon } from './board-icons.tsx';
import styles from './column-names.module.css';
import type { ShownColumn } from './visible-columns.ts';

interface Props {
  shown: readonly ShownColumn[];
  /** All columns of the project; the icon depends on the column's place among them. */
  columns: readonly ColumnView[];
  /** The column at the left edge. */
  current: number;
  onShow: (index: number) => void;
}

/** A tab per column with its number of cards: click or arrow keys scroll to it. */
export function ColumnNames({ shown, columns, current, onShow }: Props) {
  const list = useRef<HTMLElement>(null);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + (step ?? 0)];
    if (step === undefined) return;
    // The cards do not move meanwhile.
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
    next?.click();
  };
  return (
    <nav className={styles.names} aria-label={boardMessages.columnNames} ref={list} onKeyDown={onKeyDown}>
      {shown.map(({ slug, name, cards }, index) => (
        <button
          type="button"
          key={slug}
          className={styles.name}
          aria-current={index === current}
          tabIndex={index === current ? 0 : -1}
          onClick={() => onShow(index)}
        >
          <ColumnIcon slug={slug} columns={columns} />
          <bdi className="truncate">{name}</bdi>
          <span className={styles.count}>{count(cards.length)}</span>
        </button>
      ))}
    </nav>
  );
}
