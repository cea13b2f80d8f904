/**
 * New versions, through electron-updater: looked for a minute after the start and then daily, fetched, and installed when the
 * person asks or quits, never under a running timer (update-policy.ts). It is loaded only in a package that has a source.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { words } from '../words/index.ts';
import { ProblemError } from '../words/problems.ts';
import type { Alarm } from './alarm.ts';
import { programPath } from './program-path.ts';
import {
  afterNews,
  installsOnQuit,
  kindOf,
  mayInstall,
  type PackageKind,
  type UpdateNews,
  type UpdateView,
  waitBeforeCheck,
} from './update-policy.ts';

export type { UpdateView } from './update-policy.ts';

export interface UpdatesOptions {
  /** The person's setting. */
  isOn: () => boolean;
  isTimerRunning: () => boolean;
  now: () => number;
  random: () => number;
  wake: (ring: () => void) => Alarm;
  onChange: () => void;
  /** The program lies elsewhere from now on: what starts it has to be told. */
  onMoved: () => void;
}

export interface Updates {
  view(): UpdateView;
  /** Looks now, whatever the clock says. */
  check(): Promise<void>;
  /** Ends Punchcard, installs what is ready, starts it again. Throws ProblemError while a timer runs. */
  install(): void;
  settingsChanged(): void;
  /** Punchcard is being quit: decides whether what is ready is installed. */
  quitting(): void;
}

/** How this copy came here; undefined files are none. */
export function readOrigin(): PackageKind | (UpdateView & { state: 'none' }) {
  const type = join(process.resourcesPath, 'package-type');
  return kindOf({
    isPackaged: app.isPackaged,
    hasSource: existsSync(join(process.resourcesPath, 'app-update.yml')),
    platform: process.platform,
    isAppImage: Boolean(process.env.APPIMAGE),
    packageType: existsSync(type) ? readFileSync(type, 'utf8').trim() : null,
  });
}

export function createUpdates(options: UpdatesOptions): Updates {
  const kind = readOrigin();
  if (typeof kind !== 'string') {
    return {
      view: () => kind,
      check: async () => undefined,
      install: () => undefined,
      settingsChanged: () => undefined,
      quitting: () => undefined,
    };
  }
  return createFor(kind, options);
}

function createFor(kind: PackageKind, options: UpdatesOptions): Updates {
  const { isOn, isTimerRunning, now, random, wake, onChange, onMoved } = options;
  let view: UpdateView = { state: 'idle', checkedAt: null };
  let updater: AppUpdater | null = null;
  let failures = 0;
  let isAsked = false;
  const alarm = wake(() => void check());

  function hear(news: UpdateNews): void {
    const next = afterNews(view, news, kind as PackageKind, new Date(now()));
    if (next === view) return;
    view = next;
    onChange();
  }

  function arm(isFirst: boolean): void {
    if (isOn()) alarm.set(now() + waitBeforeCheck({ isFirst, failures, random: random() }));
    else alarm.stop();
  }

  async function load(): Promise<AppUpdater> {
    const { autoUpdater } = await import('electron-updater');
    // Its own log would quote addresses and paths.
    autoUpdater.logger = null;
    autoUpdater.autoDownload = true;
    // Whether it really is installed then is decided when that moment comes.
    autoUpdater.autoInstallOnAppQuit = installsOnQuit(kind as PackageKind);
    autoUpdater.on('update-not-available', () => hear({ is: 'nothing' }));
    autoUpdater.on('update-available', ({ version }) => hear({ is: 'found', version }));
    autoUpdater.on('download-progress', ({ percent }) => hear({ is: 'progress', percent }));
    autoUpdater.on('update-downloaded', ({ version }) => hear({ is: 'ready', version }));
    autoUpdater.on('appimage-filename-updated', (path) => {
      process.env.APPIMAGE = path;
      onMoved();
    });
    // Every failure of a look also rejects; this is for those that come later, and so that none is uncaught.
    autoUpdater.on('error', (error) => hear({ is: 'failed', error }));
    return autoUpdater;
  }

  async function check(): Promise<void> {
    if (view.state === 'checking' || view.state === 'downloading') return;
    hear({ is: 'checking' });
    try {
      updater ??= await load();
      const found = await updater.checkForUpdates();
      await found?.downloadPromise;
      failures = 0;
    } catch (error) {
      failures += 1;
      console.warn('updates:', error);
      hear({ is: 'failed', error });
    }
    arm(false);
  }

  arm(true);

  return {
    view: () => (isOn() || view.state === 'ready' ? view : { state: 'off' }),
    check,
    install() {
      if (updater === null || view.state !== 'ready') return;
      if (!mayInstall({ isAsked: true, isTimerRunning: isTimerRunning(), kind })) {
        throw new ProblemError({ kind: 'invalid', ...words.app.timerRuns });
      }
      isAsked = true;
      if (kind !== 'appimage') {
        updater.quitAndInstall(true, true);
        return;
      }
      // The last writes leave first, then the file is replaced, and only when this one has ended the new one starts.
      app.once('quit', () => app.relaunch({ execPath: programPath(), args: [] }));
      app.quit();
    },
    settingsChanged() {
      arm(view.state === 'idle' && view.checkedAt === null);
      onChange();
    },
    quitting() {
      alarm.stop();
      if (updater !== null)
        updater.autoInstallOnAppQuit = mayInstall({ isAsked, isTimerRunning: isTimerRunning(), kind });
    },
  };
}
