export { handlers } from './commands.ts';
export { directoryForParser } from './create-tasks.ts';
export { type CreatedNotifications, createCreatedNotifications, isRejection } from './created-notification.ts';
export { addToInbox, moveFromInbox } from './inbox.ts';
export { isKeptReady } from './keep-ready.ts';
export { createQuickAdd, type QuickAddService } from './quick-add-service.ts';
