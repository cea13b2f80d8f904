import type { AppErrorView } from '../../../shared/contract/index.ts';
import { entryMessages } from '../../../shared/i18n/generated/entry.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { ReopenWeek } from '../../widgets/command-error.tsx';
import type { Confirmed } from './save-entry.ts';

interface Props {
  error: AppErrorView;
  keep: (confirmed: Confirmed) => void;
  correct: () => void;
  correctText?: string;
}

/** Main asks about a closed week last, so a long entry is confirmed by then. */
const CONFIRMED: Record<NonNullable<AppErrorView['confirmedBy']>, Confirmed> = {
  allowLong: { allowLong: true },
  allowClosed: { allowLong: true, allowClosed: true },
};

/** The times are invalid, or main asks for confirmation. */
export function EntryError({ error, keep, correct, correctText = entryMessages.correct }: Props) {
  const { confirmedBy = 'allowLong', weekStart } = error;
  return (
    <ErrorBox error={error} urgent>
      {error.kind === 'needs-confirmation' && (
        <>
          <Button small kind="primary" onClick={() => keep(CONFIRMED[confirmedBy])}>
            {confirmedBy === 'allowClosed' ? messages.entry.changeClosed : messages.entry.keepLong}
          </Button>
          <ReopenWeek weekStart={weekStart} then={() => keep(CONFIRMED.allowLong)} />
          <Button small kind="quiet" onClick={correct}>
            {correctText}
          </Button>
        </>
      )}
    </ErrorBox>
  );
}
