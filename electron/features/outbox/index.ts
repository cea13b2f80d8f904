export { handlers } from './commands.ts';
export { outboxView } from './outbox-view.ts';
export { undoChange } from './undo-answers.ts';
