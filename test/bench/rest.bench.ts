/**
 * What an unused app costs, over all its processes: processor time in the first minute, memory with the window open and closed, and
 * processor time and wake-ups while a timer runs without a window.
 *
 * Two bare apps and two Punchcards run in the same minutes, which is a quarter of the time of one after the other.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendToApp } from '../../electron/cli/socket-client.ts';
import { KEY, openKeyboard } from '../app/keyboard.ts';
import { startTrayHost } from '../app/tray-host.ts';
import { type Bench, beyondBare, figure, pause, timesBare } from './figures.ts';
import { copyOfElectron, type Launched, launch, memoryOf, prepare, type Subject, usageOf, wakeUps } from './launch.ts';
import { DAYS, playDay, readDay } from './whole-day.bench.ts';

const MB = 1024 * 1024;
const MINUTE = 60_000;
/** A little more than a minute. */
const CLOSED_MS = 65_000;
/** Between two starts, which are busy for about five seconds. */
const APART_MS = 10_000;
/** Memory varies by a few hundred kB; a slice contains at least one ping of each socket. */
const [READINGS, SLICE_MS] = [5, 30_000];

export const rest: Bench = {
  name: 'rest',
  async run(_folder, { isQuick }) {
    const slices = isQuick ? 1 : 4;
    const unused = await prepare();
    // Two apps cannot have the same shortcut, and quick add is prepared only with one.
    const used = await prepare({
      also: (page) =>
        page.evaluate(() => window.punchcard.send('shortcut.set', { name: 'quick-add', accelerator: 'Control+Alt+K' })),
    });
    // In memory if there is room: a copy that is read from the disk starts late.
    const copies = mkdtempSync(join(tmpdir(), 'electron-'));
    const host = await startTrayHost();
    const keyboard = await openKeyboard();

    async function observe(subject: Subject, { timer = false, quickAdd = false } = {}) {
      const app = launch(subject);
      await app.at('list');
      await pause(app.startedAt + MINUTE - Date.now());
      const cpuMs = usageOf(app.pid).cpuMs;
      const open = memoryOf(app.pid) / MB;
      if (timer) await sendToApp(subject.dataFolder, { do: 'start' });
      if (quickAdd) await openQuickAddOnce(subject, app);
      const closedAt = Date.now();
      await (await host.item(app.pid)).click();
      await app.at('hidden', closedAt);
      await pause(CLOSED_MS);
      const closed: number[] = [];
      while (closed.length < READINGS) {
        closed.push(memoryOf(app.pid) / MB);
        await pause(500);
      }
      const idle: { cpu: number; wakeUps: number }[] = [];
      while (idle.length < slices) {
        const before = usageOf(app.pid);
        await pause(SLICE_MS);
        const after = usageOf(app.pid);
        idle.push({
          cpu: ((after.cpuMs - before.cpuMs) / SLICE_MS) * 100,
          wakeUps: wakeUps(before, after) / (SLICE_MS / 1000),
        });
      }
      await app.end();
      return { cpuMs, open, closed, idle };
    }

    async function hiddenMinute(subject: Subject): Promise<number> {
      const app = launch(subject, ['--hidden']);
      await pause(MINUTE);
      const { cpuMs } = usageOf(app.pid);
      await app.end();
      return cpuMs;
    }

    async function openQuickAddOnce(subject: Subject, app: Launched): Promise<void> {
      await sendToApp(subject.dataFolder, { do: 'add' });
      await pause(2_000);
      const leftAt = Date.now();
      await keyboard.press(KEY.escape);
      await app.at('hidden', leftAt);
    }

    try {
      const own = (subject: Subject, name: string) => ({ ...subject, electron: copyOfElectron(join(copies, name)) });
      const apps = {
        bareOne: own(unused.bare, 'one'),
        withQuickAdd: own(used.punchcard, 'two'),
        bareTwo: own(used.bare, 'three'),
        withTimer: own(unused.punchcard, 'four'),
      };
      const later = (starts: number) => pause(starts * APART_MS);
      const [bareOne, withQuickAdd, bareTwo, withTimer] = await Promise.all([
        observe(apps.bareOne),
        later(1).then(() => observe(apps.withQuickAdd, { quickAdd: true })),
        later(2).then(() => observe(apps.bareTwo)),
        later(3).then(() => observe(apps.withTimer, { timer: true })),
      ]);
      const hiddenMs = await hiddenMinute(apps.withTimer);
      const bare = [bareOne, bareTwo];
      const punchcard = [withQuickAdd, withTimer];
      const bareOpen = bare.map(({ open }) => open);
      const mean = (of: 'cpu' | 'wakeUps', idle: typeof bareOne.idle) =>
        idle.reduce((sum, one) => sum + one[of], 0) / idle.length;
      const idle = (of: 'cpu' | 'wakeUps') => ({
        values: withTimer.idle.map((one) => one[of]),
        value: mean(of, withTimer.idle),
        bare: mean(of, [...bareOne.idle, ...bareTwo.idle]),
      });
      const both = 'Two bare apps and two Punchcards in the same minutes, started ten seconds apart';
      const closedHow = (what: string) =>
        `${READINGS} readings of all processes (PSS) 65 s after a click on the icon closed the popover, ${what}, beside two bare apps with their window open.`;
      const idleHow = `The mean of ${slices * 30} s, from 70 s after the popover was closed, with a running timer, beside two bare apps with a hidden window in the same minutes; the middle half is of slices of 30 s.`;
      return [
        figure('processor, first minute', {
          unit: 'ms',
          values: punchcard.map(({ cpuMs }) => cpuMs),
          bare: bare.map(({ cpuMs }) => cpuMs),
          goal: timesBare(2.2),
          how: `${both}: processor time of all processes in the first minute of each.`,
        }),
        figure('processor, first minute, hidden at log-in', {
          unit: 'ms',
          values: hiddenMs,
          bare: bare.map(({ cpuMs }) => cpuMs),
          goal: timesBare(1.5),
          how: 'One start with --hidden, a minute after those: the same of its first minute, beside those of the bare apps with their window.',
        }),
        figure('memory, popover open', {
          unit: 'MB',
          values: punchcard.map(({ open }) => open),
          bare: bareOpen,
          goal: timesBare(1.08),
          how: `${both}: all processes (PSS) after the first minute of each, with the window open.`,
        }),
        figure('memory, popover closed for a minute, quick add not used lately', {
          unit: 'MB',
          values: withTimer.closed,
          bare: bareOpen,
          goal: timesBare(0.8),
          how: closedHow('in a profile that never opened quick add'),
        }),
        figure('memory, popover closed for a minute, quick add used lately', {
          unit: 'MB',
          values: withQuickAdd.closed,
          bare: bareOpen,
          goal: timesBare(0.95),
          how: closedHow('after quick add had been opened once'),
        }),
        ...DAYS.map((name) => {
          const { inMemory } = playDay(readDay(name));
          const closed = withTimer.closed.reduce((sum, one) => sum + one, 0) / READINGS;
          return figure(`${name} day: memory, averaged`, {
            unit: 'MB',
            values: inMemory * withTimer.open + (1 - inMemory) * closed,
            bare: bareOpen,
            goal: timesBare(0.95),
            how: `Over 24 hours of the day in test/bench/days: with the window open while its policy keeps a page, else as closed for a minute; beside two bare apps with their window open.`,
          });
        }),
        figure('processor, timer running, popover closed', {
          unit: '% of a core',
          ...idle('cpu'),
          goal: beyondBare(0.1),
          how: idleHow,
        }),
        figure('wake-ups, timer running, popover closed', {
          unit: 'per s',
          ...idle('wakeUps'),
          goal: beyondBare(0.5),
          how: idleHow,
        }),
      ];
    } finally {
      keyboard.close();
      await host.stop();
      await unused.stop();
      await used.stop();
      rmSync(copies, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
