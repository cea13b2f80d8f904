import { type FormEvent, type ReactNode, useId } from 'react';
import { taskPageMessages } from '../../../../shared/i18n/task-page-messages.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { Button } from '../../../ui/button.tsx';
import inputStyles from '../../../ui/input.module.css';
import styles from './comment-form.module.css';

interface Props {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Called with text that can be sent. */
  onSend: (text: string) => void;
  /** For one that replaces what is there: it takes the focus, and Escape gives it up unless it is changed. */
  onCancel?: () => void;
  isChanged?: boolean;
  send: string;
}

/** Text of a comment. Ctrl+Enter sends it. */
export function CommentForm({ label, text, onText, onSend, onCancel, isChanged = false, send }: Props): ReactNode {
  const id = useId();
  const trimmed = text.trim();
  // Nothing is cut off: it stays until it is shorter.
  const isTooLong = trimmed.length > LENGTHS.comment;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed !== '' && !isTooLong) onSend(trimmed);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <textarea
        className={inputStyles.input}
        aria-label={label}
        placeholder={label}
        dir="auto"
        rows={1}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? id : undefined}
        // biome-ignore lint/a11y/noAutofocus: it was just asked for.
        autoFocus={onCancel !== undefined}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          if (event.key !== 'Escape' || onCancel === undefined) return;
          // It closes no page.
          event.preventDefault();
          event.stopPropagation();
          if (!isChanged) onCancel();
        }}
      />
      {isTooLong && (
        <p className={styles.tooLong} id={id} role="alert">
          {taskPageMessages.history.tooLong({ most: LENGTHS.comment, has: trimmed.length })}
        </p>
      )}
      {(text !== '' || onCancel) && (
        <div className={styles.actions}>
          <Button
            small
            kind="primary"
            type="submit"
            title={taskPageMessages.history.sendHint}
            aria-label={send}
            aria-disabled={trimmed === '' || isTooLong}
          >
            {send}
          </Button>
          {onCancel && (
            <Button small onClick={onCancel}>
              {taskPageMessages.history.cancel}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
