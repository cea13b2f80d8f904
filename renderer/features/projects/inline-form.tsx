import type { FormEvent, ReactNode } from 'react';
import formSectionStyles from '../../ui/form-section.module.css';

interface Props {
  onSubmit: () => void;
  onLeave: () => void;
  children: ReactNode;
}

/** A form in place of the value that it edits. Escape closes only the form. */
export function InlineForm({ onSubmit, onLeave, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      className={formSectionStyles.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onLeave();
      }}
    >
      {children}
    </form>
  );
}
