/** The menu of a row, loaded when it first opens. */
import type { TaskView } from '../../../../shared/contract/index.ts';
import { boardMessages } from '../../../../shared/i18n/generated/board.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { dayBounds, localDay, pieces, type Span } from '../../../../shared/time/day.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { suggestTimes } from '../../../../shared/time/suggest-times.ts';
import { deleteEntry } from '../../../app/state/delete-menu-entry.tsx';
import { addTime, openPage, send, useApp, useAppState, useTimerBlockedReason } from '../../../app/state/store.ts';
import { PopMenu } from '../../../ui/pop-menu.tsx';

/** As in the Time tab: since the last entry of today. */
function suggestedTimes(): Span {
  const time = useApp.getState().state?.time;
  const now = Date.now();
  const bounds = dayBounds(localDay(now));
  return suggestTimes(pieces(time?.today ?? [], bounds, now), bounds, now);
}

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
            onChoose: () => openPage({ name: 'details', taskId: task.id }),
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
