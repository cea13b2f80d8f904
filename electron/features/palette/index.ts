export { handlers } from './commands.ts';
export { createPalette, type PaletteService } from './palette-service.ts';
