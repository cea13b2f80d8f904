/**
 * The entry point: settings of Electron, one instance, tray icon, window with the startup snapshot. Everything else is in
 * app/bootstrap.ts, which is loaded once the snapshot is on screen, or while the page loads if there is none.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { app, Menu, nativeTheme, session } from 'electron';
import type { State } from '../shared/contract/index.ts';
import { isCommandLine } from './cli/is-command-line.ts';
import { receiveStarts } from './desktop/links/starts.ts';
import { APP_ID, TOAST_ACTIVATOR_ID } from './desktop/system/app-id.ts';
import { isStartedHidden } from './desktop/system/autostart.ts';
import { refuseDebugging } from './desktop/system/debugging-switch.ts';
import { electronApp } from './desktop/system/electron-app.ts';
import { exitWithMessage } from './desktop/system/exit-with-message.ts';
import { isAnotherRunning, NoLockError } from './desktop/system/instance-lock.ts';
import { expectedTrayHost } from './desktop/tray/expected-tray-host.ts';
import { openTray } from './desktop/tray/tray.ts';
import { hasTrayHost } from './desktop/tray/tray-host.ts';
import { pageBuild, pageOf, registerScheme, servePage } from './desktop/windows/app-protocol.ts';
import { hardenContents, hardenSession } from './desktop/windows/harden-pages.ts';
import { createPopover } from './desktop/windows/popover.ts';
import { createWindowState } from './desktop/windows/window-state.ts';
import { chosenWindowSystem, restartWithWindowSystem, windowSystemInUse } from './desktop/windows/window-system.ts';
import { receiveCommands } from './ipc/startup-commands.ts';
import { readStartupSnapshot } from './store/startup-snapshot.ts';

/** The tray icon registers with the desktop in several turns of the event loop; loading code would delay them (ms). */
const TRAY_REGISTRATION_MS = 25;
/** A quit that hangs is forced after this time (ms). The last writes have three seconds. */
const FORCED_QUIT_MS = 10_000;
const out = join(import.meta.dirname, '..');

// Awaited here, before Chromium opens anything.
await refuseDebugging();
configureElectron();
if (isCommandLine(process.argv.slice(1))) {
  // A command has no window and does not own the data folder: it asks the running app and exits. Awaited here, so that it ends
  // before Chromium looks for a display, which a terminal may not have.
  await import('./app/command-line.ts').then(({ runAsCommand }) => runAsCommand(electronApp));
} else if (app.requestSingleInstanceLock()) {
  await start();
} else if (isAnotherRunning(app.getPath('userData'))) {
  // The running app opens its window.
  app.exit(0);
} else {
  void import('./app/bootstrap.ts').then(({ failAtOnce }) => failAtOnce(electronApp, new NoLockError())).catch(fail);
}

/** Everything that must be set before Electron is ready. */
function configureElectron(): void {
  // On macOS the menu provides the keys for copy and paste, although it is not visible.
  Menu.setApplicationMenu(
    process.platform === 'darwin' ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }]) : null,
  );
  registerScheme();
  hardenContents();
  app.setName('Punchcard');
  // Without this listener Electron would quit with the last window.
  app.on('window-all-closed', () => undefined);
  // Windows shows notifications only if this id matches that of the app's shortcut.
  if (process.platform === 'win32') {
    app.setAppUserModelId(APP_ID);
    // The same at every start: clicks on notifications of an earlier run find the app by it.
    app.setToastActivatorCLSID(TOAST_ACTIVATOR_ID);
  }
  if (process.platform === 'linux') {
    // A small window of text is drawn equally fast without the graphics card and saves a fifth of the memory. Measured on Linux only.
    app.disableHardwareAcceleration();
    // Otherwise Chromium encrypts its cookies with the desktop's keyring, which opens a wizard on KDE without a wallet. Punchcard has
    // no cookies; keytar stores the token in the keyring.
    app.commandLine.appendSwitch('password-store', 'basic');
  }
  // Otherwise a server's answer could name another one, to which Chromium reports requests that fail (Reporting API).
  const disabled = [app.commandLine.getSwitchValue('disable-features'), 'Reporting', 'NetworkErrorLogging'];
  app.commandLine.appendSwitch('disable-features', disabled.filter(Boolean).join());
  // The popover and quick add share one process: half the memory of two, and a window that is created again finds it running.
  app.commandLine.appendSwitch('process-per-site');
}

