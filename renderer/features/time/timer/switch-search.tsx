import { useState } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { setSwitching } from '../../../state/navigation.ts';
import { closeToward } from '../../../ui/use-in-place.ts';
import { TaskCombobox } from '../../../widgets/task-combobox.tsx';

/** The title of the running timer, which is drawn after the search. */
const title = {
  get current() {
    return document.querySelector<HTMLElement>('[data-drags-window] button');
  },
};

/** "Switch to…", in the place of the running timer. */
export default function SwitchSearch() {
  const runningTask = useAppState((state) => state.time.running?.task ?? null);
  // What the shortcut was pressed on; a menu is gone by the end, and then the timer's title gets the focus.
  const [cameFrom] = useState(() => document.activeElement);
  return (
    <TaskCombobox
      label={messages.timer.switchTo}
      exclude={runningTask}
      eager
      starts
      onChoose={({ taskId, accountId }) => void send('timer.start', { taskId, accountId })}
      onLeave={(hasFocus) => closeToward(hasFocus, () => setSwitching(false), cameFrom, title)}
    />
  );
}
