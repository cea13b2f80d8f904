import { useEffect } from 'react';
import type { TaskView } from '../../../../shared/contract/index.ts';
import { usePublished } from '../../../state/main-process.ts';
import { useRequest } from '../../../state/requests.ts';
import { isTyping, pressedKeys } from '../../../ui/keys.ts';
import { pressedTaskKeys } from '../../../widgets/task-keys.ts';
import { runTaskKeys, taskEntries } from '../../../widgets/task-menu.tsx';

/** Presses the control of the page that names the keys as its shortcut: S the timer, M the status. */
function press(keys: string): boolean {
  const control = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${CSS.escape(keys)}"]`);
  if (isTyping(control)) control?.focus();
  else control?.click();
  return control !== null;
}

/** The keys of a task work on its page, by its controls, or else as in its menu. */
export function useTaskKeys(task: TaskView | undefined): void {
  useRequest('task-keys', press);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, repeat, defaultPrevented } = event;
      if (defaultPrevented || repeat || isTyping(target)) return;
      if (target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]')) return;
      if (press(pressedKeys(event))) return event.preventDefault();
      const keys = pressedTaskKeys(event);
      const { state } = usePublished.getState();
      if (keys === undefined || task === undefined || state === null) return;
      event.preventDefault();
      runTaskKeys(keys, taskEntries(task, state, { opensWith: null }), () => {});
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [task]);
}
