export { handlers } from './commands.ts';
export { createCreatedNotifications, isRejection } from './created-notification.ts';
export { takeDropped } from './dropped-tasks.ts';
export { isKeptReady } from './keep-ready.ts';
export { createQuickAdd, type QuickAddService } from './quick-add-service.ts';
