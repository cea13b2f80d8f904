/** Saving, printing and copying a report. */
import { expect, test } from 'vitest';
import { createReports } from '../../../../electron/features/report/index.ts';
import type { TimesheetCell } from '../../../../shared/contract/timesheet.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { DEFAULT_REPORT, DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import type { Entry } from '../../../../shared/time/entry.ts';
import { entry, MINUTE, PAY } from './parts.ts';

const WEEK = { from: '2026-11-09', to: '2026-11-15', projectKey: null };

function start(stored: Entry[] = [entry(PAY, 9, 9, 90, 'Read it')]) {
  const saved: [name: string, content: string | Uint8Array][] = [];
  const printed: string[] = [];
  const copied: string[] = [];
  const fake = {
    answer: '/home/ada/report' as string | null,
    print: async (): Promise<boolean> => true,
    pdf: async (): Promise<Uint8Array> => new Uint8Array([1]),
    language: 'en' as 'en' | 'de' | 'qps',
    rules: DEFAULT_TIME_RULES,
  };
  const cells = stored.map(
    ({ task }): TimesheetCell => ({ taskId: task.taskId, day: '2026-11-09', ms: 90 * MINUTE, entries: 1 }),
  );
  const reports = createReports(
    { now: () => new Date(2026, 10, 16, 12).getTime(), copyText: (text) => void copied.push(text) },
    {
      account: { required: () => ({ id: 'ada' }) as never },
      time: {
        weeks: {
          read: async (_account, from, to) => ({
            from,
            to,
            tasks: stored.map(({ task }) => ({ task, labels: [] })),
            cells,
            tracked: [],
          }),
        },
        entries: { between: () => stored },
      },
      rules: { rules: () => fake.rules },
      weekStartsOn: 1,
      language: () => fake.language,
      saveFile: async (name, content) => {
        saved.push([name, content]);
        return fake.answer;
      },
      printToPdf: async (html) => {
        printed.push(html);
        return fake.pdf();
      },
      printOnPaper: async (html) => {
        printed.push(html);
        return fake.print();
      },
    },
  );
  return { reports, saved, printed, copied, fake };
}

const viewOf = (error: unknown) => (error instanceof AppError ? error.view : error);

test('Each format is saved under the name of its period; a cancelled dialog says so', async () => {
  const { reports, saved, printed, fake } = start();
  expect(await reports.save(WEEK, 'pdf')).toBe('/home/ada/report');
  await reports.save(WEEK, 'html');
  await reports.save(WEEK, 'csv');
  expect(saved.map(([name]) => name)).toEqual(
    ['pdf', 'html', 'csv'].map((end) => `punchcard-report-2026-11-09-2026-11-15.${end}`),
  );
  expect(saved[0]?.[1]).toEqual(new Uint8Array([1]));
  expect(saved[1]?.[1]).toBe(printed[0]);
  fake.answer = null;
  expect(await reports.save(WEEK, 'csv')).toBeNull();
});

test('Markdown and plain text are copied', async () => {
  const { reports, copied } = start();
  await reports.copy(WEEK, 'markdown');
  await reports.copy(WEEK, 'text');
  expect(copied).toEqual([expect.stringContaining('# Report'), expect.stringContaining('Report: All projects')]);
});

test('A period without completed entries is not saved', async () => {
  const { reports, saved } = start([]);
  expect(viewOf(await reports.save(WEEK, 'csv').catch((error) => error))).toMatchObject({
    kind: 'invalid',
    title: 'Nothing to report',
  });
  expect(saved).toEqual([]);
});

test('What cannot be printed is said, with its reason and another way', async () => {
  const { reports, saved, fake } = start();
  fake.pdf = async () => Promise.reject(new Error('Printing takes too long'));
  const error = viewOf(await reports.save(WEEK, 'pdf').catch((error) => error));
  expect(error).toMatchObject({
    title: 'The report was not printed',
    explanation: 'Printing failed: Printing takes too long.',
  });
  expect(saved).toEqual([]);
  fake.print = async () => Promise.reject(new Error('No printer'));
  expect(viewOf(await reports.print(WEEK).catch((error) => error))).toMatchObject({
    explanation: 'Printing failed: No printer.',
  });
  fake.print = async () => false;
  expect(await reports.print(WEEK)).toBe(false);
});

test('A report is in its own language, else in that of the app', async () => {
  const { reports, copied, fake } = start();
  fake.language = 'de';
  await reports.copy(WEEK, 'text');
  fake.rules = { ...DEFAULT_TIME_RULES, reports: { all: { ...DEFAULT_REPORT, language: 'en' } } };
  await reports.copy(WEEK, 'text');
  fake.rules = DEFAULT_TIME_RULES;
  fake.language = 'qps';
  await reports.copy(WEEK, 'text');
  expect(copied.map((text) => text.split(':')[0])).toEqual(['Stundennachweis', 'Report', 'Report']);
});
