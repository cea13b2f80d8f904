import { useEffect, useRef } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import styles from './find-field.module.css';
import { Icon, SearchIcon } from './icons.tsx';

interface Props {
  label: string;
  typed: string;
  /** null closes the search. */
  onType: (typed: string | null) => void;
  /** Moves the focus to the results. */
  onDown: () => void;
  /** Number of results out of `total`. */
  shown: number;
  total: number;
}

/** The search field of a list or board, which replaces its header. */
export function FindField({ label, typed, onType, onDown, shown, total }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <search className={styles.field}>
      <div className={styles.box}>
        <Icon of={SearchIcon} />
        <input
          ref={input}
          className="plain-input"
          type="text"
          aria-label={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            event.preventDefault();
            if (!event.nativeEvent.isComposing) onDown();
          }}
        />
        <span className={styles.count} role="status">
          {messages.filter.count({ hits: shown, of: total })}
        </span>
        <button type="button" aria-label={messages.filter.clearByKey} tabIndex={-1} onClick={() => onType(null)}>
          <kbd>{messages.status.keys.esc}</kbd>
        </button>
      </div>
    </search>
  );
}
