export { handlers } from './commands.ts';
export { outboxView, unsentOfOthers } from './outbox-view.ts';
export { undoChange } from './undo-answers.ts';
