export { handlers } from './commands.ts';
export { type CreatedNotifications, createCreatedNotifications, isRejection } from './created-notification.ts';
export { addToInbox, takeFromInbox } from './inbox.ts';
export { directoryForParser } from './quick-add-service.ts';
export { createQuickAdd, type QuickAddService } from './service.ts';
