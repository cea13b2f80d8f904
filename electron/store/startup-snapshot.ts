/**
 * What the windows were told last, in a file of its own: the next start draws it while main still reads itself. It is a picture and
 * nothing more. What main says afterwards counts, and what cannot be read, or another build has kept, is not drawn.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { THEMES, type Theme, ZOOMS, type Zoom } from '../../shared/settings/zoom.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';

/** How it is drawn, and what. */
export interface StartupSnapshot<T> {
  theme: Theme;
  zoom: Zoom;
  /** It stays when it loses the focus. */
  pinned: boolean;
  state: T;
}

/** So long after a change it is kept, with whatever else has changed by then (ms). */
const KEEP_MS = 1_000;

const fileIn = (dataFolder: string): string => join(dataFolder, 'last-state.json');

/**
 * As the same build kept it; null where there is none. By hand, because a schema takes longer to load than all of it to draw; and the
 * state is taken as it is, because whoever draws it must cope with anything (renderer/app/app.tsx).
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
  /** Names the code that can draw it. */
  build: string;
  /** What is to be kept now; null: nothing, and what was kept goes. */
  read: () => StartupSnapshot<T> | null;
}

export function createStartupSnapshot<T>({ dataFolder, build, read }: StartupSnapshotOptions<T>) {
  let soon: NodeJS.Timeout | undefined;
  /** As the file holds it; undefined: who knows. */
  let kept: string | null | undefined;

  /** Half a file, of a full disk or a power cut, does not parse; so it needs no second one to take its place. */
  function keep(): void {
    clearTimeout(soon);
    soon = undefined;
    try {
      const last = read();
      const text = last === null ? null : JSON.stringify({ build, ...last });
      if (text === kept) return;
      // What fails below may leave half a file.
      kept = undefined;
      if (text === null) rmSync(fileIn(dataFolder), { force: true });
      else writePrivateFile(fileIn(dataFolder), text);
      kept = text;
    } catch (error) {
      console.error('What the next start draws first is not kept:', error);
    }
  }

  return {
    /** Keeps it soon. */
    changed(): void {
      soon ??= setTimeout(keep, KEEP_MS);
    },
    /** Keeps it now. */
    keep,
  };
}
