import choiceStyles from './choice.module.css';
import { CheckIcon, Icon } from './icons.tsx';

interface Props {
  label: string;
  options: { value: number; label: string; long: string }[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

export function CheckboxGroup({ label, options, chosen, onChange }: Props) {
  return (
    <fieldset className={choiceStyles.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => {
        const on = chosen.includes(option.value);
        const without = chosen.filter((value) => value !== option.value);
        return (
          <label key={option.value}>
            <input
              type="checkbox"
              className="visually-hidden"
              aria-label={option.long}
              checked={on}
              onChange={() => onChange(on ? without : [...without, option.value])}
            />
            {on && <Icon of={CheckIcon} size={12} />}
            {option.label}
          </label>
        );
      })}
    </fieldset>
  );
}
