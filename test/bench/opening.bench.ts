/**
 * From a click until a page is painted: the first time after the start, and for large contents. The window must never be empty or
 * blocked meanwhile.
 */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { createEntries } from '../../electron/features/time/entry-store.ts';
import { openDatabase, transaction } from '../../electron/store/database.ts';
import { launchApp } from '../app/app.ts';
import { untilState } from '../app/steps.ts';
import { bareActs } from './bare-acts.ts';
import { atMost, type Bench, figure, pause, timesBare } from './figures.ts';
import { AFTERWARDS_MS, measure, type Opening } from './frames.ts';
import { prepare } from './launch.ts';
import { entryOf, taskNumber } from './parts.ts';

const [DAY, MINUTE] = [86_400_000, 60_000];
export const ENTRIES = 300;
const [NOTIFICATIONS, DESCRIPTION_KB] = [2_000, 100];
/** The work of the start is done. */
const SETTLED_MS = 2_000;

/** The pages of the window: what opens each, and what it has once it is drawn. */
const pages = {
  Board: { open: tab('Board'), shows: '[data-card-id]' },
  Time: { open: tab('Time'), shows: '.week-summary__week' },
  'a task': { open: (page: Page) => page.locator('[data-task-id]').first(), shows: '.task-page__page' },
  Settings: {
    open: (page: Page) => page.getByRole('button', { name: 'Settings' }),
    shows: '.setting-row__panel',
  },
};
type PageName = keyof typeof pages;

export const opening: Bench = {
  name: 'opening',
  async run(_folder, { isQuick }) {
    // The board is the last open one, and stored.
    const { service, punchcard, stop } = await prepare({
      async also(page) {
        const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
        await page.evaluate(
          (projectId) => window.punchcard.send('board.open', { projectId }),
          tasks.tasks[0]?.projectId ?? '',
        );
        await untilState(page, ({ board }) => board?.fetchedAt != null);
        await page.evaluate(() => window.punchcard.send('board.close', {}));
      },
    });
    const starts = isQuick ? 2 : 8;
    const times = isQuick ? 3 : 7;
    const first = new Map<PageName, Opening[]>();
    const large: Record<string, Opening[]> = {};
    const inApp = async (work: (page: Page) => Promise<void>) => {
      const app = await launchApp({ dataFolder: punchcard.dataFolder });
      try {
        const page = await app.page();
        await page.locator('[data-task-id]').first().waitFor();
        await untilState(page, ({ account }) => account?.status === 'signed-in');
        await pause(SETTLED_MS);
        await work(page);
      } finally {
        await app.quit();
      }
    };
    try {
      for (let start = 0; start < starts; start += 1) {
        await inApp(async (page) => {
          const names = Object.keys(pages) as PageName[];
          // Each is first in turn, because pages share code.
          for (const name of [...names.slice(start % 4), ...names.slice(0, start % 4)]) {
            const { open, shows } = pages[name];
            first.set(name, [...(first.get(name) ?? []), await measure(page, open(page), shows)]);
            await backToTasks(page);
          }
        });
      }
      addEntries(punchcard.dataFolder);
      const text = descriptionOf(DESCRIPTION_KB * 1000);
      service.served.intercept = async (request) => {
        const { pathname } = new URL(request.url);
        if (/\/api\/notification$/.test(pathname)) return Response.json(notifications());
        if (!/\/api\/task\/(?!assigned)[^/]+$/.test(pathname)) return undefined;
        const task = await (await service.call('GET', pathname.replace('/api', ''))).json();
        return Response.json({ ...(task as object), description: text });
      };
      await inApp(async (page) => {
        const repeat = async (name: string, open: () => Promise<Locator>, shows: string) => {
          const all: Opening[] = [];
          // The first opening loads code.
          for (let time = -1; time < times; time += 1) {
            const one = await measure(page, await open(), shows);
            if (time >= 0) all.push(one);
            await backToTasks(page);
          }
          large[name] = all;
        };
        const tasks = page.locator('[data-task-id]');
        const unread = Array.from({ length: times + 2 }, (_, at) => at);
        await repeat(
          `a description of ${DESCRIPTION_KB} kB`,
          // Always another one, which has to be read.
          async () => tasks.nth(unread.pop() ?? 0),
          '.task-page__page .markdown__markdown',
        );
        await repeat(
          `a day of ${ENTRIES} entries`,
          async () => {
            await page.getByRole('tab', { name: 'Time' }).click();
            const back = page.getByRole('button', { name: 'Back to today' });
            if (await back.isVisible()) await back.click();
            return page.getByRole('button', { name: 'The week before' });
          },
          '.entry-list__list > li:nth-child(20)',
        );
        await repeat(
          `${NOTIFICATIONS.toLocaleString('en')} notifications`,
          async () => page.getByRole('button', { name: /unread notifications/ }),
          '.inbox__notification',
        );
      });
    } finally {
      await stop();
    }
    const all = [...first.values()].flat();
    const { draws: bare } = await bareActs();
    const beside = 'beside the bare app reading 100 kB of JSON and drawing it';
    const how = `${starts} starts, after each the first click on Board, Time, a task and Settings, two seconds after the list, until the page’s content is painted; ${beside}.`;
    return [
      ...[...first].map(([name, openings]) =>
        figure(`first click → painted: ${name}`, { unit: 'ms', values: openings.map(({ ms }) => ms), how }),
      ),
      figure('first click → painted, all of them, p95', {
        unit: 'ms',
        values: all.map(({ ms }) => ms),
        bare,
        share: 0.95,
        goal: timesBare(1.7),
        how,
      }),
      figure('first click: empty frames until then, most', {
        unit: '',
        values: all.map(({ emptyFrames }) => emptyFrames),
        share: 1,
        goal: atMost(0),
        how: 'The frames of those openings in which the page below the tabs had no text.',
      }),
      ...Object.entries(large).flatMap(([name, openings]) => {
        const from = `${times} openings after a first one, from the click until its text is painted`;
        return [
          figure(`opening ${name}`, {
            unit: 'ms',
            values: openings.map(({ ms }) => ms),
            bare,
            goal: timesBare(4),
            how: `${from}; ${beside}.`,
          }),
          figure(`opening ${name}: longest block of the window`, {
            unit: 'ms',
            values: openings.map(({ longestBlock }) => longestBlock),
            bare,
            share: 1,
            goal: timesBare(3),
            how: `${from}, ${beside}: the longest task of the page’s thread until ${AFTERWARDS_MS} ms later (0: none above 50 ms).`,
          }),
        ];
      }),
    ];
  },
};

