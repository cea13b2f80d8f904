/** Layers over a view: menus, pickers, forms. Each is checked and closed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { DAY_MS } from '../../shared/dates/milliseconds.ts';
import { listenOnLoopback } from '../loopback.ts';
import { resultOf, untilState } from './steps.ts';
import type { Catalog, PageCheck } from './view-check.ts';

/** Opens a layer by a click and closes it with Escape. */
export async function overlay(
  page: Page,
  trigger: Locator,
  check: PageCheck,
  name: string,
  button: 'left' | 'right' = 'left',
): Promise<void> {
  await trigger.click({ button });
  const open = page.locator('.menu__menu');
  await open.waitFor();
  await check(name, page);
  if (await open.isVisible()) await page.keyboard.press('Escape');
  await open.waitFor({ state: 'detached' });
}

/** On a task's page: pickers of properties, and buttons that add to a section. */
export async function pickerViews(page: Page, check: PageCheck): Promise<void> {
  const triggers = page.locator('[data-property][aria-haspopup], .section__add:not([aria-disabled])');
  await triggers.nth(3).waitFor();
  for (const [index, trigger] of (await triggers.all()).entries()) {
    await overlay(page, trigger, check, `task page: menu ${index + 1}`);
  }
}

/** On a day with an overlap. */
export async function timeMenuViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await overlay(page, page.getByRole('button', { name: texts.timePage.menu, exact: true }), check, 'time: menu');
  await overlay(page, page.locator('.link-button[aria-haspopup]').first(), check, 'time: menu of an overlap');
  await overlay(page, page.locator('.entry-row__main').first(), check, 'time: menu of an entry', 'right');
}

/** A gap and its menu, and the day to scale, of somebody who works from two hours before now. */
export async function gapViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await page.evaluate(() => {
    const from = Math.max(0, new Date().getHours() - 2) * 60;
    return window.punchcard.send('time-rules.change', { hours: Array(7).fill({ from, to: 24 * 60, break: null }) });
  });
  const row = page.locator('.entry-list__gap').first();
  const gap = row.locator('.entry-list__fill');
  // Its button is shown below the pointer only.
  await row.hover();
  await gap.waitFor();
  await check('time: working hours', page);
  await row.hover();
  await overlay(page, gap, check, 'time: menu of a gap', 'right');
  await page.getByText(texts.timePage.views.day, { exact: true }).click();
  await page.locator('.day-blocks__block').first().waitFor();
  await check('day: working hours', page);
  await proposalViews(page, check);
  await page.getByText(texts.timePage.views.list, { exact: true }).click();
  await page.evaluate(() => window.punchcard.send('time-rules.change', { hours: null }));
}

/** The panel of a gap: without a source, with proposals and the menu of one, and while a source is read. */
async function proposalViews(page: Page, check: PageCheck): Promise<void> {
  const panel = page.locator('.fill-gap__panel');
  const inPanel = async (shows: string, views: () => Promise<void>) => {
    await page.locator('.day-blocks__gap').first().focus();
    await page.keyboard.press('f');
    await panel.locator(shows).first().waitFor();
    await views();
    // A check that pressed keys may have closed it.
    if (await panel.isVisible()) await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  };
  await inPanel('.fill-gap__note', () => check('day: proposals for a gap', page));
  const { tasks } = await untilState(page, ({ tasks }) => tasks.total > 0);
  let isSlow = false;
  const activityWatch = createServer(({ url = '' }, response) => {
    const data = { app: 'Code', title: tasks.tasks[0]?.identifier };
    const window = { timestamp: new Date(Date.now() - DAY_MS).toISOString(), duration: DAY_MS / 1000, data };
    const answer = url.includes('/events') ? [window] : { w: { id: 'w', type: 'currentwindow', client: 'x' } };
    if (!isSlow) response.end(JSON.stringify(answer));
  });
  await listenOnLoopback(activityWatch);
  const { port } = activityWatch.address() as AddressInfo;
  await resultOf(page, 'proposals.change', { on: ['activityWatch'], port });
  const option = page.getByRole('option').first();
  await inPanel('[role=option]', () => overlay(page, option, check, 'day: menu of a proposal', 'right'));
  isSlow = true;
  // Reads again at once.
  await resultOf(page, 'proposals.change', { days: 14 });
  await inPanel('.fill-gap__reading', () => check('day: a source is still read', page));
  await resultOf(page, 'proposals.change', { on: [] });
  activityWatch.closeAllConnections();
  activityWatch.close();
}

/** From the form of an entry, which stays open. */
export async function entryMenuViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  const more = page.getByRole('button', { name: texts.entry.more, exact: true });
  await overlay(page, more, check, 'entry form: menu');
  await more.click();
  await page.getByRole('menuitem', { name: texts.entry.split, exact: true }).click();
  await page.getByLabel(texts.entry.splitAt).waitFor();
  await check('entry form: split', page);
}

/** In the settings of the shortcuts. */
export async function shortcutViews(page: Page, check: PageCheck, texts: Catalog): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${texts.settings.shortcuts['quick-add']}: `) }).click();
  await page.locator('.settings__recorder').waitFor();
  await check('settings: recording a shortcut', page);
  // A check that took the focus ended the recording; Escape would then close the settings.
  const recorder = page.locator('.settings__recorder');
  if (await recorder.isVisible()) await page.keyboard.press('Escape');
  await recorder.waitFor({ state: 'detached' });
  // The test ends by itself after ten seconds, which the checks may need on a busy machine: its clock stands still meanwhile.
  const now = await page.evaluateHandle(() => {
    const { now } = Date;
    const at = now();
    Date.now = () => at;
    return now;
  });
  await page.getByRole('button', { name: texts.settingsPage.shortcut.test, exact: true }).first().click();
  const cancel = page.getByRole('button', { name: texts.window.cancel, exact: true });
  await cancel.waitFor();
  await check('settings: testing a shortcut', page);
  await now.evaluate((now) => {
    Date.now = now;
  });
  // A check that took the focus may have ended the test.
  if (await cancel.isVisible()) await cancel.click();
  await cancel.waitFor({ state: 'detached' });
}
