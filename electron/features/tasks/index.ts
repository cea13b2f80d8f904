export { type AffectedData, affectedByEvent, affectedByWrite, taskOfWrite } from './affected-data.ts';
export {
  applyPendingToCard,
  applyPendingToList,
  applyPendingToWatchedTask,
  type PendingChange,
  type PendingChanges,
  pendingChanges,
} from './apply-pending.ts';
export { type AssignedTasksReader, createAssignedTasksReader, storedAssignedTasks } from './assigned-tasks.ts';
export { handlers } from './commands.ts';
export { createRefreshAffected, type FoundTask, type RefreshAffected } from './refresh-affected.ts';
export type { TaskChanges } from './task-changes.ts';
export { CreatedTask, TASK_CREATE, TaskCreatePayload } from './task-create-write.ts';
export type { CreateOptions, Creation } from './task-creation.ts';
