/**
 * How many keys the daily actions take, from a closed window: a chord or a key counts once, letters and digits do not. The window opens
 * where it was left.
 */
import { format, subDays, subMinutes } from 'date-fns';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { State } from '../../shared/contract/index.ts';
import type { ShortcutName } from '../../shared/settings/shortcuts.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { KEY, type Keyboard, openKeyboard } from './keyboard.ts';
import { advanceClocks, expectState, keepHiddenWindow, resultOf, untilState } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

/** In the letters of the XTEST keyboard. */
const CHORDS = { switch: 'k', toggle: 'j', open: 'o' } satisfies Partial<Record<ShortcutName, string>>;

let app: RunningApp;
let page: Page;
let display: Keyboard;
let trayHost: TrayHost;
/** Pressed since the window was closed. */
let keys = 0;

beforeAll(async () => {
  display = await openKeyboard();
  trayHost = await startTrayHost();
  app = await launchApp();
  await keepHiddenWindow(app);
  page = await app.page();
  await page.getByRole('button', { name: /Try it now/ }).waitFor();
  await resultOf(page, 'sign-in.local', { sample: true });
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 3);
  const [start, end] = [subDays(new Date().setHours(9, 0, 0, 0), 7), subDays(new Date().setHours(10, 0, 0, 0), 7)];
  const times = { startTime: start.toISOString(), endTime: end.toISOString(), note: '' };
  await resultOf(page, 'time.add', { taskId: tasks.tasks[0]?.id ?? '', ...times });
  for (const [name, letter] of Object.entries(CHORDS) as [keyof typeof CHORDS, string][])
    expect(await resultOf(page, 'shortcut.set', { name, accelerator: `Control+Alt+${letter.toUpperCase()}` })).toBe(
      true,
    );
});
afterAll(async () => {
  display?.close();
  await app?.quit();
  await trayHost?.stop();
});

beforeEach(async () => {
  await resultOf(page, 'window.hide', {});
  await isShown(false);
  keys = 0;
});

const isShown = (shown: boolean) =>
  until(
    () =>
      app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some(
          (one) => one.webContents.getURL().endsWith('/index.html') && one.isVisible(),
        ),
      ),
    (isVisible) => isVisible === shown,
  );

/** A shortcut that works in any program. */
async function chord(name: keyof typeof CHORDS): Promise<void> {
  keys += 1;
  // So long after the last press that the key does not count as held.
  await advanceClocks(app, 800);
  await display.press(KEY.control, KEY.alt, CHORDS[name].charCodeAt(0));
}

async function press(...pressed: string[]): Promise<void> {
  for (const key of pressed) {
    keys += 1;
    await page.keyboard.press(key);
  }
}

/** Types into the palette, and waits for the line that Enter runs. */
async function find(letters: string, line: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Find' }).waitFor();
  await page.keyboard.type(letters);
  await page.getByRole('option', { name: line, selected: true }).waitFor();
}

test('a known task is started with one chord, letters and Enter', async () => {
  await chord('switch');
  await find('rotate', /Rotate/);
  await press('Enter');
  await expectState(page, ({ time }) => time.running?.task.title).toMatch(/^Rotate/);
  expect(keys).toBeLessThanOrEqual(2);
});

test('the timer is stopped with one chord', async () => {
  await chord('toggle');
  await expectState(page, ({ time }) => time.running).toBeNull();
  expect(keys).toBe(1);
});

test('forgotten time is added with letters and four keys', async () => {
  const before = (await untilState(page, () => true)).time.today.length;
  await chord('switch');
  await find('new entry', /^New entry/);
  await press('Enter');
  const task = page.getByRole('form', { name: 'New entry' }).getByRole('combobox');
  await task.waitFor();
  await page.keyboard.type('rotate');
  await page.getByRole('option', { name: /Rotate/, selected: true }).waitFor();
  await press('Enter', 'Enter');
  await expectState(page, ({ time }) => time.today.length).toBe(before + 1);
  expect(keys).toBeLessThanOrEqual(4);
});

test('the end of the entry that was in use is mended with three keys and digits', async () => {
  await chord('open');
  await isShown(true);
  await page.locator('button:focus', { hasText: 'Rotate' }).waitFor();
  const { time } = await untilState(page, () => true);
  const end = subMinutes(time.today.at(-1)?.endTime ?? '', 5);
  await press('e');
  await page.getByLabel('End', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(format(end, 'HH:mm'));
  await press('Enter');
  const ends = ({ time }: State) => time.today.map(({ endTime }) => endTime && format(endTime, 'HH:mm'));
  await expectState(page, ends).toContain(format(end, 'HH:mm'));
  expect(keys).toBeLessThanOrEqual(3);
});

test('the report of last week takes three keys up to the dialog', async () => {
  await app.electron.evaluate(({ dialog }) => {
    dialog.showSaveDialog = async () => {
      Object.assign(globalThis, { isAsked: true });
      return { canceled: true, filePath: '' };
    };
  });
  await chord('switch');
  await find('report of last', /^Report of last week/);
  await press('Enter');
  await page.getByRole('button', { name: /^Save/ }).first().waitFor();
  await press('Control+s');
  await until(
    () => app.electron.evaluate(() => 'isAsked' in globalThis),
    (isAsked) => isAsked,
  );
  expect(keys).toBeLessThanOrEqual(3);
});

test('the card that was in use moves to the next column with two keys', async () => {
  await chord('open');
  await isShown(true);
  await page.keyboard.press('Control+2');
  await page.getByRole('list', { name: /^In progress/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  const card = page.getByRole('button', { name: /^PAY-/ }).and(page.locator(':focus'));
  await card.waitFor();
  const [identifier] = /PAY-\d+/.exec(await card.evaluate((one) => one.closest('li')?.textContent ?? '')) ?? [];
  const statusOf = () =>
    untilState(page, () => true).then(({ tasks }) => tasks.tasks.find((one) => one.identifier === identifier)?.status);
  const was = await statusOf();
  await resultOf(page, 'window.hide', {});
  await isShown(false);
  keys = 0;
  await chord('open');
  await isShown(true);
  await card.waitFor();
  await press('Alt+ArrowRight');
  await expect.poll(statusOf).not.toBe(was);
  expect(keys).toBeLessThanOrEqual(2);
});
