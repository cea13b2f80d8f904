/** A report that is too long for one page of Chromium, as a real PDF, read back. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../until.ts';
import { launchApp } from './app.ts';
import { errorTitleOf, resultOf, untilState } from './steps.ts';

const [DAYS, TASKS] = [31, 70];
const MONTH = { from: '2026-10-01', to: '2026-10-31', projectKey: null };

test('It is printed in parts, and its PDF has every line once and pages in order', async () => {
  const app = await launchApp();
  onTestFinished(() => app.quit());
  const page = await app.page();
  await page.getByRole('button', { name: /Try it now/ }).waitFor();
  await resultOf(page, 'sign-in.local', { sample: true });
  const { account } = await untilState(page, (state) => state.account !== null && state.tasks.tasks.length > 0);
  const database = new DatabaseSync(join(app.dataFolder, 'punchcard.sqlite'), { timeout: PATIENCE_MS });
  const add = database.prepare(
    `INSERT INTO time_entry (id, account_id, task_id, task_identifier, task_title, project_name, start_time, end_time, note, created_at)
     VALUES (?1, ?2, ?3, ?3, ?4, 'Project', ?5, ?6, ?7, ?5)`,
  );
  database.exec('BEGIN IMMEDIATE');
  for (let day = 1; day <= DAYS; day += 1) {
    for (let task = 1; task <= TASKS; task += 1) {
      const start = new Date(2026, 9, day, 8, task).toISOString();
      const end = new Date(2026, 9, day, 8, task + 30).toISOString();
      const name = `[${day}/${task}]`;
      add.run(name, account?.id ?? '', `LONG-${task}`, `A long title ${'of many words '.repeat(8)}`, start, end, name);
    }
  }
  database.exec('COMMIT');
  database.close();

  const path = join(app.dataFolder, 'long.pdf');
  await app.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);
  expect(await resultOf(page, 'report.save', { ...MONTH, format: 'pdf' })).toMatchObject({ path });

  const pages = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.map((text) => Number(/Page (\d+)\s*$/.exec(text)?.[1]))).toEqual(pages.map((_, index) => index + 1));
  const all = pages.join('\n');
  const names = Array.from({ length: DAYS * TASKS }, (_, at) => `[${Math.floor(at / TASKS) + 1}/${(at % TASKS) + 1}]`);
  expect(all.match(/\[\d+\/\d+\]/g)).toEqual(names);
  expect(all.match(/Report/g)).toHaveLength(1);
  expect(pages.at(-1)).toContain('Total');

  expect(await errorTitleOf(page, 'report.print', MONTH)).toBe('The report is too long for the print dialog');
});
