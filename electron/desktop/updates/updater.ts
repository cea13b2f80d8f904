/** Adapts electron-updater for updates.ts. Loaded only in a package that has a source of updates, and not before the first check. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { programPath } from '../system/program-path.ts';
import { installsOnQuit, kindOf, type Origin, type PackageKind } from './update-policy.ts';
import type { LoadUpdater } from './updates.ts';

const UNSENT = new Set(['x-user-staging-id', 'accept-language']);

/** How this copy was installed; undefined for a missing file. */
export function readOrigin(): ReturnType<typeof kindOf> {
  const type = join(process.resourcesPath, 'package-type');
  const origin: Origin = {
    isPackaged: app.isPackaged,
    hasSource: existsSync(join(process.resourcesPath, 'app-update.yml')),
    platform: process.platform,
    isAppImage: Boolean(process.env.APPIMAGE),
    packageType: existsSync(type) ? readFileSync(type, 'utf8').trim() : null,
  };
  return kindOf(origin);
}

/** `onMoved`: the path of the program changed. */
export function updaterFor(kind: PackageKind, onMoved: () => void): LoadUpdater {
  return async (report) => {
    const { autoUpdater } = await import('electron-updater');
    // Its log would contain addresses and paths.
    autoUpdater.logger = null;
    sendNobody(autoUpdater);
    autoUpdater.autoDownload = true;
    // Whether it is installed is decided at quit.
    autoUpdater.autoInstallOnAppQuit = installsOnQuit(kind);
    autoUpdater.on('update-not-available', () => report({ is: 'nothing' }));
    autoUpdater.on('update-available', ({ version }) => report({ is: 'found', version }));
    autoUpdater.on('download-progress', ({ percent }) => report({ is: 'progress', percent }));
    autoUpdater.on('update-downloaded', ({ version }) => report({ is: 'ready', version }));
    autoUpdater.on('appimage-filename-updated', (path) => {
      process.env.APPIMAGE = path;
      onMoved();
    });
    // Failed checks also reject; this handles later errors and prevents uncaught ones.
    autoUpdater.on('error', (error) => report({ is: 'failed', error }));
    return {
      async check() {
        const found = await autoUpdater.checkForUpdates();
        await found?.downloadPromise;
      },
      install() {
        if (kind !== 'appimage') {
          autoUpdater.quitAndInstall(true, true);
          return;
        }
        // Order: the last writes are sent, the file is replaced, and the new version starts after this process ended.
        app.once('quit', () => app.relaunch({ execPath: programPath(), args: [] }));
        app.quit();
      },
      installOnQuit(may) {
        autoUpdater.autoInstallOnAppQuit = may;
      },
    };
  };
}

/**
 * For staged roll-outs, electron-updater creates an id per copy, stores it in the data folder and sends it with each check. Punchcard has
 * no staged roll-outs: no id is created, and neither its header nor Chromium's language header is sent.
 */
function sendNobody(autoUpdater: AppUpdater): void {
  autoUpdater.isUserWithinRollout = () => true;
  // Otherwise it would be read or created on first use.
  Object.assign(autoUpdater, { stagingUserIdPromise: { value: Promise.resolve('') } });
  autoUpdater.netSession.webRequest.onBeforeSendHeaders(({ requestHeaders }, send) => {
    const sent = Object.entries(requestHeaders).filter(([name]) => !UNSENT.has(name.toLowerCase()));
    send({ requestHeaders: Object.fromEntries(sent) });
  });
}
