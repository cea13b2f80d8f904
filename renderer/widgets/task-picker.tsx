import { useEffect, useRef } from 'react';
import type { TaskRef } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import taskComboboxStyles from './task-combobox.module.css';
import { TaskCombobox } from './task-combobox.tsx';

interface Props {
  exclude: string | null;
  onChoose: (task: TaskRef) => void;
  /** Called when the field is left without a choice. */
  onLeave?: () => void;
}

/** A task combobox within a form: it takes the focus, and its list pushes the following content down. */
export function TaskPicker(props: Props) {
  const picker = useRef<HTMLDivElement>(null);
  // At the end of a list or in a low window the options would open out of sight.
  useEffect(() => picker.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div className={taskComboboxStyles.picker} ref={picker}>
      <TaskCombobox label={messages.entry.search} eager {...props} />
    </div>
  );
}
