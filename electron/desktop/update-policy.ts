/** When new versions are looked for, when one may be installed, and what is said meanwhile. Pure. */
import type { UpdateView } from '../../shared/contract/system-view.ts';

/** How this copy came here, which decides how a new one comes. */
export type PackageKind = 'appimage' | 'deb' | 'rpm' | 'nsis' | 'mac';

export interface Origin {
  isPackaged: boolean;
  /** The package says where new versions are (app-update.yml). */
  hasSource: boolean;
  platform: string;
  /** An AppImage says so in its environment. */
  isAppImage: boolean;
  /** deb and rpm say so in a file; null where there is none. */
  packageType: string | null;
}

export type UpdateMessage =
  | { is: 'checking' | 'nothing' }
  | { is: 'found' | 'ready'; version: string }
  | { is: 'progress'; percent: number }
  /** The look, or the fetching. */
  | { is: 'failed'; error: unknown }
  /** What was ready and asked for. */
  | { is: 'not-installed' };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How new versions come to this copy; or why they do not. */
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
 * How long to wait before the next look (ms), from the start or from the last look. Spread, so that all copies of a release day
 * do not ask in the same minute. `random` in [0, 1).
 */
export function waitBeforeCheck({ isFirst, failures, random }: { isFirst: boolean; failures: number; random: number }) {
  if (isFirst) return MINUTE * (1 + random / 2);
  const usual = failures === 0 ? DAY : Math.min(HOUR * 2 ** (failures - 1), DAY);
  return usual * (0.9 + random / 5);
}

/** deb and rpm would ask for a password in the middle of logging out; macOS installs only what it was told to. */
export const installsOnQuit = (kind: PackageKind): boolean => kind === 'appimage' || kind === 'nsis';

/** Never under a running timer: whoever comes back finds the Punchcard that they left. */
export function mayInstall({ isAsked, isTimerRunning, kind }: InstallQuestion): boolean {
  return !isTimerRunning && (isAsked || installsOnQuit(kind));
}
export interface InstallQuestion {
  /** False where Punchcard is only being quit. */
  isAsked: boolean;
  isTimerRunning: boolean;
  kind: PackageKind;
}

/** The same object where nothing changes. */
export function afterUpdateMessage(view: UpdateView, news: UpdateMessage, kind: PackageKind, now: Date): UpdateView {
  if (news.is === 'not-installed') return view.state === 'ready' ? { ...view, isRefused: true } : view;
  // What is ready stays ready, whatever a later look finds or does not find; a newer one replaces it.
  if (view.state === 'ready' && news.is !== 'ready') return view;
  switch (news.is) {
    case 'checking':
      return { state: 'checking' };
    case 'nothing':
      return { state: 'idle', checkedAt: now.toISOString() };
    case 'found':
      return { state: 'downloading', version: news.version, percent: 0 };
    case 'progress': {
      const percent = Math.min(100, Math.max(0, Math.floor(news.percent)));
      return view.state === 'downloading' && percent > view.percent ? { ...view, percent } : view;
    }
    case 'ready':
      return { state: 'ready', version: news.version, onQuit: installsOnQuit(kind) };
    case 'failed':
      return { state: 'failed', why: reasonOf(news.error), at: now.toISOString() };
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
