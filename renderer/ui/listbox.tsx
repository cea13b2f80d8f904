/** A list of options that belongs to a text field: the focus stays in the field, which names the active option. */
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './listbox.module.css';

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * `keys`: of the options, each unique. The first option is the active one until the keys or the pointer choose another, and again whenever
 * `query` changes.
 */
export function useListbox(keys: readonly string[], query: string) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState({ query, at: 0 });
  const isPointed = pointed.query === query;
  const active = Math.min(isPointed ? pointed.at : 0, keys.length - 1);
  const point = (at: number) => setPointed({ query, at });

  const activeKey = keys[active];
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever another option becomes the active one.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);

  const optionId = (index: number) => `${id}-${index}`;
  return {
    /** Index; -1 if there are no options, or none is chosen. */
    active,
    /** The keys or the pointer chose the active option. */
    isPointed,
    /** -1 chooses none, also of options that come later. */
    point,
    /** Moves with the arrow keys, round the ends; true if the key did so. */
    move(event: React.KeyboardEvent): boolean {
      const step = STEPS[event.key];
      if (step === undefined || keys.length === 0 || event.nativeEvent.isComposing) return false;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
      event.preventDefault();
      // Up from no option is the last one.
      point((Math.max(active, step < 0 ? 0 : -1) + step + keys.length) % keys.length);
      return true;
    },
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': keys.length > 0,
      'aria-controls': id,
      ...(active >= 0 && { 'aria-activedescendant': optionId(active) }),
      autoComplete: 'off',
      spellCheck: false,
    } as const,
    list: { id, ref: list },
    optionId,
  };
}

export type Listbox = ReturnType<typeof useListbox>;

interface OptionProps extends ComponentProps<'div'> {
  of: Listbox;
  index: number;
  onChoose: () => void;
}

export function Option({ of, index, className, onChoose, ...rest }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which owns this list.
    // biome-ignore lint/a11y/useFocusableInteractive: the same: aria-activedescendant points here.
    <div
      {...rest}
      id={of.optionId(index)}
      role="option"
      aria-selected={index === of.active}
      className={classNames(styles.option, className)}
      // Ignores a list that opens under a resting pointer.
      onPointerMove={({ nativeEvent: { movementX, movementY } }) =>
        (movementX !== 0 || movementY !== 0) && of.point(index)
      }
      onClick={onChoose}
    />
  );
}
