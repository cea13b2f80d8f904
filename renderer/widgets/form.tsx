import type { FormEvent, ReactNode } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import formSectionStyles from '../ui/form-section.module.css';
import { useBusy } from './read-section.tsx';

interface Props {
  /** The text of the button. */
  submit: string;
  kind?: 'primary' | 'secondary';
  /** False while something is missing. */
  isReady?: boolean;
  disabledReason?: string | undefined;
  className?: string | undefined;
  onSubmit: () => Promise<unknown> | unknown;
  /** With a Cancel button; Escape closes only the form. */
  onLeave?: () => void;
  /** Shown below the buttons. */
  result?: ReactNode;
  children: ReactNode;
}

/** Fields with the button that sends them, once at a time. */
export function Form(props: Props) {
  const { submit, kind = 'primary', isReady = true, disabledReason, className, onSubmit, onLeave, result } = props;
  const [busy, send] = useBusy(onSubmit);
  const canSubmit = isReady && disabledReason === undefined;
  return (
    <form
      className={classNames(formSectionStyles.form, className)}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (canSubmit) void send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onLeave === undefined) return;
        event.stopPropagation();
        onLeave();
      }}
    >
      {props.children}
      <div className={formSectionStyles.actions}>
        {disabledReason !== undefined && <span className="meta faint grow">{disabledReason}</span>}
        {onLeave && <Button onClick={onLeave}>{messages.cancel}</Button>}
        <Button kind={kind} type="submit" disabled={busy || !canSubmit}>
          {submit}
        </Button>
      </div>
      {result}
    </form>
  );
}
