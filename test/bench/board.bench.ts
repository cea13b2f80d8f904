/**
 * A board of 10,000 tasks in the real app, served by the local workspace on loopback: when the first cards are there, and when
 * all are, beside a bare reading of the same pages; what it takes of memory; how scrolling goes; how much of it is in the page.
 */
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { launchApp } from '../app/app.ts';
import { pssOf } from '../app/processes.ts';
import { type Service, startService } from '../app/service.ts';
import { readState, signIn, until } from '../app/steps.ts';
import { type Bench, type Figure, figure, quantile } from './figures.ts';
import { memoryOf } from './launch.ts';

const TASKS = 10_000;
const PAGE = 100;
const WHEEL_STEPS = 120;
const MB = 1024 * 1024;

export const board: Bench = {
  name: 'board',
  async run() {
    const service = await startService();
    const projectId = await fill(service);
    const bareMs = await readBare(service, projectId);
    const app = await launchApp();
    try {
      const page = await signIn(app, service);
      await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
      const before = { main: pssOf(app.pid), all: memoryOf(app.pid) };
      // From now on the one that was last open.
      await page.evaluate((id) => window.punchcard.send('board.open', { projectId: id }), projectId);
      await page.evaluate(() => window.punchcard.send('board.close', {}));
      const first = await open(page, service);
      const scroll = await scrolled(page);
      const after = { main: pssOf(app.pid), all: memoryOf(app.pid) };
      const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
      const cards = await page.evaluate(() => document.querySelectorAll('[data-card-id]').length);
      await leave(page);
      const again = await open(page, service);
      return [
        figure('board of 10,000, bare reading of all pages', bareMs, 'ms'),
        figure('first page answered → first cards on screen', first.firstMs, 'ms', { goal: 150 }),
        figure('board opened → all cards', first.allMs, 'ms', { ratio: first.allMs / bareMs, goal: 5 }),
        figure('opened again, unchanged → all cards', again.allMs, 'ms', { goal: 1000 }),
        ...memory('main', before.main, after.main, 60),
        ...memory('all processes', before.all, after.all, 150),
        // 60 a second, and the clock's own steps.
        figure('frame while scrolling, p50', quantile(scroll, 0.5), 'ms', { goal: 17 }),
        figure('frame while scrolling, p95', quantile(scroll, 0.95), 'ms', { goal: 20 }),
        figure('frame while scrolling, longest', Math.max(...scroll), 'ms'),
        figure('elements in the page', nodes, 'rows', { goal: 1500 }),
        figure('cards among them', cards, 'rows', { goal: 200 }),
      ];
    } finally {
      await app.kill();
      await service.stop();
    }
  },
};

function memory(of: string, before: number, after: number, goal: number): Figure[] {
  return [
    figure(`memory of ${of} without the board (PSS)`, before / MB, 'MB'),
    figure(`memory of ${of} more with it (PSS)`, (after - before) / MB, 'MB', { goal }),
  ];
}

/** A project of its own, its tasks spread over the columns, with labels' worth of title. */
async function fill({ call }: Service): Promise<string> {
  const [workspace] = Named.parse(await (await call('GET', '/workspace')).json());
  const made = await call('POST', '/project', {
    name: 'Ten thousand',
    slug: 'BIG',
    icon: 'x',
    workspaceId: workspace?.id,
  });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const columns = z.array(z.object({ slug: z.string() })).parse(await (await call('GET', `/column/${id}`)).json());
  const priorities = ['no-priority', 'low', 'medium', 'high', 'urgent'];
  for (let number = 1; number <= TASKS; number += 1) {
    // Most lie in one column: that is the one that has to scroll.
    const status = columns[number % 3 === 0 ? number % columns.length : 0]?.slug;
    const title = `Task ${number}: what there is to do, in as many words as it usually takes`;
    const priority = priorities[number % priorities.length];
    const description = 'Why, and how it is to be seen that it is done. '.repeat(number % 8);
    const dueDate = number % 4 === 0 ? '2026-12-24T00:00:00.000Z' : undefined;
    const answer = await call('POST', `/task/${id}`, { title, description, priority, status, dueDate });
    if (!answer.ok) throw new Error(await answer.text());
  }
  return id;
}
const Named = z.array(z.object({ id: z.string() }));

/** What it takes without Punchcard: the same requests one after the other, answers parsed as JSON and forgotten (ms). */
async function readBare({ served, apiKey }: Service, projectId: string): Promise<number> {
  const headers = { Authorization: `Bearer ${apiKey()}` };
  const start = performance.now();
  for (let page = 1; page <= TASKS / PAGE; page += 1) {
    const query = `page=${page}&limit=${PAGE}&sortBy=number&sortOrder=asc`;
    const answer = await fetch(`${served.baseUrl}/task/tasks/${projectId}?${query}`, { headers });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    await answer.json();
  }
  return performance.now() - start;
}

/** The Board tab, until all cards are there. `firstMs`: from the service's first answer to the first card on screen. */
async function open(page: Page, service: Service): Promise<{ firstMs: number; allMs: number }> {
  let answeredAt = Number.NaN;
  service.served.intercept = (request) => {
    // When the second page is asked for, the first one has been read.
    if (Number.isNaN(answeredAt) && request.url.includes('page=2&')) answeredAt = Date.now();
    return undefined;
  };
  await page.evaluate(() => {
    const seen = { firstAt: Number.NaN, allAt: Number.NaN };
    Object.assign(window, { boardBench: seen });
    const look = () => {
      if (Number.isNaN(seen.firstAt) && document.querySelector('[data-card-id]')) seen.firstAt = Date.now();
      if (Number.isNaN(seen.allAt)) requestAnimationFrame(look);
    };
    look();
  });
  const start = Date.now();
  await page.getByRole('tab', { name: 'Board' }).click();
  await until(
    () => readState(page),
    ({ board: shown }) => shown !== null && shown.progress === null && shown.fetchedAt !== null,
    120_000,
  );
  const allMs = Date.now() - start;
  const firstAt = await page.evaluate(() => {
    const seen = (window as unknown as { boardBench: { firstAt: number; allAt: number } }).boardBench;
    seen.allAt = Date.now();
    return seen.firstAt;
  });
  service.served.intercept = undefined;
  return { firstMs: firstAt - answeredAt, allMs };
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /My tasks/ }).click();
  await page.evaluate(() => window.punchcard.send('board.close', {}));
  await until(
    () => readState(page),
    ({ board: shown }) => shown === null,
  );
}

/** Turns the wheel over the first column; gives how long each frame took meanwhile (ms). */
async function scrolled(page: Page): Promise<number[]> {
  await page.locator('[data-card-id]').first().hover();
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { boardFrames: frames });
    let last = performance.now();
    const frame = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let step = 0; step < WHEEL_STEPS; step += 1) await page.mouse.wheel(0, 240);
  const { frames, top } = await page.evaluate(() => ({
    frames: (window as unknown as { boardFrames: number[] }).boardFrames,
    top: Math.max(...[...document.querySelectorAll('.cards')].map(({ scrollTop }) => scrollTop)),
  }));
  if (top < 10_000) throw new Error(`It did not scroll: ${top}`);
  return frames.slice(1);
}
