import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { paletteCommands } from '../../../shared/contract/palette.ts';
import type { PaletteView } from '../../../shared/contract/palette-view.ts';
import type { PaletteService } from './palette-service.ts';

/** `read`: over all open accounts. */
export const handlers = ({ used }: PaletteService, read: () => PaletteView): HandlersOf<typeof paletteCommands> => ({
  'palette.read': read,
  'palette.used': ({ line }) => used(line),
});
