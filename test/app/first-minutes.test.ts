/** “Try it now” in German, the system's language or the chosen one, and the layout in a very wide window. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as texts from '../../shared/i18n/generated/renderer-de.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { expectState, untilState } from './steps.ts';
import { english } from './view-check.ts';
import { foreignTexts, readableTexts } from './view-checks/foreign-texts.ts';

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await launchApp({ env: { LANGUAGE: 'de', LC_ALL: 'de_DE.UTF-8' } });
  page = await app.page();
});
afterAll(async () => app?.quit());

async function resize(width: number, height = 700): Promise<void> {
  await app.electron.evaluate(
    ({ BrowserWindow }, [wide, high]) => {
      const main = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('index'));
      main?.setResizable(true);
      main?.setSize(wide ?? 0, high ?? 0);
    },
    [width, height],
  );
  await page.waitForFunction((wide) => innerWidth === wide, width);
}
const widthOf = (selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().width);

const foreign = foreignTexts(english, texts);
const englishTexts = async () => (await readableTexts(page)).filter((text) => foreign.has(text));
const languageOfPage = () => page.evaluate(() => document.documentElement.lang);

test('The first-run page is in the system’s language', async () => {
  await page.getByRole('button', { name: new RegExp(`^${texts.signInPage.firstRun.local}`) }).waitFor();
  await expect.poll(languageOfPage).toBe('de');
  await expect.poll(englishTexts).toEqual([]);
});

test('The first-run page stays narrow in a wide window', async () => {
  await resize(1280);
  await expect.poll(() => widthOf('.choose-sign-in__choice')).toBeLessThanOrEqual(480);
  await resize(400);
  await expect.poll(() => widthOf('.choose-sign-in__choice')).toBeGreaterThan(340);
});

test('The sample tasks and columns are German', async () => {
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  await expectState(page, ({ account }) => account?.userName).toBe('Ich');
  expect(tasks.tasks.map(({ title }) => title)).toContain('Neue Preistabelle vor dem Start der Kampagne');
  await page.getByRole('tab', { name: /^Meine Aufgaben/ }).waitFor();
  await expect.poll(englishTexts).toEqual([]);
  await page.getByRole('tab', { name: texts.window.tabs.board }).click();
  await page.getByRole('region', { name: /^Zu erledigen/ }).waitFor();
  await page.getByRole('tab', { name: texts.window.tabs.tasks }).click();
});

test('Lists, tasks and settings stay narrow in a wide window; the board uses the width', async () => {
  await resize(1280);
  await page.getByRole('tab', { name: texts.window.tabs.today }).click();
  await expect.poll(() => widthOf('.task-row__row')).toBeLessThanOrEqual(720);
  await page.locator('[data-task-id]').first().click();
  await page.locator('.title__title').waitFor();
  await expect.poll(() => widthOf('.title__title')).toBeLessThanOrEqual(720);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: texts.window.tabs.board }).click();
  await page.locator('.board-view__board').waitFor();
  await expect.poll(() => widthOf('.board-view__board')).toBeGreaterThan(1_200);
  await page.getByRole('button', { name: texts.window.settingsButton }).click();
  await page.locator('.setting-row__box').first().waitFor();
  await expect.poll(() => widthOf('.setting-row__box')).toBeLessThanOrEqual(720);
});

test('Each settings page opens at the top and restores its scroll position', async () => {
  await resize(400, 400);
  const scroller = page.locator('.window__page');
  const top = () => scroller.evaluate((element) => element.scrollTop);
  await page.getByRole('tab', { name: texts.settingsPage.tabs.general }).click();
  await scroller.evaluate((element) => element.scrollTo(0, 300));
  await until(top, (at) => at === 300);
  // The scroll event comes with the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.getByRole('tab', { name: texts.settingsPage.tabs.timer }).click();
  await page.getByText(texts.settingsPage.stillTitle).waitFor();
  await expect.poll(top).toBe(0);
  await page.getByRole('tab', { name: texts.settingsPage.tabs.general }).click();
  await page.getByText(texts.settingsPage.appearance, { exact: true }).waitFor();
  await expect.poll(top).toBe(300);
});

test('Another language chosen in the settings applies at once', async () => {
  const expectAccount = (language: string) =>
    expectState(page, (state) => (state.language === language ? state.account : null));
  await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  await expect.poll(englishTexts).toEqual([]);
  await expectAccount('de').toMatchObject({ server: 'Dieser Computer' });

  await page.getByText('English', { exact: true }).click();
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await expect.poll(languageOfPage).toBe('en');
  await expectAccount('en').toMatchObject({ server: 'This computer', kind: 'local' });
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
  await expectAccount('de').toMatchObject({ server: 'Dieser Computer' });
});
