/**
 * The state of the windows that a start needs before the database is open: bounds (window-bounds.ts) and the window system. A small JSON
 * file, parsed by hand because loading a schema takes longer than reading it. Invalid values count as absent; if the file cannot be
 * written, the next start uses the defaults.
 */

import { join } from 'node:path';
import type { WindowSystemChoice } from '../../../shared/contract/system-view.ts';
import { readPrivateFile, writePrivateFile } from '../../files/private-file.ts';
import type { SavedBounds } from './window-position.ts';

/** The two windows that people move: the pinned popover, and the ordinary window. */
export type MovableWindow = 'pinned' | 'ordinary';

interface SavedState {
  windowSystem?: WindowSystemChoice;
  /** In density-independent pixels. */
  bounds: Partial<Record<MovableWindow, SavedBounds>>;
}

/** Delay of writing, because a dragged window moves many times a second (ms). */
const SAVE_DELAY_MS = 500;
/** No screen is farther out (px). */
const FARTHEST = 100_000;

export type WindowState = ReturnType<typeof createWindowState>;

export function createWindowState(dataFolder: string) {
  const file = join(dataFolder, 'windows.json');
  const saved = read(file);
  let timer: NodeJS.Timeout | undefined;

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    try {
      writePrivateFile(file, JSON.stringify(saved));
    } catch (error) {
      console.error('Could not save the window state:', error);
    }
  }

  return {
    windowSystem: (): WindowSystemChoice => saved.windowSystem ?? 'automatic',
    chooseWindowSystem(choice: WindowSystemChoice): void {
      if (choice === (saved.windowSystem ?? 'automatic')) return;
      saved.windowSystem = choice;
      save();
    },
    bounds: (of: MovableWindow): SavedBounds | undefined => saved.bounds[of],
    /** An absent position stays. Written after a delay; `flush` writes at once. */
    saveBounds(of: MovableWindow, bounds: SavedBounds): void {
      saved.bounds[of] = { ...saved.bounds[of], ...bounds };
      timer ??= setTimeout(save, SAVE_DELAY_MS);
      timer.unref?.();
    },
    flush(): void {
      if (timer !== undefined) save();
    },
  };
}

function read(file: string): SavedState {
  try {
    const { windowSystem, bounds } = JSON.parse(readPrivateFile(file));
    const isChosen = windowSystem === 'wayland' || windowSystem === 'x11';
    const [pinned, ordinary] = [readBounds(bounds?.pinned), readBounds(bounds?.ordinary)];
    return { ...(isChosen && { windowSystem }), bounds: { ...(pinned && { pinned }), ...(ordinary && { ordinary }) } };
  } catch {
    return { bounds: {} };
  }
}

function readBounds(value: unknown): SavedBounds | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { x, y, width, height, isMaximized } = value as Record<keyof SavedBounds, unknown>;
  if (!isWithin(width, 1) || !isWithin(height, 1)) return undefined;
  const size = { width, height, ...(isMaximized === true && { isMaximized }) };
  if (x === undefined && y === undefined) return size;
  return isWithin(x, -FARTHEST) && isWithin(y, -FARTHEST) ? { x, y, ...size } : undefined;
}

const isWithin = (value: unknown, least: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= FARTHEST;
