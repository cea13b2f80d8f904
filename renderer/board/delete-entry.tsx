import { tell } from '../store.ts';
import { boardWords } from '../words/board-words.ts';
import { detailWords } from '../words/details-words.ts';
import { words } from '../words/index.ts';
import type { MenuEntry } from './pop-menu.tsx';

/** Asks before it deletes, as the task's page does; the safe answer comes first and has the focus. */
export function deleteEntry(
  task: { id: string; identifier: string },
  live: boolean,
  lacks: readonly string[],
): MenuEntry {
  const { open, yes, ask } = detailWords.delete;
  return {
    key: 'delete',
    label: open,
    danger: true,
    apart: true,
    why: lacks.includes('task:delete') ? boardWords.needs('task:delete') : undefined,
    more: () => ({
      says: (
        <p className="menu-says">{[ask.question(task.identifier), live && ask.running].filter(Boolean).join(' ')}</p>
      ),
      entries: [
        { key: 'no', label: words.cancel },
        { key: 'yes', label: yes, danger: true, onChoose: () => void tell('tasks.delete', { taskId: task.id }) },
      ],
    }),
  };
}
