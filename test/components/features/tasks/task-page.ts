/** The page of a task in the main window. */
import { screen } from '@testing-library/react';
import type { State, TaskPageView, TaskView } from '../../../../shared/contract/index.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import type { FakeBridge } from '../../bridge.ts';
import { openWindow, type Window } from '../../render.tsx';
import { tasksOf } from '../../state.ts';

export const TASK = taskView('PAY-1', { title: 'Refund fails', statusName: 'To do' });

export function pageOf(changes: Partial<TaskPageView> = {}): TaskPageView {
  return {
    task: { ...TASK, startDate: null },
    createdAt: '2026-03-02T09:00:00.000Z',
    description: { text: '', isWhole: true },
    assignee: null,
    labels: [],
    relations: [],
    links: [],
    entries: [],
    history: { items: [], earlier: 0, isWhole: true },
    places: [
      { slug: 'to-do', name: 'To do', isFinal: false },
      { slug: 'in-review', name: 'In review', isFinal: false },
      { slug: 'done', name: 'Done', isFinal: true },
      { slug: 'planned', name: 'Planned', isFinal: false },
    ],
    isDeleted: false,
    unsent: [],
    rejectedDescription: null,
    missingPermissions: [],
    ...changes,
  };
}

/** The page of a task that differs in these fields. */
export const pageOfTask = (task: Partial<TaskView>, changes: Partial<TaskPageView> = {}): TaskPageView =>
  pageOf({ ...changes, task: { ...TASK, startDate: null, ...task } });

/** Opens the task's page from its row. `taskPage`: null if it is not read yet. */
export async function openTask(
  taskPage: TaskPageView | null = pageOf(),
  state: Partial<State> = {},
  prepare?: (bridge: FakeBridge) => void,
): Promise<Window> {
  const { task } = taskPage ?? pageOf();
  const window = await openWindow({ tasks: tasksOf([task]), taskPage, ...state }, (bridge) => {
    bridge.answer('project.uploads', true);
    prepare?.(bridge);
  });
  await window.show({ view: 'taskPage', taskId: task.id, reminder: false });
  await screen.findByRole('region', { name: 'Task' });
  return window;
}

/** The button of a property, whose name includes its value. */
export const property = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${name}:`) });
