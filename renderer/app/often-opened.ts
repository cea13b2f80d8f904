/** The views that people open most, in one chunk: a file of its own for each would load more slowly. */
// Not needed before there is a toast.
import './own-toasts.ts';

export { default as Board } from '../features/board/board.tsx';
export { default as TaskPage } from '../features/tasks/page/task-page.tsx';
export { default as Time } from '../features/time/time.tsx';
export { default as TimesheetTab } from '../features/time/timesheet-tab.tsx';
export { default as Week } from '../features/time/week-column.tsx';
export { default as Settings } from './settings-page.tsx';
