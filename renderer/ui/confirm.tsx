import { type RefObject, useEffect, useId, useRef } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import { Button } from './button.tsx';
import styles from './confirm.module.css';

interface ConfirmProps {
  question: string;
  yes: string;
  /** The element that gets the focus back. */
  from?: RefObject<HTMLElement | null>;
  onYes: () => void;
  onNo: () => void;
}

/** An inline confirmation; the safe answer has the focus. */
export function Confirm({ question, yes, from, onYes, onNo }: ConfirmProps) {
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  const leave = () => {
    onNo();
    // The button is disabled until this has unmounted.
    requestAnimationFrame(() => from?.current?.focus());
  };
  return (
    <div
      className={styles.confirm}
      role="alertdialog"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        leave();
      }}
    >
      <p id={id} dir="auto">
        {question}
      </p>
      <div className={styles.actions}>
        <Button small ref={no} onClick={leave}>
          {messages.cancel}
        </Button>
        <Button small danger onClick={onYes}>
          {yes}
        </Button>
      </div>
    </div>
  );
}
