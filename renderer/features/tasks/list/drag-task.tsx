import { useEffect, useRef } from 'react';
import type { TaskView } from '../../../../shared/contract/index.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { dropTask, leaveTask, moveTask, useTaskDrag } from '../../../state/task-drag.ts';
import { PriorityMark } from '../../../ui/marks.tsx';
import styles from './drag-task.module.css';

const DRAG_FROM_PX = 4;
/** Width of the row at the pointer (px). */
const WIDTH = 288;

/** Handlers of a list whose rows can be dragged onto the day, as long as one is on screen. Escape puts the row back. */
export function useTaskDragging(tasks: readonly TaskView[]) {
  const pressed = useRef<{ task: TaskView; x: number; y: number } | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || useTaskDrag.getState().task === null) return;
      event.preventDefault();
      event.stopPropagation();
      pressed.current = null;
      leaveTask();
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, []);
  const leave = () => {
    pressed.current = null;
    leaveTask();
  };
  return {
    onPointerDown(event: React.PointerEvent) {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-task-id]');
      const task = tasks.find(({ id }) => id === row?.dataset.taskId);
      // A finger scrolls the list.
      const canDrag = event.button === 0 && event.pointerType !== 'touch' && useTaskDrag.getState().hasDay;
      pressed.current = canDrag && task ? { task, x: event.clientX, y: event.clientY } : null;
    },
    onPointerMove(event: React.PointerEvent) {
      if (pressed.current === null) return;
      // Released outside the window (no pointerup).
      if (event.buttons === 0) return leave();
      const { task, x, y } = pressed.current;
      if (useTaskDrag.getState().task === null) {
        if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG_FROM_PX) return;
        // The row gets no click then.
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      moveTask(taskRef(task), event);
    },
    onPointerUp() {
      pressed.current = null;
      void dropTask();
    },
    onPointerCancel: leave,
    onLostPointerCapture: leave,
  };
}

/** The dragged task, at the pointer. */
export function DraggedTask({ task }: { task: TaskView }) {
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
      </span>
    </div>
  );
}
