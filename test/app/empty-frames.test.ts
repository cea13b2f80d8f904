/** The first click on a view after the start: no frame without it or the view before it, and its code is loaded by then. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { untilState } from './steps.ts';

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await launchApp();
  page = await app.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  await untilState(page, (state) => state.tasks.tasks.length > 0);
});
afterAll(async () => app?.quit());

const views = [
  ['Board', () => page.getByRole('tab', { name: 'Board' }), '[data-card-id]'],
  ['Time', () => page.getByRole('tab', { name: 'Time' }), '.week-summary__week'],
  ['a task', () => page.locator('[data-task-id]').first(), '.task-page__page'],
  ['Settings', () => page.getByRole('button', { name: 'Settings' }), '.setting-row__panel'],
] as const;

// Not minified while coverage is measured.
test.skipIf(process.env.COVERAGE_FOLDER !== undefined)('the code that the list waits for stays small', () => {
  const html = readFileSync('out/renderer/index.html', 'utf8');
  const files = [...html.matchAll(/(?:src|href)="(.+\.(?:js|css))"/g)].map(([, path]) => `out/renderer/${path}`);
  expect(files.length).toBeGreaterThan(2);
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  expect(bytes).toBeLessThan(119_700);
});

test('the window loads no schemas: main checks each command', () => {
  const packages: string[] = JSON.parse(readFileSync('out/packages/renderer.json', 'utf8'));
  expect(packages).toContain('node_modules/react');
  expect(packages).not.toContain('node_modules/zod');
});

test('views are loaded when the window is idle', async () => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.reload();
  await page.locator('[data-task-id]').first().waitFor();
  await until(
    async () => loaded,
    (urls) => urls.some((url) => /\/often-opened-[^/]+\.js$/.test(url)),
  );
});

test.each(views)('%s, not loaded yet: no empty frame', async (_name, button, shows) => {
  // The window is never idle.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await page.reload();
  await page.locator('[data-task-id]').first().waitFor();
  await page.evaluate((selector) => {
    const frames = { all: 0, empty: 0, isOver: false };
    Object.assign(window, { frames });
    const look = () => {
      const areas = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"], .window__page, .window__body')];
      frames.all += 1;
      if (areas.every(({ innerText }) => innerText.trim() === '')) frames.empty += 1;
      if (document.querySelector(selector)) frames.isOver = true;
      else requestAnimationFrame(look);
    };
    addEventListener('click', () => requestAnimationFrame(look), { capture: true, once: true });
  }, shows);
  await button().click();
  const frames = await until(
    () =>
      page.evaluate(() => (window as unknown as { frames: { all: number; empty: number; isOver: boolean } }).frames),
    ({ isOver }) => isOver,
  );
  // A window that is made again returns to its place.
  await page.keyboard.press('Control+1');
  expect(frames.all).toBeGreaterThan(0);
  expect(frames.empty).toBe(0);
});
