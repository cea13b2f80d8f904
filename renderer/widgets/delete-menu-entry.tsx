import { boardMessages } from '../../shared/i18n/generated/board.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { send } from '../state/store.ts';
import { type MenuEntry, MenuNote } from '../ui/menu-pages.tsx';

/** Asks for confirmation. The safe answer comes first and has the focus. */
export function deleteEntry(
  task: { id: string; identifier: string },
  live: boolean,
  missingPermissions: readonly string[],
): MenuEntry {
  const { open, yes, ask } = taskPageMessages.delete;
  return {
    key: 'delete',
    label: open,
    danger: true,
    apart: true,
    disabledReason: missingPermissions.includes('task:delete')
      ? boardMessages.needs({ permission: 'task:delete' })
      : undefined,
    more: () => ({
      content: (
        <MenuNote>{[ask.question({ task: task.identifier }), live && ask.running].filter(Boolean).join(' ')}</MenuNote>
      ),
      entries: [
        { key: 'no', label: messages.cancel },
        { key: 'yes', label: yes, danger: true, onChoose: () => void send('tasks.delete', { taskId: task.id }) },
      ],
    }),
  };
}
