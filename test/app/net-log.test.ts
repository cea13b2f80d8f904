/** What Chromium looks up and connects to in a whole run; packaged.test.ts does the same with the package. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, makeDataFolder } from './app.ts';
import { expectOnly } from './net-log.ts';
import { startService } from './service.ts';
import { resultOf, signIn, untilState } from './steps.ts';

test('A whole run looks up and reaches only the server that the person entered', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const dataFolder = makeDataFolder();
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  const file = join(dataFolder, 'net.json');
  const app = await launchApp({ dataFolder, args: [`--log-net-log=${file}`] });
  const page = await signIn(app, service);

  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  await resultOf(page, 'time.add', {
    taskId: tasks.tasks[0]?.id ?? '',
    startTime: new Date(2026, 9, 5, 8).toISOString(),
    endTime: new Date(2026, 9, 5, 9).toISOString(),
    note: 'A speling mistake',
  });
  await app.electron.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    },
    join(dataFolder, 'report.pdf'),
  );
  const period = { from: '2026-10-05', to: '2026-10-05', projectKey: null };
  await resultOf(page, 'report.save', { ...period, format: 'pdf' });
  expect(existsSync(join(dataFolder, 'report.pdf'))).toBe(true);

  await resultOf(page, 'quick-add.open', {});
  const isQuickAdd = () => app.electron.windows().find((window) => window.url().endsWith('/quick-add.html'));
  const quickAdd = await until(isQuickAdd, (window) => window !== undefined);
  await quickAdd?.getByRole('combobox').first().fill('A speling mistake');
  await app.quit();

  expectOnly(new URL(service.address).host, file);
});
