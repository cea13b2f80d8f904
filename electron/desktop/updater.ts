/** electron-updater, as updates.ts needs it. It is loaded only in a package that has a source, and not before the first look. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { programPath } from './program-path.ts';
import { installsOnQuit, kindOf, type Origin, type PackageKind } from './update-policy.ts';
import type { LoadUpdater } from './updates.ts';

const UNSENT = new Set(['x-user-staging-id', 'accept-language']);

/** How this copy came here; undefined files are none. */
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

/** `onMoved`: the program lies elsewhere from now on. */
export function updaterFor(kind: PackageKind, onMoved: () => void): LoadUpdater {
  return async (hear) => {
    const { autoUpdater } = await import('electron-updater');
    // Its own log would quote addresses and paths.
    autoUpdater.logger = null;
    sendNobody(autoUpdater);
    autoUpdater.autoDownload = true;
    // Whether it really is installed then is decided when that moment comes.
    autoUpdater.autoInstallOnAppQuit = installsOnQuit(kind);
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
        // The last writes leave first, then the file is replaced, and only when this one has ended the new one starts.
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
 * For releases that only some are to have, electron-updater gives every copy an id, keeps it in the data folder and sends it with
 * each look. Punchcard is there for everybody: no id is made, and neither its header nor that of Chromium's languages leaves.
 */
function sendNobody(autoUpdater: AppUpdater): void {
  autoUpdater.isUserWithinRollout = () => true;
  // It would be read, or made and written, when it is first asked for.
  Object.assign(autoUpdater, { stagingUserIdPromise: { value: Promise.resolve('') } });
  autoUpdater.netSession.webRequest.onBeforeSendHeaders(({ requestHeaders }, send) => {
    const kept = Object.entries(requestHeaders).filter(([name]) => !UNSENT.has(name.toLowerCase()));
    send({ requestHeaders: Object.fromEntries(kept) });
  });
}
