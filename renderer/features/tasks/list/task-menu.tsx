/** The menu of a row; apart because it is loaded when one opens first. */
import type { TaskView } from '../../../../shared/contract/index.ts';
import { boardWords } from '../../../../shared/i18n/board-messages.ts';
import { words } from '../../../../shared/i18n/window-messages.ts';
import { oneLine } from '../../../../shared/one-line.ts';
import { openPage, tell, useMayNotTrack, useTold } from '../../../app/state/store.ts';

import { deleteEntry } from '../../board/delete-menu-entry.tsx';
import { PopMenu } from '../../board/pop-menu.tsx';

interface Props {
  task: TaskView;
  at: DOMRect;
  onToggleTimer: (taskId: string, live: boolean) => void;
  onClose: () => void;
}

export default function TaskMenu({ task, at, onToggleTimer, onClose }: Props) {
  const live = useTold((state) => state.time.running?.task.taskId === task.id);
  const lacks = useTold((state) => state.lacks);
  const mayNotTrack = useMayNotTrack();
  return (
    <PopMenu
      label={boardWords.cardMenu(oneLine(task.title) || words.tasks.untitled)}
      at={at}
      onClose={onClose}
      page={{
        entries: [
          {
            key: 'open',
            label: boardWords.open,
            result: words.status.keys.space,
            movesFocus: true,
            onChoose: () => openPage({ name: 'details', taskId: task.id }),
          },
          {
            key: 'timer',
            label: live ? boardWords.stopTimer : boardWords.startTimer,
            result: boardWords.keys.open,
            why: live ? undefined : mayNotTrack,
            onChoose: () => onToggleTimer(task.id, live),
          },
          {
            key: 'browser',
            label: boardWords.openInBrowser,
            onChoose: () => void tell('tasks.open-in-browser', { taskId: task.id }),
          },
          deleteEntry(task, live, lacks),
        ],
      }}
    />
  );
}
