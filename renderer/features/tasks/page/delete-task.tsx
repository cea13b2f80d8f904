import { useRef, useState } from 'react';
import { isSameTask } from '../../../../shared/accounts.ts';
import type { TaskPageView } from '../../../../shared/contract/index.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { closePage } from '../../../state/navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { missingPermissionReason } from './property.tsx';
import styles from './task-page.module.css';
import { timeLost } from './time-sums.ts';

/** Deletes the task after a confirmation that states the tracked time. */
export function Delete({ taskPage }: { taskPage: TaskPageView }) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { id: taskId, identifier } = taskPage.task;
  const isRunning = useAppState(({ time: { running } }) => running !== null && isSameTask(running.task, taskPage.task));
  const disabledReason = missingPermissionReason(taskPage, 'task:delete');
  const question = () => {
    const { ask } = taskPageMessages.delete;
    const { own, ownMs, others } = timeLost(taskPage.entries ?? []);
    return [
      ask.question({ task: identifier }),
      isRunning && ask.running,
      taskPage.entries === null && ask.unknown,
      own > 0 && ask.own({ entries: own, time: hoursMinutes(ownMs) }),
      others > 0 && ask.others({ entries: others }),
    ]
      .filter(Boolean)
      .join(' ');
  };
  return (
    <div className={styles.deletion}>
      <Button
        small
        kind="quiet"
        danger
        aria-keyshortcuts="Delete"
        ref={button}
        aria-disabled={disabledReason !== undefined}
        title={disabledReason}
        disabled={asking}
        onClick={() => disabledReason === undefined && setAsking(true)}
      >
        {taskPageMessages.delete.open}
      </Button>
      {asking && (
        <Confirm
          question={question()}
          yes={taskPageMessages.delete.yes}
          from={button}
          onYes={() =>
            void send('tasks.change', { changes: [{ taskId, isDeleted: true }] }).then((isDone) =>
              isDone ? closePage() : setAsking(false),
            )
          }
          onNo={() => setAsking(false)}
        />
      )}
    </div>
  );
}
