/**
 * The idle cost of an app over all its processes: memory with the window open and closed for a minute; processor time of the first
 * minute; processor time and wake-ups with a running timer and no window.
 */
import { sendToApp } from '../../electron/cli/socket-client.ts';
import { startTrayHost } from '../app/tray-host.ts';
import { type Bench, beside, figure, spread } from './figures.ts';
import { launch, memoryOf, prepare, type Subject, usageOf } from './launch.ts';

const MB = 1024 * 1024;
const MINUTE = 60_000;
/** A little more than a minute. */
const CLOSED_MS = 65_000;
/**
 * Wake-ups per second beyond the bare app's. By thread over 90 s there were 2.5: about 0.8 in main (polls, pings and their work), 0.3 in
 * V8's workers, 0.4 in the pool of the pages' process, and one per second on its main thread, from 40 s after the window closed, with
 * or without a timer. Its cause is unknown: the remaining quick-add page has no repeating timer. An additional tick per second exceeds
 * this limit.
 */
const MORE_WAKE_UPS = 3;

interface Seen {
  open: number[];
  closed: number[];
  cpu: number[];
  /** From a single rest of ten minutes. */
  idle: { cpu: number; wakeUps: number };
}
const nothing = (): Seen => ({ open: [], closed: [], cpu: [], idle: { cpu: Number.NaN, wakeUps: Number.NaN } });

export const rest: Bench = {
  name: 'rest',
  async run(_folder, { isQuick }) {
    const { bare, punchcard, stop } = await prepare();
    const host = await startTrayHost();
    const seen = { bare: nothing(), punchcard: nothing() };
    const idleMs = isQuick ? MINUTE : 10 * MINUTE;
    const once = async (subject: Subject, isLong: boolean) => {
      const mine = seen[subject.name];
      const icon = host.next();
      const app = launch(subject);
      await Promise.all([icon, app.at('list')]);
      await pause(app.startedAt + MINUTE - Date.now());
      mine.cpu.push(usageOf(app.pid).cpuMs);
      mine.open.push(memoryOf(app.pid) / MB);
      const tray = await host.item();
      if (isLong && subject.name === 'punchcard') await sendToApp(subject.dataFolder, { do: 'start', task: null });
      await tray.click();
      await pause(CLOSED_MS);
      mine.closed.push(memoryOf(app.pid) / MB);
      if (isLong) {
        const before = usageOf(app.pid);
        await pause(idleMs);
        const after = usageOf(app.pid);
        mine.idle = {
          cpu: ((after.cpuMs - before.cpuMs) / idleMs) * 100,
          wakeUps: (after.wakeUps - before.wakeUps) / (idleMs / 1000),
        };
      }
      await app.end();
    };
    try {
      for (let turn = 0; turn < (isQuick ? 1 : 3); turn += 1) {
        await once(bare, turn === 0);
        await once(punchcard, turn === 0);
      }
    } finally {
      await host.stop();
      await stop();
    }
    const idle = { bare: seen.bare.idle, own: seen.punchcard.idle };
    const beyond = (of: 'cpu' | 'wakeUps') => Math.max(0, idle.own[of] - idle.bare[of]);
    return [
      spread('bare: memory, window open (PSS)', seen.bare.open, 'MB'),
      spread('bare: memory, window hidden for a minute (PSS)', seen.bare.closed, 'MB'),
      beside('memory, popover open (PSS)', seen.punchcard.open, seen.bare.open, 'MB', 1.08),
      beside('memory, popover closed for a minute (PSS)', seen.punchcard.closed, seen.bare.open, 'MB', 0.9),
      spread('bare: processor, first minute', seen.bare.cpu, 'ms'),
      beside('processor, first minute', seen.punchcard.cpu, seen.bare.cpu, 'ms', 1.5),
      figure('bare: processor, idle', idle.bare.cpu, '% of a core'),
      figure('processor, idle, timer running, popover closed', idle.own.cpu, '% of a core'),
      figure('processor, idle, beyond the bare app', beyond('cpu'), '% of a core', { goal: 0.1 }),
      figure('bare: wake-ups, idle', idle.bare.wakeUps, 'per s'),
      figure('wake-ups, idle, timer running, popover closed', idle.own.wakeUps, 'per s'),
      figure('wake-ups, idle, beyond the bare app: nothing ticks unseen', beyond('wakeUps'), 'per s', {
        goal: MORE_WAKE_UPS,
      }),
    ];
  },
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
