import { messages } from '../../shared/i18n/generated/window.ts';
import { send } from '../state/main-process.ts';
import { Button } from '../ui/button.tsx';

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