async function start(): Promise<void> {
  app.on('before-quit', () => setTimeout(() => app.exit(1), FORCED_QUIT_MS));
  const starts = receiveStarts();
  const dataFolder = app.getPath('userData');
  const windowState = createWindowState(dataFolder);
  // Asks over D-Bus at the very first start only.
  const hasTray = async () => expectedTrayHost(dataFolder) ?? (await hasTrayHost());
  const windowSystem = await chosenWindowSystem(windowState.windowSystem(), hasTray);
  const isOtherNeeded = windowSystem.use !== 'none' && windowSystem.use !== windowSystemInUse();
  const lock = { release: () => app.releaseSingleInstanceLock(), take: () => app.requestSingleInstanceLock() };
  // False if another start took the lock meanwhile. That one opens its window.
  const hasLock = !isOtherNeeded || restartWithWindowSystem(windowSystem, lock);
  if (!hasLock) {
    app.exit(0);
    return;
  }
  void app.whenReady().then(showAndLoad).catch(fail);

  async function showAndLoad(): Promise<void> {
    hardenSession(session.defaultSession);
    const pages = join(out, 'renderer');
    servePage(session.defaultSession, pages);
    const trayHolder = openTray(join(out, 'icons', 'tray'));
    await delay(TRAY_REGISTRATION_MS);
    const build = pageBuild(pages);
    const isShown = !isStartedHidden() && starts.links.isEmpty();
    const snapshot = isShown ? readStartupSnapshot<State>(dataFolder, build) : null;
    if (snapshot !== null) nativeTheme.themeSource = snapshot.theme;
    const startAnswering = receiveCommands(snapshot?.state ?? null, pageOf);
    const popover = createPopover({
      out,
      hasTray: !isShown || (await hasTray()),
      // Empty if the desktop does not report them.
      trayBounds: () => trayHolder.tray.getBounds(),
      state: windowState,
      owner: {
        zoom: () => snapshot?.zoom ?? 100,
        isPinned: () => snapshot?.pinned ?? false,
        isOnTop: () => false,
        opensAsWindow: () => snapshot?.openAsWindow ?? false,
        isKept: () => true,
        onHide: () => undefined,
        onWindowShown: () => undefined,
        onCrash: () => undefined,
        onReleased: () => undefined,
        onKindChanged: () => undefined,
        onKindDelayed: () => undefined,
        onCloseForGood: () => app.quit(),
      },
    });
    // Until bootstrap.ts is loaded, quitting only closes the window.
    let isQuitting = false;
    const quitAtOnce = () => {
      isQuitting = true;
      popover.quit();
    };
    app.on('before-quit', quitAtOnce);
    if (isShown) popover.show();
    if (snapshot !== null) await popover.seen();
    const bootstrap = await import('./app/bootstrap.ts');
    if (isQuitting) return;
    const handOverQuit = () => void app.off('before-quit', quitAtOnce);
    await bootstrap
      .start({
        electron: electronApp,
        out,
        build,
        starts,
        trayHolder,
        popover,
        windowState,
        isShown,
        startAnswering,
        handOverQuit,
      })
      .catch(bootstrap.showFatalError);
  }
}

/** bootstrap.ts could not be loaded, and neither could its messages. */
function fail(error: unknown): void {
  console.error('Punchcard cannot start:', error);
  void exitWithMessage('Punchcard cannot start', `${error}`);
}
