import type { TaskRef } from '../../electron/bridge/contract.ts';
import { words } from '../words/index.ts';
import { TaskCombobox } from './task-combobox.tsx';

interface Props {
  exclude: string | null;
  onChoose: (task: TaskRef) => void;
  onLeave: () => void;
}

/** The search within a form: it takes the focus, and its tasks unfold below it instead of over what follows. */
export function TaskPicker(props: Props) {
  return (
    <div className="picker">
      <TaskCombobox label={words.entry.search} eager {...props} />
    </div>
  );
}
