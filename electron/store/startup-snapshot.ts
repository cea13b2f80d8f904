/**
 * The last state of the windows, in a separate file. The next start draws it while main is still loading; then state from main
 * replaces it. A snapshot that is unreadable or from another build is ignored.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ParserDirectory } from '../../shared/quick-add/types.ts';
import { THEMES, type Theme, ZOOMS, type Zoom } from '../../shared/settings/appearance.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';

/** The state, and the settings needed to draw it. */
export interface StartupSnapshot<T> {
  theme: Theme;
  zoom: Zoom;
  /** The popover stays open when it loses focus. */
  pinned: boolean;
  /** The person wants an ordinary window, although there is a tray. */
  openAsWindow: boolean;
  state: T;
  /** What a command line needs while the app is not running (electron/cli/without-app.ts); the start does not read it. */
  quickAdd?: { accountId: string; directory: Omit<ParserDirectory, 'now'> };
}

/** Delay between a change and the write, to collect further changes (ms). */
const SAVE_DELAY_MS = 1_000;

const fileIn = (dataFolder: string): string => join(dataFolder, 'last-state.json');

/**
 * Returns the snapshot of the same build, or null. Checked by hand, because loading zod takes longer than drawing. The state
 * itself is not validated: the renderer discards a state that it cannot draw (renderer/app/app.tsx).
 */
export function readStartupSnapshot<T>(dataFolder: string, build: string): StartupSnapshot<T> | null {
  try {
    const saved: Partial<StartupSnapshot<T>> & { build?: unknown } = JSON.parse(readPrivateFile(fileIn(dataFolder)));
    const theme = THEMES.find((value) => value === saved.theme);
    const zoom = ZOOMS.find((value) => value === saved.zoom);
    if (saved.build !== build || theme === undefined || zoom === undefined || saved.state === undefined) return null;
    return {
      theme,
      zoom,
      pinned: saved.pinned === true,
      openAsWindow: saved.openAsWindow === true,
      state: saved.state,
    };
  } catch {
    return null;
  }
}

export interface StartupSnapshotOptions<T> {
  dataFolder: string;
  /** The build that can draw the snapshot. */
  build: string;
  /** Returns the snapshot to save; null deletes the file. */
  read: () => StartupSnapshot<T> | null;
}

export function createStartupSnapshot<T>({ dataFolder, build, read }: StartupSnapshotOptions<T>) {
  let timer: NodeJS.Timeout | undefined;
  /** The file's content; undefined if unknown. */
  let saved: string | null | undefined;

  /** Not atomic: a file truncated by a full disk or a power cut does not parse and is ignored. */
  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    try {
      const snapshot = read();
      const text = snapshot === null ? null : JSON.stringify({ build, ...snapshot });
      if (text === saved) return;
      // A failed write may leave half a file.
      saved = undefined;
      if (text === null) rmSync(fileIn(dataFolder), { force: true });
      else writePrivateFile(fileIn(dataFolder), text);
      saved = text;
    } catch (error) {
      console.error('Could not write the startup snapshot:', error);
    }
  }

  return {
    /** Schedules a save. */
    changed(): void {
      timer ??= setTimeout(save, SAVE_DELAY_MS);
    },
    save,
  };
}
