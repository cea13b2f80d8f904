export { handlers } from './commands.ts';
export { outboxView } from './unsent-view.ts';
