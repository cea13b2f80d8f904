/**
 * The cost of polls without changes at a service without sockets: requests, bytes on the wire, and changes in the window.
 */
import { POLLS_WITH_SOCKET } from '../../electron/service/delays.ts';
import { launchApp } from '../app/app.ts';
import { untilState } from '../app/steps.ts';
import { until } from '../until.ts';
import { atMost, type Bench, figure, pause } from './figures.ts';
import { prepare } from './launch.ts';

const HOUR_S = 3600;
/** The shortest poll interval of the settings. */
const SHORTEST_S = 30;

export const polling: Bench = {
  name: 'polling',
  async run(_folder, { isQuick }) {
    const { service, punchcard, wire, stop } = await prepare({ realtime: false });
    const app = await launchApp({ dataFolder: punchcard.dataFolder });
    try {
      const page = await app.page();
      const first = await untilState(
        page,
        ({ tasks, account }) => tasks.fetchedAt !== null && account?.status === 'signed-in',
      );
      const { pollSeconds } = first.settings;
      await page.evaluate((seconds) => window.punchcard.send('settings.change', { pollSeconds: seconds }), SHORTEST_S);
      await page.evaluate(() => window.punchcard.send('tasks.refresh', {}));
      const count = (path: string) => service.served.requests.filter((one) => one.path.includes(path)).length;
      const polled = () => count('/task/assigned');
      // Only while the window is on screen: the unread number, at most once a minute, and the timers that run elsewhere.
      const unread = () => count('/notification');
      const remoteTimers = () => count('/time-entry/task/');
      // The requests and rendering of the start are done.
      await pause(10_000);
      await page.evaluate(() => {
        const moved = { events: 0, changes: 0 };
        Object.assign(window, { moved });
        window.punchcard.onState(() => {
          moved.events += 1;
        });
        // Only the list; its age next to it changes.
        const list = document.querySelector('.task-row__row')?.parentElement ?? document.body;
        new MutationObserver((all) => {
          moved.changes += all.length;
        }).observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
      });
      const before = {
        polls: polled(),
        unread: unread(),
        remoteTimers: remoteTimers(),
        requests: service.served.requests.length,
        ...wire.bytes,
      };
      for (let poll = 1; poll <= (isQuick ? 1 : 3); poll += 1)
        await until(polled, (polls) => polls >= before.polls + poll);
      await pause(1_000);
      const polls = polled() - before.polls;
      const unreadRequests = unread() - before.unread;
      const remoteTimerRequests = remoteTimers() - before.remoteTimers;
      const requests = service.served.requests.length - before.requests - unreadRequests - remoteTimerRequests;
      const bytes = wire.bytes.up + wire.bytes.down - before.up - before.down;
      const moved = await page.evaluate(
        () => (window as unknown as { moved: { events: number; changes: number } }).moved,
      );
      const perHour = HOUR_S / pollSeconds;
      const kilobytes = bytes / polls / 1024;
      const how = `${polls} polls of a list of a hundred tasks without changes, counted at the server and in the window, at the shortest interval; per hour as it would be at the usual one.`;
      const counted = { unit: '', how } as const;
      const sent = { unit: 'kB', how } as const;
      return [
        figure('polling: requests per poll', { ...counted, values: requests / polls, goal: atMost(1) }),
        figure('polling: requests for the unread number per poll, window on screen', {
          ...counted,
          values: unreadRequests / polls,
          goal: atMost(1),
        }),
        figure('polling: requests for timers running elsewhere per poll, window on screen', {
          ...counted,
          values: remoteTimerRequests / polls,
        }),
        figure('polling: kilobytes per poll', { ...sent, values: kilobytes }),
        figure('polling: requests an hour, without sockets', { ...counted, values: perHour }),
        figure('polling: kilobytes an hour, without sockets', { ...sent, values: perHour * kilobytes }),
        figure('polling: requests an hour, with sockets', { ...counted, values: perHour / POLLS_WITH_SOCKET }),
        figure('polling: kilobytes an hour, with sockets', {
          ...sent,
          values: (perHour * kilobytes) / POLLS_WITH_SOCKET,
        }),
        figure('polling: messages to the window', { ...counted, values: moved.events, goal: atMost(0) }),
        figure('polling: changes of the list on screen', { ...counted, values: moved.changes, goal: atMost(0) }),
      ];
    } finally {
      await app.quit();
      await stop();
    }
  },
};
