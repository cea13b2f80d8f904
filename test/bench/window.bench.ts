/** From a click on the tray icon until the window is on screen, hidden or destroyed before. */
import { startTrayHost } from '../app/tray-host.ts';
import { type Bench, figure, pause, timesBare } from './figures.ts';
import { launch, prepare, untilIdle } from './launch.ts';

/** A click this soon after hiding does not open the window (ms). */
const BETWEEN_MS = 450;

export const window: Bench = {
  name: 'window',
  async run(_folder, { isQuick }) {
    const { bare, punchcard, stop } = await prepare();
    const host = await startTrayHost();
    const [turns, starts] = isQuick ? [10, 4] : [20, 10];
    const warm: Record<string, number[]> = { bare: [], punchcard: [] };
    const made: Record<string, number[]> = { bare: [], punchcard: [] };
    try {
      for (const subject of [bare, punchcard]) {
        const icon = host.next();
        const app = launch(subject);
        await Promise.all([icon, app.at('list')]);
        await untilIdle(app);
        const tray = await host.item();
        // The first click warms up.
        for (let turn = -1; turn < turns; turn += 1) {
          await tray.click();
          await pause(BETWEEN_MS);
          const clickedAt = Date.now();
          await tray.click();
          const shownAt = await app.at('shown', clickedAt);
          if (turn >= 0) warm[subject.name]?.push(shownAt - clickedAt);
          await pause(BETWEEN_MS);
        }
        await app.end();
      }
      for (let start = 0; start < starts; start += 1) {
        for (const subject of [bare, punchcard]) {
          const icon = host.next();
          const app = launch(subject, ['--hidden']);
          await icon;
          await untilIdle(app);
          const tray = await host.item();
          const clickedAt = Date.now();
          await tray.click();
          made[subject.name]?.push((await app.at('list')) - clickedAt);
          await app.end();
        }
      }
    } finally {
      await host.stop();
      await stop();
    }
    const shown = {
      unit: 'ms',
      values: warm.punchcard ?? [],
      bare: warm.bare ?? [],
      how: `${turns} clicks on the icon of a window hidden half a second before, until it is painted; the bare app likewise.`,
    } as const;
    const anew = {
      unit: 'ms',
      values: made.punchcard ?? [],
      bare: made.bare ?? [],
      how: `${starts} hidden starts in turn with the bare app, after each a click on the icon of the idle app, until the list is painted.`,
    } as const;
    return [
      figure('tray click → painted, warm', shown),
      figure('tray click → painted, warm, p95', { ...shown, share: 0.95, goal: timesBare(4) }),
      figure('tray click → painted, window made anew', anew),
      figure('tray click → painted, window made anew, p95', { ...anew, share: 0.95, goal: timesBare(1.5) }),
    ];
  },
};
