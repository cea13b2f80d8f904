/** The command palette: what it searches besides the state, and what was chosen in it. */
import { z } from 'zod';
import { type CommandsOf, command } from './command.ts';
import type { PaletteView } from './palette-view.ts';

export const paletteCommands = {
  /** Read from this computer only; works offline. */
  'palette.read': command({}).returns<PaletteView>(),
  /** A line was chosen. Counts are kept on this computer and never sent. */
  'palette.used': command({ line: z.string().min(1).max(250) }),
} satisfies CommandsOf<'palette'>;
