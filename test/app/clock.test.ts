/** Clock changes while Punchcard runs and while it is closed: entries are still sent, and every timer can be stopped. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type AppOptions, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';

const MINUTE = 60_000;
const preload = join(import.meta.dirname, 'set-clock.cjs');

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service?.stop();
});

/** The app ends with the test. */
async function launch(options: AppOptions): Promise<RunningApp> {
  const app = await launchApp(options);
  onTestFinished(() => app.kill());
  return app;
}

test('With the clock set back right after a start, the entry and its end are sent without delay', async () => {
  const app = await launch({ preload });
  const page = await signIn(app, service);
  const taskId = (await readState(page)).tasks.tasks[0]?.id ?? '';
  const atService = () => service.entries(taskId);
  await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), taskId);
  await app.electron.evaluate((_, by) => Reflect.get(globalThis, 'setClock')(by), -40 * MINUTE);
  await until(atService, (entries) => entries.length === 1 && entries[0]?.endTime == null, 30_000);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await until(atService, (entries) => entries[0]?.endTime != null, 30_000);
});

test('With the clock set back while the app was closed, the timer can be stopped with typed times', async () => {
  const dataFolder = makeDataFolder();
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  const first = await launch({ dataFolder });
  const page = await signIn(first, service);
  const { tasks } = await readState(page);
  const [task] = tasks.tasks;
  await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), task?.id ?? '');
  await first.quit();
  const database = new DatabaseSync(join(dataFolder, 'punchcard.sqlite'));
  const start = new Date(Date.now() + 40 * MINUTE).toISOString();
  database.prepare('UPDATE time_entry SET start_time = ?1, created_at = ?1 WHERE end_time IS NULL').run(start);
  database.close();

  const app = await launch({ dataFolder });
  const again = await app.page();
  const question = again.getByRole('region', { name: /^When did .* start\?$/ });
  await question.waitFor();
  expect(await again.getByRole('timer', { name: 'Elapsed' }).textContent()).toBe('0:00:00');
  await again.getByRole('button', { name: 'Stop', exact: true }).click();
  await again.getByText(/^The clock says it is before .* started/).waitFor();
  await question.getByRole('button', { name: 'Enter its times…' }).click();
  const from = new Date(Date.now() - 30 * MINUTE);
  const clock = `${from.getHours()}:${String(from.getMinutes()).padStart(2, '0')}`;
  await question.getByLabel('Start', { exact: true }).fill(clock);
  await question.getByRole('button', { name: 'Save' }).click();
  await question.waitFor({ state: 'hidden' });
  const { time } = await readState(again);
  expect(time.running).toBeNull();
  const { startTime, endTime } = time.today.at(-1) ?? {};
  expect(Math.round((Date.parse(endTime ?? '') - Date.parse(startTime ?? '')) / MINUTE)).toBeGreaterThanOrEqual(29);
});