function tab(name: string): (page: Page) => Locator {
  return (page) => page.getByRole('tab', { name });
}

async function backToTasks(page: Page): Promise<void> {
  const tasks = page.getByRole('tab', { name: /My tasks/ });
  if (!(await tasks.isVisible())) await page.getByRole('button', { name: 'Back', exact: true }).click();
  await tasks.click();
  await page.locator('[data-task-id]').first().waitFor();
}

/** Entries of three minutes each, a week ago. */
export function addEntries(dataFolder: string): void {
  const { database } = openDatabase(join(dataFolder, 'punchcard.sqlite'), new Date());
  const account = String(database.prepare('SELECT id FROM account').get()?.id);
  const entries = createEntries(database);
  const from = new Date(Date.now() - 7 * DAY).setHours(4, 0, 0, 0);
  transaction(database, () => {
    for (let number = 0; number < ENTRIES; number += 1) {
      const start = from + number * 3 * MINUTE;
      entries.put({
        ...entryOf(`entry-${number}`, taskNumber(number % 20), start, start + 3 * MINUTE),
        accountId: account,
      });
    }
  });
  database.close();
}

/** Headings, paragraphs, lists, links and code, as people write them. */
function descriptionOf(length: number): string {
  const part = [
    '## What there is to do',
    'The **invoice** of each month is sent to [the office](https://example.org/office) by the _tenth_ day.',
    '- [x] collect the hours\n- [ ] compare them with `report.csv`\n- [ ] send it',
    '```\nselect sum(hours) from entry\n```',
    '| what | how much |\n|---|---|\n| hours | 140 |',
  ].join('\n\n');
  return `${part}\n\n`.repeat(Math.ceil(length / part.length)).slice(0, length);
}

const notifications = () =>
  Array.from({ length: NOTIFICATIONS }, (_, number) => ({
    id: `n${number}`,
    userId: 'u',
    type: 'task_comment_created',
    title: `Mira commented on task ${number}`,
    content: 'I looked at it again, and it is as we thought.',
    eventData: {},
    resourceId: null,
    resourceType: null,
    isRead: number % 3 === 0,
    createdAt: new Date(Date.now() - number * MINUTE).toISOString(),
  }));
