/** Receives further starts of the app, `punchcard://` links, and clicks on notifications of an earlier run (Windows). */
import { type ActivationArguments, app, Notification } from 'electron';
import { programPath } from '../system/program-path.ts';
import { deepLinkIn } from './deep-link-argument.ts';

export type Starts = ReturnType<typeof receiveStarts>;

/** The number of links, and of clicks, stored until they can be followed. */
const MAX_WAITING = 10;

/** Call before the app is ready: macOS passes the link of a start very early, and the app may be started again meanwhile. */
export function receiveStarts() {
  const links = createBacklog<string>(MAX_WAITING);
  const notificationClicks = createBacklog<ActivationArguments>(MAX_WAITING);
  const furtherStarts = createBacklog<readonly string[]>(Number.POSITIVE_INFINITY);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    links.add(url);
  });
  app.once('before-quit', () => {
    // Sending the last writes may take three seconds. Whoever starts Punchcard meanwhile wants it to run.
    let last: readonly string[] | null = null;
    app.removeAllListeners('second-instance').on('second-instance', (_event, args) => {
      last = args;
    });
    app.once('quit', () => {
      if (last !== null) app.relaunch({ execPath: programPath(), args: last.slice(1) });
    });
  });
  app.on('second-instance', (_event, args) => {
    const link = deepLinkIn(args);
    if (link === undefined) furtherStarts.add(args);
    else links.add(link);
  });
  const first = deepLinkIn(process.argv);
  if (first !== undefined) links.add(first);
  // Before the first window: a click may have started the app.
  if (process.platform === 'win32')
    void app.whenReady().then(() => Notification.handleActivation(notificationClicks.add));
  return { links, furtherStarts, notificationClicks };
}

/** Keeps the newest of what arrives until it can be followed. */
function createBacklog<T>(most: number) {
  let onNew: ((one: T) => void) | null = null;
  const waiting: T[] = [];
  return {
    isEmpty: (): boolean => waiting.length === 0,
    add(one: T): void {
      if (onNew !== null) onNew(one);
      else if (waiting.push(one) > most) waiting.shift();
    },
    /** Passes on everything, earlier ones first. */
    follow(listener: (one: T) => void): void {
      onNew = listener;
      for (const one of waiting.splice(0)) listener(one);
    },
  };
}
