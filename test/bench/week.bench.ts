/** The timesheet over years of entries: a year is opened, and cells are typed over in one of its weeks. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createEntries } from '../../electron/features/time/entry-store.ts';
import { openDatabase, transaction } from '../../electron/store/database.ts';
import { launchApp } from '../app/app.ts';
import { untilState } from '../app/steps.ts';
import { bareActs } from './bare-acts.ts';
import { type Bench, figure, pause, timesBare } from './figures.ts';
import { prepare } from './launch.ts';
import { entryOf, taskNumber } from './parts.ts';

const MINUTE = 60_000;
const [ENTRIES, TASKS] = [100_000, 400];
export const OVER = `${ENTRIES.toLocaleString('en')} entries on ${TASKS} tasks, four working years`;
/** The work of the start is done. */
const SETTLED_MS = 2_000;
/** The undo and the outbox of the last cell are done. */
const BETWEEN_MS = 300;
/** Cells with entries. */
const TRACKED = '[data-task][data-column]:has(> span:not([class]))';

export const week: Bench = {
  name: 'week',
  async run(_folder, { isQuick }) {
    const { punchcard, stop } = await prepare();
    try {
      const { opened, edited } = await measureTimesheet(punchcard.dataFolder, isQuick ? [2, 5] : [7, 30]);
      return [
        figure('timesheet of a year opened', {
          unit: 'ms',
          values: opened,
          how: `From the choice in the menu until its rows are painted; ${OVER}.`,
        }),
        figure('a cell typed over → painted, p95', {
          unit: 'ms',
          values: edited,
          share: 0.95,
          bare: (await bareActs()).keys,
          goal: timesBare(2),
          how: `${edited.length} cells of a week with all of these tasks, from Enter until the new length is painted, beside a key and its letter in the bare app; ${OVER}.`,
        }),
      ];
    } finally {
      await stop();
    }
  },
};

/** Adds entries to the accounts of a data folder, opens a year and types over cells of a week, so many times (ms each). */
export async function measureTimesheet(dataFolder: string, [openings, edits]: readonly [number, number]) {
  const opened: number[] = [];
  const edited: number[] = [];
  addEntries(dataFolder);
  const app = await launchApp({ dataFolder });
  try {
    const page = await app.page();
    await page.locator('[data-task-id]').first().waitFor();
    await untilState(page, ({ account }) => account?.status === 'signed-in');
    await pause(SETTLED_MS);
    await page.keyboard.press('Control+4');
    await page.getByRole('button', { name: 'Period, rounding and report' }).waitFor();
    while (opened.length < openings) opened.push(await openYear(page));
    await choose(page, 'Last week');
    await page.locator(TRACKED).first().waitFor();
    await pause(SETTLED_MS);
    while (edited.length < edits) edited.push(await editCell(page, edited.length));
  } finally {
    await app.quit();
  }
  return { opened, edited };
}

async function choose(page: Page, period: string): Promise<void> {
  await page.getByRole('button', { name: 'Period, rounding and report' }).click();
  await page.getByRole('menuitem', { name: period, exact: true }).click();
}

/** From the click until the heading is the year and its rows are painted (ms). */
async function openYear(page: Page): Promise<number> {
  await choose(page, 'Last week');
  await page.locator('[data-task]').first().waitFor();
  await page.getByRole('button', { name: 'Period, rounding and report' }).click();
  const year = String(new Date().getFullYear());
  // The heading changes together with the rows.
  await watch(page, 'click', { selector: '.timesheet-header__header h2, .time-header__header h2', becomes: year });
  await page.getByRole('menuitem', { name: 'This year', exact: true }).click();
  return painted(page);
}

/** Shortens a cell by a minute; from Enter until the cell shows it (ms). */
async function editCell(page: Page, time: number): Promise<number> {
  const cell = page.locator(TRACKED).nth(time % 5);
  await cell.focus();
  const before = (await cell.textContent()) ?? '';
  // Its own name, because it is another kind of cell while it is typed over.
  const task = await cell.getAttribute('data-task');
  const column = await cell.getAttribute('data-column');
  await page.keyboard.type('-1');
  const field = page.locator('[role="gridcell"] input');
  await field.waitFor();
  await pause(BETWEEN_MS);
  const selector = `[data-task="${task}"][data-column="${column}"]`;
  await watch(page, 'keydown', { selector, isNot: before });
  await page.keyboard.press('Enter');
  const ms = await painted(page);
  await pause(BETWEEN_MS);
  return ms;
}

interface Awaited {
  selector: string;
  becomes?: string;
  isNot?: string;
}

/** Waits from the next event, by its own time stamp, until the element with that text is painted. */
async function watch(page: Page, event: 'click' | 'keydown', awaited: Awaited): Promise<void> {
  await page.evaluate(
    ([name, { selector, becomes, isNot }]) => {
      const seen = { from: Number.NaN, to: Number.NaN };
      Object.assign(window, { seen });
      const { port1, port2 } = new MessageChannel();
      // After the frame of the animation frame, as in opening.bench.ts.
      port1.onmessage = () => {
        seen.to = performance.now();
      };
      const isThere = () => {
        const text = document.querySelector(selector)?.textContent ?? '';
        return text !== '' && (becomes === undefined ? text !== isNot : text === becomes);
      };
      const look = () => (isThere() ? port2.postMessage(0) : requestAnimationFrame(look));
      const begin = ({ timeStamp }: Event) => {
        seen.from = timeStamp;
        requestAnimationFrame(look);
      };
      addEventListener(name, begin, { capture: true, once: true });
    },
    [event, awaited] as const,
  );
}

async function painted(page: Page): Promise<number> {
  await page.waitForFunction(() => !Number.isNaN((window as unknown as { seen: { to: number } }).seen.to));
  return page.evaluate(() => {
    const { from, to } = (window as unknown as { seen: { from: number; to: number } }).seen;
    return to - from;
  });
}

/** Consecutive entries of twenty minutes until yesterday, of all accounts in turn. */
function addEntries(dataFolder: string): void {
  const { database } = openDatabase(join(dataFolder, 'punchcard.sqlite'), new Date());
  const accounts = database.prepare('SELECT id FROM account').all();
  const entries = createEntries(database);
  const end = new Date().setHours(0, 0, 0, 0);
  transaction(database, () => {
    for (let number = 0; number < ENTRIES; number += 1) {
      const start = end - (ENTRIES - number) * 20 * MINUTE;
      const entry = entryOf(`entry-${number}`, taskNumber(number % TASKS), start, start + 20 * MINUTE);
      entries.put({ ...entry, accountId: String(accounts[number % accounts.length]?.id) });
    }
  });
  database.close();
}
