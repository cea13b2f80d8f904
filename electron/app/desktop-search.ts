/** The desktop's search and the number on the app's icon (Linux), connected to the features. */
import { type PaletteTask, paletteTasks } from '../../shared/palette/tasks.ts';
import { serveDesktopSearch } from '../desktop/search/desktop-search.ts';
import { createTaskSearch } from '../desktop/search/task-search.ts';
import { type BusConnection, connectToBus, sessionBusAddress } from '../desktop/system/session-bus.ts';
import { showLauncherCount } from '../desktop/tray/launcher-count.ts';
import type { AppCommands } from './commands.ts';
import type { MainParts } from './context.ts';
import { allTasks, openAccounts, readPalette } from './open-accounts.ts';
import type { AppTray } from './tray.ts';

export type AppDesktopSearch = ReturnType<typeof setUpDesktopSearch>;

/** `send`: runs a command of the windows. */
export function setUpDesktopSearch(
  { context, features, windows, act, tray }: MainParts & { tray: Pick<AppTray, 'badge'> },
  send: AppCommands['run'],
) {
  const { account, time } = features;
  let connection: BusConnection | null = null;
  let refreshCount: () => void = () => undefined;

  const search = createTaskSearch({
    read() {
      const id = account.first.id();
      if (id === undefined) return { tasks: [], weights: {} };
      const view = readPalette(features);
      return { tasks: paletteTasks(allTasks(features).tasks, time.entries.recent(id), view), weights: view.weights };
    },
    running: time.running,
    accounts: () => openAccounts(features),
    now: context.now,
  });

  function open(id: string): void {
    const task = search.task(id);
    windows.showTask(task === undefined ? null : named(task));
  }

  function start(id: string): void {
    const task = search.task(id);
    if (task === undefined || search.isRunning(task)) open(id);
    else
      void act(async () => {
        await send('timer.start', named(task));
        windows.notifyOfToast();
      });
  }

  return {
    /** Never rejects: Punchcard works without it. */
    async start(): Promise<void> {
      const address = process.platform === 'linux' ? sessionBusAddress() : undefined;
      if (address === undefined) return;
      try {
        connection = await connectToBus(address);
        refreshCount = await showLauncherCount(connection, tray.badge);
        const isOurs = await serveDesktopSearch(connection, {
          ...search,
          start,
          open,
          openPalette: windows.openPalette,
        });
        if (!isOurs) console.info('Another Punchcard answers the desktop’s search.');
      } catch (error) {
        console.warn('The desktop’s search does not reach Punchcard:', error);
      }
    },
    countMayHaveChanged: (): void => refreshCount(),
    stop(): void {
      refreshCount = () => undefined;
      connection?.close();
    },
  };
}

const named = ({ id, accountId }: PaletteTask) => ({ taskId: id, ...(accountId !== undefined && { accountId }) });
