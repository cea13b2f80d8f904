/** Saving, printing and copying a report. */
import { expect, test, vi } from 'vitest';
import { createReports } from '../../../../electron/features/report/index.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { createSettings } from '../../../../electron/store/settings.ts';
import type { TimesheetCell } from '../../../../shared/contract/timesheet.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { DEFAULT_REPORT, DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import type { Entry } from '../../../../shared/time/entry.ts';
import { entry, MINUTE, PAY } from './parts.ts';

const SAVED = '/home/ada/punchcard-report-2026-11-09-2026-11-15';
const WEEK = { from: '2026-11-09', to: '2026-11-15', projectKey: null };

function start(stored: Entry[] = [entry(PAY, 9, 9, 90, 'Read it')]) {
  const saved: [name: string, content: string | Uint8Array, folder: string | undefined][] = [];
  const used: unknown[][] = [];
  const printed: string[] = [];
  const copied: string[] = [];
  const accountTitle = vi.fn((accountId: string) => `${accountId}.example`);
  const fake = {
    answer: SAVED as string | null,
    print: async (): Promise<boolean> => true,
    pdf: async (): Promise<Uint8Array> => new Uint8Array([1]),
    language: 'en' as 'en' | 'de' | 'qps',
    rules: DEFAULT_TIME_RULES,
  };
  const cells = stored.map(({ task }): TimesheetCell => ({ ...task, day: '2026-11-09', ms: 90 * MINUTE, entries: 1 }));
  const reports = createReports(
    {
      now: () => new Date(2026, 10, 16, 12).getTime(),
      copyText: (text) => void copied.push(text),
      settings: createSettings(openDatabase(':memory:', new Date()).database),
    },
    {
      account: { required: () => ({ id: 'ada' }) as never },
      time: {
        timesheet: {
          read: async (_account, from, to) => ({
            from,
            to,
            tasks: stored.map(({ task }) => ({ task, labels: [] })),
            cells: cells.map((cell) => ({ ...cell, day: from })),
            tracked: [],
          }),
        },
        entries: { between: () => stored },
      },
      rules: { rules: () => fake.rules },
      accountTitle,
      accountName: (accountId) => accountId,
      weekStartsOn: 1,
      language: () => fake.language,
      saveFile: async (name, content, folder) => {
        saved.push([name, content, folder]);
        return fake.answer;
      },
      savedFiles: {
        showInFolder: (path) => void used.push(['show', path]),
        copy: async (path) => void used.push(['copy', path]),
        async email(path, draft) {
          used.push(['email', path, draft]);
          return true;
        },
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
  return { reports, saved, used, printed, copied, accountTitle, fake };
}

const viewOf = (error: unknown) => (error instanceof AppError ? error.view : error);

test('Each format is saved under the name of its period; a cancelled dialog says so', async () => {
  const { reports, saved, printed, fake } = start();
  expect(await reports.save(WEEK, 'pdf')).toMatchObject({ path: SAVED });
  await reports.save(WEEK, 'html');
  await reports.save(WEEK, 'csv');
  expect(saved.map(([name]) => name)).toEqual(
    ['pdf', 'html', 'csv'].map((end) => `punchcard-report-2026-11-09-2026-11-15.${end}`),
  );
  expect(saved[0]?.[1]).toEqual(new Uint8Array([1]));
  expect(saved[1]?.[1]).toBe(printed[0]);
  // Excel on Windows reads no UTF-8 without the mark.
  expect(saved[2]?.[1]).toMatch(/^\uFEFFDate,Start,/);
  fake.answer = null;
  expect(await reports.save(WEEK, 'csv')).toBeNull();
});

test('A file has the version of its content, which a note or a moved entry changes', async () => {
  const versions = async (stored: Entry[]) => {
    const { reports } = start(stored);
    expect(await reports.save(WEEK, 'pdf')).toMatchObject({ version: await reports.version(WEEK) });
    return reports.version(WEEK);
  };
  const entries = [entry(PAY, 9, 9, 90, 'Read it'), entry(PAY, 9, 9, 90, 'Wrote it'), entry(PAY, 9, 10, 90, 'Read it')];
  const all = await Promise.all(entries.map((one) => versions([one])));
  expect(new Set(all).size).toBe(3);
  expect(await versions(entries.slice(0, 1))).toBe(all[0]);
});

test('A report of several accounts names their servers, and says of which each project and each row is', async () => {
  const other = { ...PAY, taskId: 'other', accountId: 'marl' };
  const { reports, printed, saved, copied, accountTitle } = start([entry(PAY, 9, 9, 90), entry(other, 9, 12, 30)]);
  await reports.save(WEEK, 'pdf');
  // Once for each, however many rows there are.
  expect(accountTitle).toHaveBeenCalledTimes(2);
  expect(printed[0]).toContain('ada.example\nmarl.example');
  await reports.save(WEEK, 'csv');
  const rows = String(saved[1]?.[1]).trim().split('\r\n');
  expect(rows.map((row) => row.split(',').slice(5, 7))).toEqual([
    ['Project', 'Account'],
    ['Payments', 'ada.example'],
    ['Payments', 'marl.example'],
  ]);
  await reports.copy(WEEK, 'markdown');
  await reports.copy(WEEK, 'text');
  for (const text of copied) expect(text).toContain('\n\nAccounts: ada.example, marl.example\n\n');
  for (const text of [printed[0], ...copied])
    for (const name of ['ada/Payments', 'marl/Payments', `ada/${PAY.identifier}`, `marl/${PAY.identifier}`])
      expect(text).toContain(name);
});

test('A report of one account says nothing of accounts', async () => {
  const { reports, printed, saved, copied } = start();
  await reports.save(WEEK, 'pdf');
  await reports.save(WEEK, 'csv');
  await reports.copy(WEEK, 'markdown');
  await reports.copy(WEEK, 'text');
  for (const text of [printed[0], saved[1]?.[1], ...copied]) expect(text).not.toMatch(/Account|ada[./]/);
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

test('The folder and the name of a saved report are suggested for the next one, with its own week', async () => {
  const { reports, saved, fake } = start();
  const next = { ...WEEK, from: '2026-11-16', to: '2026-11-22' };
  fake.answer = '/home/ada/Invoices/Nordlicht week 46.pdf';
  await reports.save(WEEK, 'pdf');
  fake.answer = null;
  await reports.save(next, 'pdf');
  await reports.save(next, 'csv');
  // A month is no week, and a project has a name of its own.
  await reports.save({ ...WEEK, from: '2026-11-01', to: '2026-11-30' }, 'pdf');
  await reports.save({ ...WEEK, projectKey: 'p1' }, 'pdf');
  expect(saved.slice(1).map(([name, _, folder]) => [name, folder])).toEqual([
    ['Nordlicht week 47.pdf', '/home/ada/Invoices'],
    ['Nordlicht week 47.csv', '/home/ada/Invoices'],
    ['punchcard-report-2026-11-01-2026-11-30.pdf', '/home/ada/Invoices'],
    ['punchcard-report-2026-11-09-2026-11-15.pdf', '/home/ada/Invoices'],
  ]);
});

test('The saved file is shown, copied and sent with its period and what it comes to', async () => {
  const { reports, used } = start();
  expect(reports.file.show).toThrow('The file is no longer there');
  await reports.save(WEEK, 'pdf');
  reports.file.show();
  await reports.file.copy();
  expect(await reports.file.email()).toBe(true);
  expect(used).toEqual([
    ['show', SAVED],
    ['copy', SAVED],
    [
      'email',
      SAVED,
      {
        subject: 'Report: All projects, 9–15 November 2026',
        text: 'All projects, 9–15 November 2026: 1:30 hours',
      },
    ],
  ]);
});

test('The preview is the page that is printed, and a switch changes it', async () => {
  const { reports, printed, fake } = start();
  expect(reports.previewHtml()).toBe('');
  const first = await reports.preview(WEEK);
  await reports.save(WEEK, 'pdf');
  expect(reports.previewHtml()).toContain('Read it');
  expect(reports.previewHtml()).toBe(printed[0]);
  fake.rules = { ...DEFAULT_TIME_RULES, reports: { all: { ...DEFAULT_REPORT, notes: false } } };
  const second = await reports.preview(WEEK);
  expect(reports.previewHtml()).not.toContain('Read it');
  expect(second.number).not.toBe(first.number);
  expect((await reports.preview(WEEK)).number).toBe(second.number);
});

test('An older preview that is ready later does not replace a newer one', async () => {
  const { reports } = start();
  await Promise.all([reports.preview(WEEK), reports.preview({ ...WEEK, to: '2026-11-13' })]);
  expect(reports.previewHtml()).toContain('9–13 November 2026');
});

test('The preview of a long report is its first part', async () => {
  const many = Array.from({ length: 700 }, (_, index) => entry({ ...PAY, taskId: `t${index}` }, 9, 9, 1));
  const { reports, printed } = start(many);
  const { isWhole } = await reports.preview(WEEK);
  await reports.save(WEEK, 'pdf');
  expect(isWhole).toBe(false);
  const rows = (html = '') => html.match(/<tr class="part">.*?<\/tr>/g) ?? [];
  const shown = rows(reports.previewHtml());
  expect(shown.length).toBeGreaterThan(400);
  expect(shown.length).toBeLessThan(700);
  expect(rows(printed[0]).slice(0, shown.length)).toEqual(shown);
});
