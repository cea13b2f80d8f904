import type { ReactNode } from 'react';
import { LENGTHS } from '../../../../shared/limits.ts';
import { Option, useListbox } from '../../../ui/listbox.tsx';
import menuStyles from '../../../ui/menu.module.css';
import { TextInput } from '../../../ui/text-input.tsx';
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

/** A combobox for popovers. Enter chooses the active option. */
export function Combobox({ label, query, onQuery, options, none, onChoose }: Props) {
  const listbox = useListbox(
    options.map(({ key }) => key),
    query,
  );
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (listbox.move(event) || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (listbox.active >= 0) onChoose(listbox.active);
  };
  return (
    <div className={styles.combobox}>
      <TextInput
        {...listbox.field}
        className={menuStyles.search}
        label={label}
        placeholder={label}
        maxLength={LENGTHS.labelName}
        dir="auto"
        value={query}
        onChange={onQuery}
        onKeyDown={onKeyDown}
      />
      <div {...listbox.list} role="listbox" aria-label={label} className="scroll-inside">
        {options.map(({ key, content }, index) => (
          <Option key={key} of={listbox} index={index} className={styles.option} onChoose={() => onChoose(index)}>
            {content}
          </Option>
        ))}
      </div>
      {options.length === 0 && none !== '' && (
        <p className={menuStyles.note} role="status">
          {none}
        </p>
      )}
    </div>
  );
}
