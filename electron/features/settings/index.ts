export { handlers } from './commands.ts';
