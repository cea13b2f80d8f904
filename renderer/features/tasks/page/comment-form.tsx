import { type FormEvent, type ReactNode, useId, useRef } from 'react';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { Button } from '../../../ui/button.tsx';
import inputStyles from '../../../ui/input.module.css';
import styles from './history.module.css';
import { useMentions } from './use-mentions.tsx';

interface Props {
  taskId: string;
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Called with trimmed, valid text, with mentions as the service has them. */
  onSend: (text: string) => void;
  /** For editing an existing comment: the field takes the focus, and Escape cancels if nothing has changed. */
  onCancel?: () => void;
  isChanged?: boolean;
  send: string;
}

/** A comment form. Ctrl+Enter sends, "@" offers people. */
export function CommentForm(props: Props): ReactNode {
  const { taskId, label, text, onText, onSend, onCancel, isChanged = false, send } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions({ taskId, text, onText, field });
  const trimmed = mentions.encoded;
  // Too long text is not cut off but cannot be sent.
  const isTooLong = trimmed.length > LENGTHS.comment;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed !== '' && !isTooLong) onSend(trimmed);
  };
  return (
    <form className={styles.commentForm} onSubmit={submit}>
      {mentions.list}
      <textarea
        {...mentions.field}
        ref={field}
        className={inputStyles.input}
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts={onCancel ? undefined : 'C'}
        dir="auto"
        rows={1}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? id : undefined}
        // biome-ignore lint/a11y/noAutofocus: the user just opened it.
        autoFocus={onCancel !== undefined}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          if (event.key !== 'Escape' || onCancel === undefined) return;
          // Escape must not close the page as well.
          event.preventDefault();
          event.stopPropagation();
          if (!isChanged) onCancel();
        }}
      />
      {isTooLong && (
        <p className={styles.commentTooLong} id={id} role="alert">
          {taskPageMessages.history.tooLong({ most: LENGTHS.comment, has: trimmed.length })}
        </p>
      )}
      {(text !== '' || onCancel) && (
        <div className={styles.commentActions}>
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
