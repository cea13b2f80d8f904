import type { AppErrorView } from '../../../shared/contract/index.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';

interface Props {
  error: AppErrorView;
  keep: () => void;
  correct: () => void;
}

/** The times are invalid, or main asks for confirmation. */
export function EntryError({ error, keep, correct }: Props) {
  return (
    <ErrorBox error={error} urgent>
      {error.kind === 'needs-confirmation' && (
        <>
          <Button small kind="primary" onClick={keep}>
            {messages.entry.keepLong}
          </Button>
          <Button small kind="quiet" onClick={correct}>
            {messages.entry.correct}
          </Button>
        </>
      )}
    </ErrorBox>
  );
}
