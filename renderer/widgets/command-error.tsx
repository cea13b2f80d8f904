import { messages } from '../../shared/i18n/generated/window.ts';
import { send } from '../state/main-process.ts';
import { dismissError, useNotices } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';

/** The error of the last command, shown until the next command succeeds or it is dismissed. A question can be answered with yes. */
export function CommandError() {
  const error = useNotices(({ error }) => error);
  if (error === null) return null;
  const { confirm, confirmedBy, weekStart } = error;
  return (
    <ErrorBox error={error} urgent onHide={dismissError}>
      {confirm && (
        <>
          <Button small kind="primary" onClick={confirm}>
            {confirmedBy === 'allowClosed' ? messages.entry.changeClosed : messages.entry.keepLong}
          </Button>
          <ReopenWeek weekStart={weekStart} then={confirm} />
        </>
      )}
    </ErrorBox>
  );
}

/** Opens the closed week that a question is about, then does what was asked. */
export function ReopenWeek({ weekStart, then }: { weekStart: string | undefined; then: () => void }) {
  if (weekStart === undefined) return null;
  const reopen = async () => {
    if (await send('week.reopen', { weekStart })) then();
  };
  return (
    <Button small onClick={() => void reopen()}>
      {messages.entry.reopenWeek}
    </Button>
  );
}
