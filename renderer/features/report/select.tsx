import { MenuButton } from '../../ui/menu.tsx';
import { Setting } from '../../ui/setting-row.tsx';
import styles from './report-page.module.css';

interface Props<V extends string> {
  name: string;
  description?: string | undefined;
  options: readonly { value: V; label: string; hint?: string }[];
  value: V;
  /** The text for the value; by default the label of its option. */
  text?: string;
  onChange: (value: V) => void;
}

/** A row whose button shows the chosen value and opens a menu of the others. */
export function SelectRow<V extends string>({ name, description, options, value, text, onChange }: Props<V>) {
  const shown = text ?? options.find((option) => option.value === value)?.label ?? '';
  const items = () =>
    options.map((option) => ({
      label: option.label,
      chosen: option.value === value,
      ...(option.hint !== undefined && { result: option.hint }),
      onChoose: () => onChange(option.value),
    }));
  return (
    <Setting name={name} description={description}>
      <MenuButton label={`${name}: ${shown}`} className={styles.select} entries={items}>
        <bdi className="truncate">{shown}</bdi>
      </MenuButton>
    </Setting>
  );
}
