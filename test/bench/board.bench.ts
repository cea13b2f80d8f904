/**
 * A board of 10,000 tasks in the whole app, served by the local workspace on loopback: the time to the first and to all cards, beside
 * plain requests for the same pages; memory; scrolling; the number of elements in the page.
 */
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { launchApp, type RunningApp } from '../app/app.ts';
import { pssOf } from '../app/processes.ts';
import { type Service, startService } from '../app/service.ts';
import { signIn, untilState } from '../app/steps.ts';
import { bareActs } from './bare-acts.ts';
import { atMost, type Bench, type Figure, figure, timesBare } from './figures.ts';
import { framesDuring } from './frames.ts';
import { memoryOf } from './launch.ts';

const TASKS = 10_000;
const PAGE = 100;
const WHEEL_STEPS = 120;
const SETTLED_MS = 3_000;
const MB = 1024 * 1024;

interface Opened {
  /** From the service's first answer until the first cards are painted. */
  firstMs: number;
  allMs: number;
}

export const board: Bench = {
  name: 'board',
  async run(_folder, { isQuick }) {
    const service = await startService();
    try {
      const projectId = await fill(service);
      const openings = isQuick ? 2 : 3;
      const bare: number[] = [];
      const opened: Opened[] = [];
      // Only an app that never read the board waits for its first page.
      while (opened.length < openings - 1) {
        bare.push(await readBare(service, projectId));
        opened.push(await inApp(service, projectId, (page) => open(page, service)));
      }
      bare.push(await readBare(service, projectId));
      const rest = await inApp(service, projectId, async (page, app) => {
        const before = { main: pssOf(app.pid), all: memoryOf(app.pid) };
        opened.push(await open(page, service));
        const scroll = await scrolled(page);
        const after = { main: pssOf(app.pid), all: memoryOf(app.pid) };
        const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
        const cards = await page.evaluate(() => document.querySelectorAll('[data-card-id]').length);
        const again: number[] = [];
        while (again.length < openings) {
          await leave(page);
          again.push((await open(page, service)).allMs);
        }
        return { before, scroll, after, nodes, cards, again };
      });
      const { before, scroll, after, nodes, cards, again } = rest;
      const acts = await bareActs();
      const drawn = 'beside the bare app reading 100 kB of JSON and drawing it';
      const how = `${openings} openings of a board of 10,000 cards`;
      const first = `${how}, each by an app that never read it`;
      const scrolling = {
        unit: 'ms',
        values: scroll,
        bare: acts.frames,
        how: `${WHEEL_STEPS} steps of the wheel in its longest column; beside the frames of the idle bare app.`,
      } as const;
      return [
        figure('board: first page sent → first cards painted', {
          unit: 'ms',
          values: opened.map(({ firstMs }) => firstMs),
          bare: acts.draws,
          goal: timesBare(2),
          how: `${first}, from the last byte of the first page at the server until the cards are painted; ${drawn}.`,
        }),
        figure('board: click → all its cards', {
          unit: 'ms',
          values: opened.map(({ allMs }) => allMs),
          bare,
          goal: timesBare(2.5),
          how: `${first}, from the click until the board counts all cards, beside requests for the same pages in sequence.`,
        }),
        figure('board: opened again → all its cards', {
          unit: 'ms',
          values: again,
          bare: acts.draws,
          goal: timesBare(20),
          how: `${how} that was read before and has not changed; ${drawn}.`,
        }),
        memory('main', before.main, after.main, 60),
        memory('all processes', before.all, after.all, 150),
        // The display has 60 frames a second; the rest is the resolution of the clock.
        figure('board: frame while scrolling', { ...scrolling, goal: timesBare(1.02) }),
        figure('board: frame while scrolling, p95', { ...scrolling, share: 0.95, goal: timesBare(1.2) }),
        figure('board: frame while scrolling, longest', { ...scrolling, share: 1 }),
        figure('board: elements in the page', {
          unit: '',
          values: nodes,
          goal: atMost(1500),
          how: 'All elements of the window after scrolling.',
        }),
        figure('board: cards among them', {
          unit: '',
          values: cards,
          goal: atMost(200),
          how: 'The cards among those.',
        }),
      ];
    } finally {
      await service.stop();
    }
  },
};

