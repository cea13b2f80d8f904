import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { folded } from '../../../../shared/tasks/filter-tasks.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { CheckIcon } from '../../../ui/icons.ts';
import inputStyles from '../../../ui/input.module.css';
import { isTyping, moveInList } from '../../../ui/keys.ts';
import menuStyles from '../../../ui/menu.module.css';
import styles from './combobox.module.css';

export interface PickOption {
  key: string;
  label: string;
  mark?: ReactNode;
}

interface Props {
  label: string;
  options: readonly PickOption[];
  chosen: string;
  onChoose: (key: string) => void;
}

/** Lists with at least this many options get a search field. */
const MIN_SEARCHABLE = 9;

/** A list of options for a popover; long lists can be searched. */
export function OptionPicker({ label, options, chosen, onChoose }: Props) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const wanted = folded(query.trim());
  const shown = wanted === '' ? options : options.filter((option) => folded(option.label).includes(wanted));
  const isLong = options.length >= MIN_SEARCHABLE;

  useLayoutEffect(() => {
    const all = box.current;
    const first = all?.querySelector<HTMLElement>(isLong ? 'input' : '[aria-checked=true]');
    (first ?? all?.querySelector<HTMLElement>(`.${menuStyles.item}`))?.focus();
  }, [isLong]);

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${menuStyles.item}`)];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (isTyping(event.target)) {
      const to = { ArrowDown: all[0], ArrowUp: all.at(-1) }[event.key];
      if (to) {
        event.preventDefault();
        to.focus();
      } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && shown[0]) {
        event.preventDefault();
        onChoose(shown[0].key);
      }
      return;
    }
    if (event.key === 'ArrowUp' && at === 0 && isLong) {
      event.preventDefault();
      box.current?.querySelector('input')?.focus();
      return;
    }
    const to = moveInList(event, at, all.length);
    if (to === null) return;
    event.preventDefault();
    all[to]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the fields and buttons in it.
    <div ref={box} onKeyDown={onKeyDown}>
      {isLong && (
        <input
          className={classNames(inputStyles.input, styles.search)}
          aria-label={taskPageMessages.search}
          placeholder={taskPageMessages.search}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <div role="menu" aria-label={label}>
        {shown.map((option) => (
          <button
            key={option.key}
            type="button"
            role="menuitemradio"
            aria-checked={option.key === chosen}
            className={menuStyles.item}
            onClick={() => onChoose(option.key)}
          >
            {option.mark}
            <bdi className="truncate" title={option.label}>
              {option.label}
            </bdi>
            {option.key === chosen && <Icon of={CheckIcon} className={menuStyles.mark} />}
          </button>
        ))}
      </div>
      {shown.length === 0 && <p className={styles.noOption}>{taskPageMessages.nothingFound}</p>}
    </div>
  );
}
