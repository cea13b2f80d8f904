/**
 * Proposals for a gap with two weeks of windows of ActivityWatch, which hangs: the first answer, the panel, and the requests that are made
 * for them.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openEvidenceStore } from '../../electron/features/proposals/evidence-store.ts';
import { dayAfter, dayBounds, localDay } from '../../shared/time/day.ts';
import { launchApp } from '../app/app.ts';
import { outgoingIn } from '../app/net-log.ts';
import { newAddresses } from '../app/new-addresses.ts';
import { resultOf, sendNow, untilState } from '../app/steps.ts';
import { listenOnLoopback } from '../loopback.ts';
import { bareActs } from './bare-acts.ts';
import { atMost, type Bench, figure, pause, timesBare } from './figures.ts';
import { measure } from './frames.ts';
import { prepare } from './launch.ts';

const [DAYS, WINDOWS] = [14, 2_000];
const [HOUR, SETTLED_MS] = [3_600_000, 2_000];
const FIRST = '.fill-gap__panel [role=option]';
/** Polls of an open window have been made by then. */
const POLLED_MS = 20_000;
const yesterday = dayAfter(localDay(Date.now()), -1);
const at = (hour: number): number => dayBounds(yesterday).from + hour * HOUR;
const iso = (hour: number): string => new Date(at(hour)).toISOString();

export const gap: Bench = {
  name: 'gap',
  async run(folder, { isQuick }) {
    const starts = isQuick ? 2 : 7;
    const asked = new Set<string>();
    const activityWatch = createServer(({ url = '' }) => void asked.add(`GET ${url.replace(/\?.*/, '')}`));
    await listenOnLoopback(activityWatch);
    const { port } = activityWatch.address() as AddressInfo;
    const { service, wire, punchcard, stop } = await prepare({
      async also(page) {
        const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
        for (const hour of [9, 11]) {
          const taskId = tasks.tasks[hour]?.id ?? '';
          await resultOf(page, 'time.add', { taskId, startTime: iso(hour), endTime: iso(hour + 1), note: '' });
        }
        await resultOf(page, 'outbox.send-now', {});
        await resultOf(page, 'proposals.change', { on: ['activityWatch', 'punchcard'], port });
        const office = { from: 9 * 60, to: 12 * 60, break: null };
        await resultOf(page, 'time-rules.change', { hours: Array(7).fill(office) });
      },
    });
    addWindows(punchcard.dataFolder);
    const log = join(folder, 'net.json');
    const short: number[] = [];
    const long: number[] = [];
    const panel: number[] = [];
    let caused: string[] = [];
    try {
      for (let start = 0; start < starts; start += 1) {
        for (const [hours, times] of [[1, short] as const, [9, long] as const]) {
          const begin = service.served.requests.length;
          const app = await launchApp({ dataFolder: punchcard.dataFolder, args: [`--log-net-log=${log}`] });
          const page = await app.page();
          await page.locator('[data-task-id]').first().waitFor();
          await pause(SETTLED_MS);
          const ms = await page.evaluate(
            async (span) => {
              const from = performance.now();
              await window.punchcard.send('proposals.read', span);
              return performance.now() - from;
            },
            { from: iso(10), to: iso(10 + hours) },
          );
          times.push(ms);
          if (start === starts - 1 && hours > 1) {
            await pause(POLLED_MS);
            const before = service.served.requests.length - begin;
            await page.keyboard.press('Control+3');
            await page.getByText('Day', { exact: true }).click();
            await page.getByRole('button', { name: 'The day before' }).click();
            for (let opening = 0; opening < starts; opening += 1) {
              if (opening > 0) await page.keyboard.press('Escape');
              panel.push((await measure(page, page.locator('.day-blocks__gap').first(), FIRST, 'f')).ms);
            }
            await page.keyboard.press('Enter');
            await untilState(page, ({ outbox }) => outbox.total > 0);
            await sendNow(app, page);
            await untilState(page, ({ outbox }) => outbox.total === 0);
            caused = newAddresses(service.served.requests.slice(begin), before);
          }
          await app.quit();
        }
      }
    } finally {
      await stop();
      activityWatch.closeAllConnections();
      activityWatch.close();
    }
    const others = outgoingIn(log).filter(
      (one) => ![new URL(wire.url).port, port].some((own) => one.includes(`127.0.0.1:${own}`)),
    );
    const named = (all: readonly string[]): string => (all.length === 0 ? 'none' : all.join(', '));
    const how = `${starts} starts: the first answer for it, with ${WINDOWS.toLocaleString('en')} windows on each of ${DAYS} days; beside the bare app reading 100 kB of JSON and drawing it.`;
    const { draws: bare } = await bareActs();
    return [
      figure('first proposals for a gap of an hour', { unit: 'ms', values: short, bare, goal: timesBare(2), how }),
      figure('first proposals for a gap of nine hours', { unit: 'ms', values: long, bare, goal: timesBare(2), how }),
      figure('key F on a gap → first proposal painted', {
        unit: 'ms',
        values: panel,
        bare,
        goal: timesBare(2),
        how: `${starts} openings while ActivityWatch does not answer; beside the same.`,
      }),
      figure('filling a gap: addresses asked beside ActivityWatch, polls and the entry’s own', {
        unit: '',
        values: caused.filter((one) => one !== 'POST /api/time-entry').length + others.length,
        goal: atMost(0),
        how: `From opening the gap until its entry is sent. Of the service: ${named(caused)}; of ActivityWatch: ${named([...asked])}; elsewhere: ${named(others)}.`,
      }),
    ];
  },
};

function addWindows(dataFolder: string): void {
  const store = openEvidenceStore(join(dataFolder, 'evidence.sqlite'));
  for (let day = 0; day < DAYS; day += 1) {
    const { from, to } = dayBounds(dayAfter(yesterday, -day));
    const windows = Array.from({ length: WINDOWS }, (_, number) => {
      const start = from + 8 * HOUR + number * 18_000;
      const title = `file-${(number * 7_919) % 600}.ts, Task ${number % 100} - api - ${number % 40}`;
      return { kind: 'window' as const, from: start, to: start + 17_000, app: 'Code', title };
    });
    store.replace('activityWatch', 'stored', { from, to }, windows);
  }
  store.close();
}
