import type { TaskDetails } from '../../../../shared/contract/index.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { send, useAppState } from '../../../app/state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { PlayMark, StopMark } from '../../../ui/marks.tsx';
import { missingPermissionReason } from './property.tsx';

export function TimerButton({ taskId, details }: { taskId: string; details: TaskDetails | null }) {
  const live = useAppState((state) => state.time.running?.task.taskId === taskId);
  const disabledReason = live || details === null ? undefined : missingPermissionReason(details, 'task:update');
  return (
    <Button
      small
      kind={live || disabledReason !== undefined ? 'secondary' : 'primary'}
      autoFocus
      aria-disabled={disabledReason !== undefined}
      title={disabledReason}
      onClick={() => {
        if (disabledReason === undefined) void (live ? send('timer.stop', {}) : send('timer.start', { taskId }));
      }}
    >
      {live ? <StopMark /> : <PlayMark />}
      {live ? taskPageMessages.stop : taskPageMessages.start}
    </Button>
  );
}
