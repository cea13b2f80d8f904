import { words } from '../../../../shared/i18n/window-messages.ts';
import { setSwitching, tell, useTold } from '../../../app/state/store.ts';
import { TaskCombobox } from '../../../app/state/task-combobox.tsx';

/** "Start a timer…", or over the running one "Switch to…". */
export function TaskSearch({ switching }: { switching: boolean }) {
  const runningTaskId = useTold((state) => state.time.running?.task.taskId ?? null);
  return (
    <TaskCombobox
      key={switching ? 'switch' : 'start'}
      label={switching ? words.timer.switchTo : words.timer.start}
      exclude={runningTaskId}
      eager={switching}
      starts
      onChoose={({ taskId }) => {
        if (switching) setSwitching(false);
        void tell('timer.start', { taskId });
      }}
      {...(switching && { onLeave: () => setSwitching(false) })}
    />
  );
}
