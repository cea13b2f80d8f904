export { handlers } from './commands.ts';
export { type CreateTasks, targetOf } from './create-tasks.ts';
export { createCreatedNotifications, isRejection } from './created-notification.ts';
export { takeDropped } from './dropped-tasks.ts';
export { createQuickAdd } from './quick-add-service.ts';
