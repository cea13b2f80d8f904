/** Radio groups: a choice of settings, and a segmented control. */
import { type ReactNode, type Ref, useId } from 'react';
import choiceStyles from './choice.module.css';
import { CheckIcon, Icon } from './icons.tsx';
import segmentsStyles from './segments.module.css';

interface RadioGroupProps<V extends string | number> {
  label: string;
  options: { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  ref?: Ref<HTMLFieldSetElement>;
}

interface Props<V extends string | number> extends RadioGroupProps<V> {
  className: string | undefined;
  /** Shown before the chosen option. */
  mark?: ReactNode;
}

/** Native radio buttons, whose look the class defines. */
function RadioGroup<V extends string | number>({ label, options, value, onChange, ref, className, mark }: Props<V>) {
  const name = useId();
  return (
    <fieldset className={className} ref={ref}>
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

/** A radio group of settings. The chosen one has a check mark, not only a colour. */
export function Choice<V extends string | number>(props: RadioGroupProps<V>) {
  return <RadioGroup {...props} className={choiceStyles.choice} mark={<Icon of={CheckIcon} size={12} />} />;
}

/** A segmented control for two or three views. */
export function Segments<V extends string>(props: RadioGroupProps<V>) {
  return <RadioGroup {...props} className={segmentsStyles.segments} />;
}
