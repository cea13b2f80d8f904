/** Clock changes while Punchcard runs and while it is closed: entries are still sent, and every timer can be stopped. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, makeDataFolder } from './app.ts';
import { startService } from './service.ts';
import { resultOf, sendNow, signIn, untilState } from './steps.ts';

const MINUTE = 60_000;
const preload = join(import.meta.dirname, 'set-clock.cjs');

test('A clock that is set back delays no entry, and a timer that it moves to the future is stopped with typed times', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const dataFolder = makeDataFolder();
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  const first = await launchApp({ dataFolder, preload });
  onTestFinished(() => first.kill());
  const page = await signIn(first, service);
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 1);
  const [one, other] = tasks.tasks.map(({ id }) => id);
  const start = (taskId = '') => resultOf(page, 'timer.start', { taskId });
  await start(one);
  await first.electron.evaluate((_, by) => Reflect.get(globalThis, 'setClock')(by), -40 * MINUTE);
  await sendNow(first, page);
  const atService = () => service.entries(one ?? '');
  await until(atService, (entries) => entries.length === 1 && entries[0]?.endTime == null);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await untilState(page, ({ time }) => time.running === null);
  await sendNow(first, page);
  await until(atService, (entries) => entries[0]?.endTime != null);
  await start(other);
  await first.quit();

  const database = new DatabaseSync(join(dataFolder, 'punchcard.sqlite'));
  const ahead = new Date(Date.now() + 40 * MINUTE).toISOString();
  database.prepare('UPDATE time_entry SET start_time = ?1, created_at = ?1 WHERE end_time IS NULL').run(ahead);
  database.close();
  const app = await launchApp({ dataFolder });
  onTestFinished(() => app.kill());
  const again = await app.page();
  const question = again.getByRole('region', { name: /^When did .* start\?$/ });
  await question.waitFor();
  await question.getByRole('button', { name: 'Enter its times…' }).click();
  const from = new Date(Date.now() - 30 * MINUTE);
  const clock = `${from.getHours()}:${String(from.getMinutes()).padStart(2, '0')}`;
  await question.getByLabel('Start', { exact: true }).fill(clock);
  await question.getByRole('button', { name: 'Save' }).click();
  await question.waitFor({ state: 'hidden' });
  const { time } = await untilState(again, (state) => state.time.running === null);
  const { startTime, endTime } = time.today.find(({ task }) => task.taskId === other) ?? {};
  expect(Math.round((Date.parse(endTime ?? '') - Date.parse(startTime ?? '')) / MINUTE)).toBeGreaterThanOrEqual(29);
});
