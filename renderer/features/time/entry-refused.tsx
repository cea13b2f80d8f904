import type { AppErrorView } from '../../../shared/contract/index.ts';
import { messages } from '../../../shared/i18n/window-messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './entry-refused.module.css';

interface Props {
  error: AppErrorView;
  keep: () => void;
  correct: () => void;
}

/** What main says against times: a question that can be answered, or a rejection. */
export function EntryError({ error, keep, correct }: Props) {
  const asks = error.kind === 'needs-confirmation';
  return (
    <div className={styles.rejection} role="alert">
      <b>{error.title}</b> {error.explanation} {!asks && error.nextStep}
      {asks && (
        <div className={styles.actions}>
          <Button small kind="primary" onClick={keep}>
            {messages.entry.keepLong}
          </Button>
          <Button small kind="quiet" onClick={correct}>
            {messages.entry.correct}
          </Button>
        </div>
      )}
    </div>
  );
}
