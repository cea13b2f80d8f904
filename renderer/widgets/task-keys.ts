/** The keys of a task's commands, on its row, card and page and in the palette. */
import { pressedKeys } from '../ui/keys.ts';

export const TASK_KEYS = {
  timer: 'S',
  addTime: 'Shift+S',
  moveTimer: 'Alt+Enter',
  status: 'M',
  priority: 'P',
  due: 'D',
  assignee: 'A',
  labels: 'L',
  title: 'E',
  comment: 'C',
  copyLink: 'CommandOrControl+Shift+C',
  copyIdentifier: 'CommandOrControl+C',
  browser: 'CommandOrControl+O',
  delete: 'Delete',
} as const;

const ALL: ReadonlySet<string> = new Set(Object.values(TASK_KEYS));

/** The keys of a command that were pressed; selected text keeps its own key for copying. */
export function pressedTaskKeys(event: KeyboardEvent | React.KeyboardEvent): string | undefined {
  const keys = pressedKeys(event);
  const copiesText = keys === TASK_KEYS.copyIdentifier && getSelection()?.isCollapsed === false;
  return ALL.has(keys) && !event.repeat && !copiesText ? keys : undefined;
}