/** A new signed-in app with this board selected but never read. */
async function inApp<T>(
  service: Service,
  projectId: string,
  measure: (page: Page, app: RunningApp) => Promise<T>,
): Promise<T> {
  const app = await launchApp();
  try {
    const page = await signIn(app, service);
    await page.evaluate(() => window.punchcard.send('settings.change', { pinned: true }));
    // Makes it the last open board.
    await page.evaluate((id) => window.punchcard.send('board.open', { projectId: id }), projectId);
    await page.evaluate(() => window.punchcard.send('board.close', {}));
    // Waits for the work after a sign-in.
    await page.waitForTimeout(SETTLED_MS);
    return await measure(page, app);
  } finally {
    await app.kill();
  }
}

const memory = (of: string, before: number, after: number, goal: number): Figure =>
  figure(`board: memory of ${of} beyond that without it`, {
    unit: 'MB',
    values: (after - before) / MB,
    goal: atMost(goal),
    how: `PSS after opening and scrolling it, less the ${Math.round(before / MB)} MB before.`,
  });

/** A project whose tasks are spread over the columns. */
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
    // Most tasks are in one column, which scrolls.
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

/** The time without Punchcard: the same requests in sequence, with parsed answers (ms). */
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

/** Opens the Board tab and waits for all cards. */
async function open(page: Page, { served }: Service): Promise<Opened> {
  const asked = served.requests.length;
  await page.evaluate(
    (all) => {
      const seen = { clickedAt: Number.NaN, firstAt: Number.NaN, allAt: Number.NaN };
      Object.assign(window, { boardBench: seen });
      // Playwright's own steps before the click are not the app's.
      addEventListener(
        'click',
        () => {
          seen.clickedAt = Date.now();
        },
        { capture: true, once: true },
      );
      // After the frame of the animation frame, as in watch.cjs.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        seen.firstAt = Date.now();
      };
      const look = () => {
        if (document.querySelector('[data-card-id]')) port2.postMessage(0);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      const count = () => {
        if (document.querySelector('.board-header__counts')?.textContent?.startsWith(all)) seen.allAt = Date.now();
        else requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
    },
    `${TASKS.toLocaleString('en')} tasks`,
  );
  await page.getByRole('tab', { name: 'Board' }).click();
  // No command until then: reading the large state would disturb the measurement.
  const times = await page.waitForFunction(() => {
    const { boardBench } = window as unknown as { boardBench: Record<'clickedAt' | 'firstAt' | 'allAt', number> };
    return Number.isNaN(boardBench.allAt) ? false : boardBench;
  });
  const { clickedAt, firstAt, allAt } = (await times.jsonValue()) as Record<'clickedAt' | 'firstAt' | 'allAt', number>;
  await untilState(page, ({ board: shown }) => shown !== null && shown.progress === null && shown.fetchedAt !== null);
  const page1 = served.requests
    .slice(asked)
    .find(({ path }) => path.includes('/task/tasks/') && /[?&]page=1&/.test(path));
  return { firstMs: firstAt - (page1?.answeredAt ?? Number.NaN), allMs: allAt - clickedAt };
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /My tasks/ }).click();
  await page.evaluate(() => window.punchcard.send('board.close', {}));
  await untilState(page, ({ board: shown }) => shown === null);
}

/** Scrolls the first column with the wheel; returns the length of each frame (ms). */
async function scrolled(page: Page): Promise<number[]> {
  await page.locator('[data-card-id]').first().hover();
  const frames = await framesDuring(page, async () => {
    for (let step = 0; step < WHEEL_STEPS; step += 1) await page.mouse.wheel(0, 240);
  });
  const top = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('.column__cards')].map(({ scrollTop }) => scrollTop)),
  );
  if (top < 10_000) throw new Error(`It did not scroll: ${top}`);
  return frames;
}
