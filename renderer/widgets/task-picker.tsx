import { type ComponentProps, useEffect, useRef } from 'react';
import { messages } from '../../shared/i18n/generated/window.ts';
import styles from './task-combobox.module.css';
import { TaskCombobox } from './task-combobox.tsx';

type Props = Pick<ComponentProps<typeof TaskCombobox>, 'exclude' | 'initial' | 'onChoose' | 'onLeave'> & {
  /** What the task is for, if the form does not say it. */
  label?: string | undefined;
};

/** A task combobox within a form: it takes the focus, and its list pushes the following content down. */
export function TaskPicker({ label = messages.entry.search, ...props }: Props) {
  const picker = useRef<HTMLDivElement>(null);
  // At the end of a list or in a low window the options would open out of sight.
  useEffect(() => picker.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div className={styles.picker} ref={picker}>
      <TaskCombobox label={label} eager {...props} />
    </div>
  );
}
