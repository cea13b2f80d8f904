/** When to check for updates, when to install one, and the state to show meanwhile. Pure. */
import type { UpdateView } from '../../../shared/contract/system-view.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';

/** How this copy was installed, which decides how it is updated. */
export type PackageKind = 'appimage' | 'deb' | 'rpm' | 'nsis' | 'mac';

export interface Origin {
  isPackaged: boolean;
  /** The package names a source of updates (app-update.yml). */
  hasSource: boolean;
  platform: string;
  /** An AppImage sets an environment variable. */
  isAppImage: boolean;
  /** deb and rpm packages contain a file with this; null if there is none. */
  packageType: string | null;
}

export type UpdateMessage =
  | { is: 'checking' | 'nothing' }
  | { is: 'found' | 'ready'; version: string }
  | { is: 'progress'; percent: number }
  /** Checking or downloading failed. */
  | { is: 'failed'; error: unknown }
  /** Installing a downloaded version failed. */
  | { is: 'not-installed' };

/** How this copy is updated, or why it is not. */
export function kindOf(origin: Origin): PackageKind | (UpdateView & { state: 'none' }) {
  if (!origin.isPackaged) return { state: 'none', why: 'development' };
  if (origin.platform === 'linux' && !origin.isAppImage && origin.packageType === null) {
    return { state: 'none', why: 'format' };
  }
  if (!origin.hasSource) return { state: 'none', why: 'no-source' };
  if (origin.platform === 'darwin') return 'mac';
  if (origin.platform === 'win32') return 'nsis';
  if (origin.packageType === 'deb' || origin.packageType === 'rpm') return origin.packageType;
  return origin.isAppImage ? 'appimage' : { state: 'none', why: 'format' };
}

/**
 * The wait before the next check (ms), from the start or the last check. Random, so that not all copies ask in the same minute after a
 * release. `random` in [0, 1).
 */
export function waitBeforeCheck({ isFirst, failures, random }: { isFirst: boolean; failures: number; random: number }) {
  if (isFirst) return MINUTE_MS * (1 + random / 2);
  const usual = failures === 0 ? DAY_MS : Math.min(HOUR_MS * 2 ** (failures - 1), DAY_MS);
  return usual * (0.9 + random / 5);
}

/** Not deb and rpm, which would ask for a password during logout, and not macOS, which installs on request only. */
export const installsOnQuit = (kind: PackageKind): boolean => kind === 'appimage' || kind === 'nsis';

/** Never while a timer runs: the app must not be replaced during work. */
export function mayInstall({ isRequested, isTimerRunning, kind }: InstallConditions): boolean {
  return !isTimerRunning && (isRequested || installsOnQuit(kind));
}
export interface InstallConditions {
  /** The person asked for it; false while the app quits. */
  isRequested: boolean;
  isTimerRunning: boolean;
  kind: PackageKind;
}

/** Returns the same object if nothing changed. */
export function afterUpdateMessage(view: UpdateView, message: UpdateMessage, kind: PackageKind, now: Date): UpdateView {
  if (message.is === 'not-installed') return view.state === 'ready' ? { ...view, isRefused: true } : view;
  // A downloaded version stays ready whatever later checks find; a newer one replaces it.
  if (view.state === 'ready' && message.is !== 'ready') return view;
  switch (message.is) {
    case 'checking':
      return { state: 'checking' };
    case 'nothing':
      return { state: 'idle', checkedAt: now.toISOString() };
    case 'found':
      return { state: 'downloading', version: message.version, percent: 0 };
    case 'progress': {
      const percent = Math.min(100, Math.max(0, Math.floor(message.percent)));
      return view.state === 'downloading' && percent > view.percent ? { ...view, percent } : view;
    }
    case 'ready':
      return { state: 'ready', version: message.version, onQuit: installsOnQuit(kind) };
    case 'failed':
      return { state: 'failed', why: reasonOf(message.error), at: now.toISOString() };
  }
}

function reasonOf(error: unknown): (UpdateView & { state: 'failed' })['why'] {
  const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? '') : '';
  const text = error instanceof Error ? error.message : '';
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'damaged';
  return /^HTTP_ERROR_5|^E(NOTFOUND|CONN|AI_AGAIN|TIMEDOUT|HOSTUN|NETUN)/.test(code) || /net::ERR_/.test(text)
    ? 'unreachable'
    : 'other';
}
