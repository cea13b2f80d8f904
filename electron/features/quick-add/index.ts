export { handlers } from './commands.ts';
export { addToInbox, takeFromInbox } from './inbox.ts';
export { type CreateTasks, createQuickAddService, directoryForParser } from './quick-add-service.ts';
