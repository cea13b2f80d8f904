/**
 * Where the app begins. Only what must come first is loaded here: the tray icon, then an empty window, because a page takes Chromium
 * longest. The rest, main.ts, is read while that page starts.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { app, Menu, nativeTheme, session } from 'electron';
import type { State } from './bridge/contract.ts';
import { receiveCommands } from './bridge/receive.ts';
import { isCommandLine } from './cli/command-word.ts';
import { APP_ID } from './desktop/app-id.ts';
import { isStartedHidden } from './desktop/autostart.ts';
import { receiveDeepLinks } from './desktop/deep-links.ts';
import { expectedTrayHost } from './desktop/expected-tray-host.ts';
import { hardenContents, hardenSession } from './desktop/harden.ts';
import { pageBuild, registerScheme, servePage } from './desktop/page.ts';
import { openFirstWindow } from './desktop/popover.ts';
import { enableShortcutPortal } from './desktop/shortcuts.ts';
import { openTray } from './desktop/tray.ts';
import { hasTrayHost } from './desktop/tray-host.ts';
import { readLastState } from './store/last-state.ts';

/** The tray introduces itself to the desktop in several turns, which should not wait for what is made and read next (ms). */
const BREATH_MS = 25;
const out = join(import.meta.dirname, '..');

// On macOS the keys for copy and paste are the menu's, though nobody sees one.
Menu.setApplicationMenu(
  process.platform === 'darwin' ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }]) : null,
);
registerScheme();
hardenContents();
app.setName('Punchcard');
// Without this listener Electron would quit with the last window.
app.on('window-all-closed', () => undefined);
// Windows shows notifications only of what has the id that its shortcut has.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
// A small window of text is drawn as fast without the graphics card, and a fifth of the memory is saved. Measured on Linux only.
if (process.platform === 'linux') app.disableHardwareAcceleration();
// The popover and quick add share one process: half the memory of two, and whichever is made anew finds it running.
app.commandLine.appendSwitch('process-per-site');

if (isCommandLine(process.argv.slice(1))) {
  // Neither a window nor the data folder’s one owner: it asks whoever that is, and ends. Awaited here, so that it is over
  // before Chromium looks for a display, which a command line may not have.
  await import('./main.ts').then(({ runAsCommand }) => runAsCommand());
} else if (app.requestSingleInstanceLock()) {
  enableShortcutPortal();
  const links = receiveDeepLinks();
  void app.whenReady().then(async () => {
    hardenSession(session.defaultSession);
    const pages = join(out, 'renderer');
    servePage(session.defaultSession, pages);
    const tray = openTray(join(out, 'icons', 'tray'));
    await delay(BREATH_MS);
    const dataFolder = app.getPath('userData');
    const build = pageBuild(pages);
    const isWanted = !isStartedHidden() && !links.hasFirst;
    const last = isWanted ? readLastState<State>(dataFolder, build) : null;
    if (last !== null) nativeTheme.themeSource = last.theme;
    const answerWith = receiveCommands(last?.state ?? null);
    const picture = last === null ? null : { zoom: last.zoom, icon: () => tray.getBounds() };
    const hasTray = async () => expectedTrayHost(dataFolder) ?? (await hasTrayHost());
    const first = isWanted ? openFirstWindow({ out, hasTray: await hasTray(), picture }) : null;
    await first?.seen;
    const { fail, start } = await import('./main.ts');
    await start({ out, build, links, tray, first, answerWith }).catch(fail);
  });
} else {
  // The running one opens its window.
  app.exit(0);
}
