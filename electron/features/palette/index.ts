export { handlers } from './commands.ts';
export { createPalette } from './palette-service.ts';
