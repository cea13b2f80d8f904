/**
 * The entry point. It loads only what must come first: the tray icon, then the window, which draws the startup snapshot.
 * app/bootstrap.ts is loaded once that is on screen, or while the page starts if there is no snapshot.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { app, Menu, nativeTheme, session } from 'electron';
import type { State } from '../shared/contract/index.ts';
import { isCommandLine } from './cli/is-command-line.ts';
import { APP_ID, TOAST_ACTIVATOR_ID } from './desktop/app-id.ts';
import { pageBuild, pageOf, registerScheme, servePage } from './desktop/app-protocol.ts';
import { isStartedHidden } from './desktop/autostart.ts';
import { refuseDebugging } from './desktop/debugging-switch.ts';
import { receiveDeepLinks } from './desktop/deep-link-events.ts';
import { electronApp } from './desktop/electron-app.ts';
import { exitWithMessage } from './desktop/exit-with-message.ts';
import { expectedTrayHost } from './desktop/expected-tray-host.ts';
import { hardenContents, hardenSession } from './desktop/harden-pages.ts';
import { isAnotherRunning, NoLockError } from './desktop/instance-lock.ts';
import { createPopover } from './desktop/popover.ts';
import { receiveSecondInstances } from './desktop/second-instance.ts';
import { openTray } from './desktop/tray.ts';
import { hasTrayHost } from './desktop/tray-host.ts';
import { createWindowState } from './desktop/window-state.ts';
import { chosenWindowSystem, restartWithWindowSystem, windowSystemInUse } from './desktop/window-system.ts';
import { receiveCommands } from './ipc/receive.ts';
import { readStartupSnapshot } from './store/startup-snapshot.ts';

/** The tray registers with the desktop in several turns of the event loop, which must not wait for what is loaded next (ms). */
const BREATH_MS = 25;
/** A quit that hangs is forced after this time (ms). The last writes have three seconds. */
const LAST_MS = 10_000;
const out = join(import.meta.dirname, '..');

// Awaited here, before Chromium opens anything.
await refuseDebugging();

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
// A small window of text is drawn equally fast without the graphics card and saves a fifth of the memory. Measured on Linux only.
if (process.platform === 'linux') app.disableHardwareAcceleration();
// Otherwise Chromium encrypts its cookies with the desktop's keyring, which opens a wizard on KDE without a wallet. Punchcard has
// no cookies; keytar stores the token in the keyring.
if (process.platform === 'linux') app.commandLine.appendSwitch('password-store', 'basic');
// The popover and quick add share one process: half the memory of two, and a window that is created again finds it running.
app.commandLine.appendSwitch('process-per-site');

if (isCommandLine(process.argv.slice(1))) {
  // A command has no window and does not own the data folder: it asks the running app and exits. Awaited here, so that it ends
  // before Chromium looks for a display, which a terminal may not have.
  await import('./app/command-line.ts').then(({ runAsCommand }) => runAsCommand(electronApp));
} else if (app.requestSingleInstanceLock()) {
  app.on('before-quit', () => setTimeout(() => app.exit(1), LAST_MS));
  const links = receiveDeepLinks();
  const furtherStarts = receiveSecondInstances();
  const dataFolder = app.getPath('userData');
  const windowState = createWindowState(dataFolder);
  // Asks over D-Bus at the very first start only.
  const hasTray = async () => expectedTrayHost(dataFolder) ?? (await hasTrayHost());
  const windowSystem = await chosenWindowSystem(windowState.windowSystem(), hasTray);
  const lock = { release: () => app.releaseSingleInstanceLock(), take: () => app.requestSingleInstanceLock() };
  const isOtherWanted = windowSystem.use !== 'none' && windowSystem.use !== windowSystemInUse();
  // Another start took over meanwhile and opens its window.
  if (isOtherWanted && !restartWithWindowSystem(windowSystem, lock)) app.exit(0);
  else void app.whenReady().then(begin).catch(end);

  async function begin(): Promise<void> {
    hardenSession(session.defaultSession);
    const pages = join(out, 'renderer');
    servePage(session.defaultSession, pages);
    const trayHolder = openTray(join(out, 'icons', 'tray'));
    await delay(BREATH_MS);
    const build = pageBuild(pages);
    const isShown = !isStartedHidden() && !links.hasFirst;
    const last = isShown ? readStartupSnapshot<State>(dataFolder, build) : null;
    if (last !== null) nativeTheme.themeSource = last.theme;
    const startAnswering = receiveCommands(last?.state ?? null, pageOf);
    const popover = createPopover({
      out,
      hasTray: !isShown || (await hasTray()),
      // Empty if the desktop does not report them.
      trayBounds: () => trayHolder.tray.getBounds(),
      state: windowState,
      owner: {
        zoom: () => last?.zoom ?? 100,
        isPinned: () => last?.pinned ?? false,
        isOnTop: () => false,
        onWindowShown: () => undefined,
        onCrash: () => undefined,
        onGone: () => undefined,
        onKind: () => undefined,
        onCloseForGood: () => app.quit(),
      },
    });
    // Until bootstrap.ts is loaded there is nothing to clean up.
    let isOver = false;
    const quitAtOnce = () => {
      isOver = true;
      popover.quit();
    };
    app.on('before-quit', quitAtOnce);
    if (isShown) popover.show();
    if (last !== null) await popover.seen();
    const { showFatalError, start } = await import('./app/bootstrap.ts');
    if (isOver) return;
    const handOverQuit = () => void app.off('before-quit', quitAtOnce);
    await start({
      electron: electronApp,
      out,
      build,
      links,
      furtherStarts,
      trayHolder,
      popover,
      windowState,
      isShown,
      startAnswering,
      handOverQuit,
    }).catch(showFatalError);
  }
} else {
  // The running app opens its window.
  if (isAnotherRunning(app.getPath('userData'))) app.exit(0);
  else
    void import('./app/bootstrap.ts').then(({ failAtOnce }) => failAtOnce(electronApp, new NoLockError())).catch(end);
}

/** bootstrap.ts could not be loaded, and neither could its messages. */
function end(error: unknown): void {
  console.error('Punchcard cannot begin:', error);
  void exitWithMessage('Punchcard cannot start', `${error}`);
}
