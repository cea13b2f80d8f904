export {
  applyPendingToCard,
  applyPendingToWatchedTask,
  type PendingChanges,
  pendingChanges,
} from './apply-pending.ts';
export { handlers } from './commands.ts';
export { createLiveUpdates } from './live-updates.ts';
export { createPeoplePictures } from './people-pictures.ts';
export type { FoundTask } from './refresh-affected.ts';
export { createdTaskOf, newTaskOf, TASK_CREATE } from './task-create-write.ts';
export type { CreateOptions, Creation, CreationTarget } from './task-creation.ts';
export { VALUE_FIELDS } from './task-field-writes.ts';
export type { PendingChange } from './task-write.ts';
export { createTasks, type TasksService } from './tasks-service.ts';
export { writeKinds } from './write-kinds.ts';
