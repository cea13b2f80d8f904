import { isSameTask } from '../../../shared/accounts.ts';
import type { TaskView } from '../../../shared/contract/index.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { toggleTimer, useAppState, useTimerBlockedReason } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { PlayMark, StopMark } from '../../ui/marks.tsx';

/** Starts or stops the task's timer. `autoFocus`: it takes the focus when its page opens. */
export function TimerButton({ task, autoFocus }: { task: TaskView; autoFocus: boolean }) {
  const live = useAppState(({ time: { running } }) => running !== null && isSameTask(running.task, task));
  const blockedReason = useTimerBlockedReason(task.accountId);
  const disabledReason = live ? undefined : blockedReason;
  return (
    <Button
      small
      kind={live || disabledReason !== undefined ? 'secondary' : 'primary'}
      autoFocus={autoFocus}
      aria-keyshortcuts="S"
      aria-disabled={disabledReason !== undefined}
      title={disabledReason}
      onClick={() => {
        if (disabledReason === undefined) toggleTimer(task, live);
      }}
    >
      {live ? <StopMark /> : <PlayMark />}
      {live ? messages.timerButton.stop : messages.timerButton.start}
    </Button>
  );
}
