/** The next start draws what the windows were told last, before main can answer. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { readState, until } from './steps.ts';

const isVisible = (app: RunningApp) =>
  app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()));
const answerNow = (app: RunningApp) => app.electron.evaluate(() => Reflect.get(globalThis, 'answerNow')());

describe('what the windows were told last', () => {
  const dataFolder = makeDataFolder();
  const file = join(dataFolder, 'last-state.json');
  let app: RunningApp;
  const startLate = () =>
    launchApp({
      dataFolder,
      colorScheme: 'light',
      preload: join(import.meta.dirname, 'late-answers.cjs'),
    });

  beforeAll(async () => {
    app = await launchApp({ dataFolder });
    const page = await app.page();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    await until(
      () => readState(page),
      ({ tasks }) => tasks.total > 0,
    );
    await page.evaluate(() =>
      window.punchcard.send('settings.change', { theme: 'dark', zoom: 150, language: 'de', pinned: true }),
    );
    await app.quit();
  });
  afterEach(() => app.quit());

  test('is drawn at the next start, as it looked, before main answers; a click then counts once it does', async () => {
    app = await startLate();
    const page = await app.page();
    await page.getByRole('tab', { name: /Meine Aufgaben/ }).waitFor();
    const start = page.getByRole('button', { name: /^Timer starten: / }).first();
    await start.waitFor();
    expect(await until(() => isVisible(app), Boolean)).toBe(true);
    const look = await page.evaluate(() => ({
      zoom: devicePixelRatio,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      theme: document.documentElement.dataset.theme,
      language: document.documentElement.lang,
    }));
    expect(look).toMatchObject({ zoom: 1.5, theme: 'dark', language: 'de' });
    const rows = await page.locator('.row').count();
    await start.click();
    expect(await page.getByRole('button', { name: /^Timer stoppen: / }).count()).toBe(0);

    await answerNow(app);
    const { time, tasks } = await until(
      () => readState(page),
      (state) => state.time.running !== null,
    );
    expect(tasks.tasks.map(({ id }) => id)).toContain(time.running?.task.taskId);
    // From then on main is asked.
    expect(await page.evaluate(() => window.punchcard.lastState())).toBeNull();
    expect(await page.locator('.row').count()).toBeGreaterThanOrEqual(rows);
  });

  test.each([
    ['of another build', (text: string) => text.replace('"build":"', '"build":"x')],
    ['that cannot be drawn', (text: string) => JSON.stringify({ ...JSON.parse(text), state: {} })],
    ['that is half there', (text: string) => text.slice(0, text.length / 2)],
  ])('%s hinders nobody', async (_name, spoil) => {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, spoil(text));
    app = await startLate();
    const page = await app.page();
    await until(
      () => page.evaluate(() => document.readyState),
      (state) => state === 'complete',
    );
    expect(await page.locator('.row').count()).toBe(0);
    await answerNow(app);
    await page.locator('.row').first().waitFor();
  });

  test('is gone with the account', async () => {
    app = await launchApp({ dataFolder });
    const page = await app.page();
    await page.locator('.row').first().waitFor();
    expect(existsSync(file)).toBe(true);
    await page.evaluate(() => window.punchcard.send('account.sign-out', {}));
    await until(
      () => existsSync(file),
      (isThere) => !isThere,
    );
  });
});
