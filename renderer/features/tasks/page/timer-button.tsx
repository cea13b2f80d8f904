import type { TaskDetails } from '../../../../shared/contract/index.ts';
import { detailWords } from '../../../../shared/i18n/task-page-messages.ts';
import { tell, useTold } from '../../../app/state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { PlayMark, StopMark } from '../../../ui/marks.tsx';
import { lacking } from './property.tsx';

export function TimerButton({ taskId, details }: { taskId: string; details: TaskDetails | null }) {
  const live = useTold((state) => state.time.running?.task.taskId === taskId);
  const why = live || details === null ? undefined : lacking(details, 'task:update');
  return (
    <Button
      small
      kind={live || why !== undefined ? 'secondary' : 'primary'}
      autoFocus
      aria-disabled={why !== undefined}
      title={why}
      onClick={() => {
        if (why === undefined) void (live ? tell('timer.stop', {}) : tell('timer.start', { taskId }));
      }}
    >
      {live ? <StopMark /> : <PlayMark />}
      {live ? detailWords.stop : detailWords.start}
    </Button>
  );
}
