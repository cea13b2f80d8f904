/** The menu of a row, loaded when it first opens. */
import type { TaskView } from '../../../../shared/contract/index.ts';
import { boardMessages } from '../../../../shared/i18n/generated/board.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { addTime, openPage, send, useAppState, useTimerBlockedReason } from '../../../state/store.ts';
import { suggestedTimes } from '../../../state/suggested-times.ts';
import { useProjects } from '../../../state/use-projects.ts';
import { PopMenu } from '../../../ui/menu.tsx';
import { deleteEntry } from '../../../widgets/delete-menu-entry.tsx';
import { projectMenuEntry } from '../../../widgets/project-menu-entry.tsx';

interface Props {
  task: TaskView;
  at: DOMRect;
  onToggleTimer: (taskId: string, live: boolean) => void;
  onClose: () => void;
}

export default function TaskMenu({ task, at, onToggleTimer, onClose }: Props) {
  const live = useAppState((state) => state.time.running?.task.taskId === task.id);
  const missingPermissions = useAppState((state) => state.missingPermissions);
  const mayNotTrack = useTimerBlockedReason();
  const projects = useProjects();
  const mayNotChange = missingPermissions.includes('task:update')
    ? boardMessages.needs({ permission: 'task:update' })
    : undefined;
  return (
    <PopMenu
      label={boardMessages.cardMenu({ title: task.title || messages.tasks.untitled })}
      at={at}
      onClose={onClose}
      page={{
        entries: [
          {
            key: 'open',
            label: boardMessages.open,
            result: messages.status.keys.space,
            movesFocus: true,
            onChoose: () => openPage({ name: 'taskPage', taskId: task.id }),
          },
          {
            key: 'timer',
            label: live ? boardMessages.stopTimer : boardMessages.startTimer,
            result: boardMessages.keys.open,
            disabledReason: live ? undefined : mayNotTrack,
            onChoose: () => onToggleTimer(task.id, live),
          },
          {
            key: 'add-time',
            label: messages.tasks.addTime,
            disabledReason: mayNotTrack,
            movesFocus: true,
            onChoose: () => addTime(taskRef(task), suggestedTimes()),
          },
          projectMenuEntry(task, projects, mayNotChange),
          {
            key: 'browser',
            label: boardMessages.openInBrowser,
            onChoose: () => void send('tasks.open-in-browser', { taskId: task.id }),
          },
          deleteEntry(task, live, missingPermissions),
        ],
      }}
    />
  );
}
