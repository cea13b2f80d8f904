import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LENGTHS } from '../../../../shared/limits.ts';
import { classNames } from '../../../ui/class-names.ts';
import inputStyles from '../../../ui/input.module.css';
import styles from './combobox.module.css';

export interface ComboOption {
  key: string;
  content: ReactNode;
}

interface Props {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  options: readonly ComboOption[];
  /** Message if there are no options; empty for none. */
  none: string;
  onChoose: (index: number) => void;
}

/** A combobox for popovers. The focus stays in the field; Enter chooses the active option. */
export function Combobox({ label, query, onQuery, options, none, onChoose }: Props) {
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const active = Math.min(at, options.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the active option changes.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && options.length > 0) {
      event.preventDefault();
      setAt((active + move + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (active >= 0) onChoose(active);
    }
  };
  return (
    <div className={styles.combobox}>
      <input
        className={classNames(inputStyles.input, styles.comboboxInput)}
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
        autoComplete="off"
        spellCheck={false}
        maxLength={LENGTHS.labelName}
        dir="auto"
        value={query}
        onChange={(event) => {
          setAt(0);
          onQuery(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className="scroll-inside" ref={list}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which owns this list.
          // biome-ignore lint/a11y/useFocusableInteractive: the same: aria-activedescendant points here.
          <div
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(index)}
          >
            {option.content}
          </div>
        ))}
      </div>
      {options.length === 0 && none !== '' && (
        <p className={styles.noOption} role="status">
          {none}
        </p>
      )}
    </div>
  );
}
