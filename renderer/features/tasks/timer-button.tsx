import { messages } from '../../../shared/i18n/generated/window.ts';
import { toggleTimer, useAppState, useTimerBlockedReason } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { PlayMark, StopMark } from '../../ui/marks.tsx';

/** Starts or stops the task's timer. `autoFocus`: it takes the focus when its page opens. */
export function TimerButton({ taskId, autoFocus }: { taskId: string; autoFocus: boolean }) {
  const live = useAppState((state) => state.time.running?.task.taskId === taskId);
  const blockedReason = useTimerBlockedReason();
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
        if (disabledReason === undefined) toggleTimer(taskId, live);
      }}
    >
      {live ? <StopMark /> : <PlayMark />}
      {live ? messages.timerButton.stop : messages.timerButton.start}
    </Button>
  );
}
