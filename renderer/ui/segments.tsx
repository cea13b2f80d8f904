import { useId } from 'react';
import './segments.css';

interface Props<V extends string> {
  label: string;
  options: { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** Two or three views of the same thing, side by side. */
export function Segments<V extends string>({ label, options, value, onChange }: Props<V>) {
  const name = useId();
  return (
    <fieldset className="seg">
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
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
