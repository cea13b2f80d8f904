/**
 * The number on the app's icon in docks and task bars (Linux): com.canonical.Unity.LauncherEntry, which KDE Plasma, Ubuntu Dock, Dash to
 * Dock and Plank show. Electron's own badge needs libunity, and Unity or KDE.
 */
import { APP_ID } from '../system/app-id.ts';
import { type BusConnection, isOwnerChange } from '../system/session-bus.ts';

/** Whoever shows the numbers owns this name. */
const LAUNCHER = 'com.canonical.Unity';
const PATH = '/io/github/punchcard/Punchcard';

/** Shows the number whenever a launcher is there. Returns what to call when it may have changed. Throws if the bus is lost. */
export async function showLauncherCount(connection: BusConnection, read: () => number): Promise<() => void> {
  let isOffered = false;
  let shown = 0;

  function refresh(): void {
    const count = read();
    if (!isOffered || count === shown) return;
    shown = count;
    const properties = {
      count: connection.variant('x', BigInt(count)),
      'count-visible': connection.variant('b', count > 0),
    };
    const body = [`application://${APP_ID}.desktop`, properties];
    connection.emit(PATH, `${LAUNCHER}.LauncherEntry`, 'Update', 'sa{sv}', body);
  }

  function setOffered(is: boolean): void {
    isOffered = is;
    // A new launcher shows no number yet.
    shown = 0;
    refresh();
  }

  connection.onSignal((signal) => {
    if (isOwnerChange(signal, LAUNCHER)) setOffered(signal.body[2] !== '');
  });
  await connection.followOwner(LAUNCHER);
  setOffered((await connection.askBus('NameHasOwner', LAUNCHER)) === true);
  return refresh;
}
