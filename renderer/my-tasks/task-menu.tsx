/** The menu of a row; apart because it is loaded when one opens first. */
import type { TaskView } from '../../electron/bridge/contract.ts';
import { deleteEntry } from '../board/delete-entry.tsx';
import { PopMenu } from '../board/pop-menu.tsx';
import { openPage, tell, useTold } from '../store.ts';
import { useMayNotTrack } from '../timer/may-not-track.ts';
import { boardWords } from '../words/board-words.ts';
import { words } from '../words/index.ts';
import { oneLine } from '../words/text.ts';

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
