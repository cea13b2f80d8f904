/** The Day view with 300 entries: opening it, scrolling it, and dragging one of them. */
import type { Page } from 'playwright-core';
import { launchApp } from '../app/app.ts';
import { bareActs } from './bare-acts.ts';
import { type Bench, figure, pause, timesBare } from './figures.ts';
import { framesDuring, measure } from './frames.ts';
import { prepare } from './launch.ts';
import { addEntries, ENTRIES } from './opening.bench.ts';

const STEPS = 120;
const SETTLED_MS = 2_000;
const BLOCK = '.day-blocks__block';

export const day: Bench = {
  name: 'day',
  async run(_folder, { isQuick }) {
    const times = isQuick ? 3 : 7;
    const { punchcard, stop } = await prepare();
    try {
      addEntries(punchcard.dataFolder);
      const app = await launchApp({ dataFolder: punchcard.dataFolder });
      try {
        const page = await app.page();
        await page.locator('[data-task-id]').first().waitFor();
        await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
        await pause(SETTLED_MS);
        await page.getByRole('tab', { name: 'Time' }).click();
        await page.getByRole('button', { name: 'The week before' }).click();
        await page.locator('.entry-list__list > li:nth-child(20)').waitFor();
        const openings: number[] = [];
        // The first opening compiles code.
        for (let time = -1; time < times; time += 1) {
          const { ms } = await measure(page, page.getByText('Day', { exact: true }), BLOCK);
          if (time >= 0) openings.push(ms);
          if (time < times - 1) await page.getByText('List', { exact: true }).click();
        }
        const blocks = await page.locator(BLOCK).count();
        if (blocks !== ENTRIES) throw new Error(`${blocks} blocks`);
        const scrolling = await scrolled(page);
        const dragging = await dragged(page);
        const acts = await bareActs();
        const bare = acts.frames;
        const how = `${STEPS} steps of the wheel, up and down, on a day of ${ENTRIES} entries; beside the frames of the idle bare app.`;
        const howDragged = `${STEPS} moves of the pointer with an entry on a day of ${ENTRIES} entries; beside the same.`;
        return [
          figure(`opening Day with ${ENTRIES} entries`, {
            unit: 'ms',
            values: openings,
            bare: acts.draws,
            goal: timesBare(4),
            how: `${times} openings after a first one, from the click until the blocks are painted; beside the bare app reading 100 kB of JSON and drawing it.`,
          }),
          figure('Day: frame while scrolling', { unit: 'ms', values: scrolling, bare, goal: timesBare(1.02), how }),
          figure('Day: frame while scrolling, p95', {
            unit: 'ms',
            values: scrolling,
            bare,
            share: 0.95,
            goal: timesBare(1.2),
            how,
          }),
          figure('Day: frame while dragging', {
            unit: 'ms',
            values: dragging,
            bare,
            goal: timesBare(1.02),
            how: howDragged,
          }),
          figure('Day: frame while dragging, p95', {
            unit: 'ms',
            values: dragging,
            bare,
            share: 0.95,
            goal: timesBare(1.2),
            how: howDragged,
          }),
        ];
      } finally {
        await app.kill();
      }
    } finally {
      await stop();
    }
  },
};

async function scrolled(page: Page): Promise<number[]> {
  const top = () => page.locator('.day__scroller').evaluate(({ scrollTop }) => scrollTop);
  await page.locator('.day__scroller').hover();
  const tops = new Set<number>();
  const frames = await framesDuring(page, async () => {
    for (let step = 0; step < STEPS; step += 1) {
      await page.mouse.wheel(0, step % 30 < 15 ? 40 : -40);
      if (step % 15 === 14) tops.add(await top());
    }
  });
  if (tops.size < 2) throw new Error('It did not scroll');
  return frames;
}

/** Drags an entry up and down, and leaves it. */
async function dragged(page: Page): Promise<number[]> {
  const box = await page.locator('.day__scroller').boundingBox();
  if (box === null) throw new Error('Not on screen');
  const [x, y] = [box.x + 150, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = await framesDuring(page, async () => {
    for (let step = 1; step <= STEPS; step += 1) {
      const away = step % 60 < 30 ? step % 30 : 30 - (step % 30);
      await page.mouse.move(x, y + away * 3);
    }
    await page.locator('.day-overlay__lifted').waitFor();
  });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return frames;
}
