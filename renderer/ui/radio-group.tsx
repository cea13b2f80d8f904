import { type ReactNode, useId } from 'react';

export interface RadioGroupProps<V extends string | number> {
  label: string;
  options: { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

interface Props<V extends string | number> extends RadioGroupProps<V> {
  className: string | undefined;
  /** Shown before the chosen option. */
  mark?: ReactNode;
}

/** Native radio buttons, whose look the class defines. */
export function RadioGroup<V extends string | number>({ label, options, value, onChange, className, mark }: Props<V>) {
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.value === value && mark}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
