/**
 * The last state of the windows, in a separate file: the next start draws it while main is still loading. State from main replaces
 * it. A snapshot that is unreadable or from another build is ignored.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { THEMES, type Theme, ZOOMS, type Zoom } from '../../shared/settings/zoom.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';

/** The state, and the settings needed to draw it. */
export interface StartupSnapshot<T> {
  theme: Theme;
  zoom: Zoom;
  /** The popover stays open when it loses focus. */
  pinned: boolean;
  state: T;
}

/** Delay between a change and the write, which collects further changes (ms). */
const KEEP_MS = 1_000;

const fileIn = (dataFolder: string): string => join(dataFolder, 'last-state.json');

/**
 * Returns the snapshot of the same build, or null. Checked by hand, because loading zod takes longer than drawing. The state
 * itself is not validated: the renderer discards a state that it cannot draw (renderer/app/app.tsx).
 */
export function readStartupSnapshot<T>(dataFolder: string, build: string): StartupSnapshot<T> | null {
  try {
    const kept: Partial<StartupSnapshot<T>> & { build?: unknown } = JSON.parse(readPrivateFile(fileIn(dataFolder)));
    const theme = THEMES.find((one) => one === kept.theme);
    const zoom = ZOOMS.find((one) => one === kept.zoom);
    if (kept.build !== build || theme === undefined || zoom === undefined || kept.state === undefined) return null;
    return { theme, zoom, pinned: kept.pinned === true, state: kept.state };
  } catch {
    return null;
  }
}

export interface StartupSnapshotOptions<T> {
  dataFolder: string;
  /** The build that can draw it. */
  build: string;
  /** The snapshot to keep; null deletes the file. */
  read: () => StartupSnapshot<T> | null;
}

export function createStartupSnapshot<T>({ dataFolder, build, read }: StartupSnapshotOptions<T>) {
  let soon: NodeJS.Timeout | undefined;
  /** The file's content; undefined if unknown. */
  let kept: string | null | undefined;

  /** A file cut off by a full disk or a power cut does not parse, so no atomic replacement is needed. */
  function keep(): void {
    clearTimeout(soon);
    soon = undefined;
    try {
      const last = read();
      const text = last === null ? null : JSON.stringify({ build, ...last });
      if (text === kept) return;
      // A failed write may leave half a file.
      kept = undefined;
      if (text === null) rmSync(fileIn(dataFolder), { force: true });
      else writePrivateFile(fileIn(dataFolder), text);
      kept = text;
    } catch (error) {
      console.error('Could not write the startup snapshot:', error);
    }
  }

  return {
    /** Writes it soon. */
    changed(): void {
      soon ??= setTimeout(keep, KEEP_MS);
    },
    /** Writes it now. */
    keep,
  };
}
