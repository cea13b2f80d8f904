import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { paletteCommands } from '../../../shared/contract/palette.ts';
import type { PaletteService } from './palette-service.ts';

export const handlers = (palette: PaletteService): HandlersOf<typeof paletteCommands> => ({
  'palette.read': () => palette.read(),
  'palette.used': ({ line }) => palette.used(line),
});
