import { useId } from 'react';
import { Icon } from './icon.tsx';
import { CheckIcon } from './icons.ts';
import './choice.css';

interface Props<V extends string | number> {
  label: string;
  options: { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** One of a few, all in sight. The chosen one has a check mark, not only colour. */
export function Choice<V extends string | number>({ label, options, value, onChange }: Props<V>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? 'on' : undefined}>
          <input
            type="radio"
            className="unseen"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.value === value && <Icon of={CheckIcon} size={12} />}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
