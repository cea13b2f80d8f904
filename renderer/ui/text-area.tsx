import { type TextareaHTMLAttributes, useId } from 'react';
import fieldStyles from './field.module.css';
import inputStyles from './input.module.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
}

/** A text area that grows with its content. */
export function TextArea({ label, ...native }: Props) {
  const id = useId();
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className={inputStyles.input} {...native} />
    </div>
  );
}
