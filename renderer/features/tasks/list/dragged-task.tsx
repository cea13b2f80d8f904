/** The dragged task, at the pointer. Loaded when a row is dragged. */
import type { TaskView } from '../../../../shared/contract/index.ts';
import { taskListMessages } from '../../../../shared/i18n/generated/task-list.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { useTaskDrag } from '../../../state/task-drag.ts';
import { PriorityMark } from '../../../ui/marks.tsx';
import styles from './dragged-task.module.css';

/** Width of the row at the pointer (px). */
const WIDTH = 288;

/** `others`: how many go along. */
export default function DraggedTask({ task, others }: { task: TaskView; others: number }) {
  const x = useTaskDrag((drag) => drag.x);
  const y = useTaskDrag((drag) => drag.y);
  return (
    <div
      className={styles.dragged}
      style={{ translate: `${Math.min(x, innerWidth - WIDTH)}px ${y}px`, width: WIDTH }}
      aria-hidden="true"
    >
      <PriorityMark priority={task.priority} />
      <span className="truncate">{task.title || messages.tasks.untitled}</span>
      <span className={styles.details}>
        <span className="identifier">{task.identifier}</span> <bdi>{task.projectName}</bdi>
        {others > 0 && <b className={styles.others}>{taskListMessages.drop.more({ count: others })}</b>}
      </span>
    </div>
  );
}
