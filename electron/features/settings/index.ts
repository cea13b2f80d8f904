export { handlers, type SystemControls } from './commands.ts';
