import { messages } from '../../../../shared/i18n/generated/window.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { setSwitching } from '../../../state/navigation.ts';
import { TaskCombobox } from '../../../widgets/task-combobox.tsx';

/** "Start a timer…", or "Switch to…" while one is running. */
export function TaskSearch({ switching }: { switching: boolean }) {
  const runningTaskId = useAppState((state) => state.time.running?.task.taskId ?? null);
  return (
    <TaskCombobox
      key={switching ? 'switch' : 'start'}
      label={switching ? messages.timer.switchTo : messages.timer.start}
      exclude={runningTaskId}
      eager={switching}
      starts
      onChoose={({ taskId }) => {
        if (switching) setSwitching(false);
        void send('timer.start', { taskId });
      }}
      {...(switching && { onLeave: () => setSwitching(false) })}
    />
  );
}
