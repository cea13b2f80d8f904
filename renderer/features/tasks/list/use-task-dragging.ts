import { type RefObject, useEffect, useRef } from 'react';
import { taskKey } from '../../../../shared/accounts.ts';
import type { TaskView } from '../../../../shared/contract/index.ts';
import type { DueGroup } from '../../../../shared/tasks/due-date.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { aimAtGroup, dropTask, leaveTask, moveTask, type TargetGroup, useTaskDrag } from '../../../state/task-drag.ts';
import { edgeScroll } from '../../../ui/edge-scroll.ts';
import { useWindowKeys } from '../../../ui/use-window-keys.ts';

const DRAG_FROM_PX = 4;

interface Pressed {
  task: TaskView;
  group: string | undefined;
  x: number;
  y: number;
}

/**
 * Handlers of a list whose rows can be dragged onto the day, if it is on screen, or onto another group. Escape puts the row back.
 */
export function useTaskDragging(
  list: RefObject<HTMLElement | null>,
  tasks: readonly TaskView[],
  onDrop: (task: TaskView, group: TargetGroup) => void,
) {
  const pressed = useRef<Pressed | null>(null);
  const isDragging = useTaskDrag((drag) => drag.task !== null);
  const leave = () => {
    pressed.current = null;
    leaveTask();
  };
  useWindowKeys(
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    },
    { isOn: isDragging, isFirst: true },
  );
  useEffect(() => {
    if (!isDragging) return;
    let frame = 0;
    const scrollAtEdges = () => {
      const { x, y } = useTaskDrag.getState();
      const scroller = list.current?.parentElement;
      const area = scroller?.getBoundingClientRect();
      if (scroller && area && x >= area.left && x < area.right) scroller.scrollTop += edgeScroll(y, area);
      frame = requestAnimationFrame(scrollAtEdges);
    };
    scrollAtEdges();
    return () => cancelAnimationFrame(frame);
  }, [isDragging, list]);
  return {
    onPointerDown(event: React.PointerEvent) {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-task-id]');
      const task = tasks.find((one) => taskKey(one) === row?.dataset.taskId);
      // A finger scrolls the list.
      const canDrag = event.button === 0 && event.pointerType !== 'touch';
      const group = row?.closest<HTMLElement>('[data-group]')?.dataset.group;
      pressed.current = canDrag && task ? { task, group, x: event.clientX, y: event.clientY } : null;
    },
    onPointerMove(event: React.PointerEvent) {
      if (pressed.current === null) return;
      // Released outside the window (no pointerup).
      if (event.buttons === 0) return leave();
      const { task, group, x, y } = pressed.current;
      if (useTaskDrag.getState().task === null) {
        if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG_FROM_PX) return;
        // The row gets no click then.
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      moveTask(taskRef(task), event);
      const over = groupAt(event);
      aimAtGroup(over === group || over === 'overdue' ? null : over);
    },
    onPointerUp() {
      const { task } = pressed.current ?? {};
      const { group } = useTaskDrag.getState();
      if (task !== undefined && group !== null) {
        leave();
        onDrop(task, group);
        return;
      }
      pressed.current = null;
      void dropTask();
    },
    onPointerCancel: leave,
    onLostPointerCapture: leave,
  };
}

/** The group in sight under the pointer. */
function groupAt({ clientX, clientY }: React.PointerEvent): DueGroup | null {
  const group = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-group]');
  return (group?.dataset.group as DueGroup | undefined) ?? null;
}
