/** From a click on the tray icon until the window is on screen, hidden or destroyed before. */
import { startTrayHost } from '../app/tray-host.ts';
import { type Bench, figure, quantile, spread } from './figures.ts';
import { type Launched, launch, prepare } from './launch.ts';

/** A click this soon after hiding does not open the window (ms). */
const BETWEEN_MS = 450;

export const window: Bench = {
  name: 'window',
  async run(_folder, { isQuick }) {
    const { bare, punchcard, stop } = await prepare();
    const host = await startTrayHost();
    try {
      const warm: Record<string, number[]> = { bare: [], punchcard: [] };
      for (const subject of [bare, punchcard]) {
        const icon = host.next();
        const app = launch(subject);
        await Promise.all([icon, app.at('list')]);
        await pause(3_000);
        const tray = await host.item();
        for (let turn = 0; turn < (isQuick ? 20 : 60); turn += 1) {
          await tray.click();
          await pause(BETWEEN_MS);
          const clickedAt = Date.now();
          await tray.click();
          const shownAt = await app.at('shown', turn);
          // The first click warms up.
          if (turn > 0) warm[subject.name]?.push(shownAt - clickedAt);
          await pause(BETWEEN_MS);
        }
        await app.end();
      }
      const made = await again(() => launch(punchcard, ['--hidden']), isQuick ? 7 : 20, host);
      const times = warm.punchcard ?? [];
      return [
        spread('bare: tray click → painted, warm', warm.bare ?? [], 'ms'),
        spread('tray click → painted, warm, p50', times, 'ms'),
        figure('tray click → painted, warm, p95', quantile(times, 0.95), 'ms', { goal: 50 }),
        spread('tray click → painted, window made anew, p50', made, 'ms'),
        figure('tray click → painted, window made anew, p95', quantile(made, 0.95), 'ms', { goal: 150 }),
      ];
    } finally {
      await host.stop();
      await stop();
    }
  },
};

/** After a hidden start there is no window, as after it was destroyed. */
async function again(
  start: () => Launched,
  turns: number,
  host: Awaited<ReturnType<typeof startTrayHost>>,
): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const icon = host.next();
    const app = start();
    await icon;
    await pause(3_000);
    const tray = await host.item();
    const clickedAt = Date.now();
    await tray.click();
    times.push((await app.at('list')) - clickedAt);
    await app.end();
  }
  return times;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
