import { type TextareaHTMLAttributes, useId } from 'react';
import './field.css';
import './input.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
}

/** A field of several lines, which grows with what is in it. */
export function TextArea({ label, ...native }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className="in" {...native} />
    </div>
  );
}
