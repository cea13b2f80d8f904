/** A report as a real PDF, read back: its text, its pages and its fonts. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TaskView } from '../../shared/contract/index.ts';
import { DEFAULT_REPORT } from '../../shared/time/default-rules.ts';
import { PATIENCE_MS, until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { oddServer } from './odd-servers.ts';
import { errorTitleOf, resultOf, send, untilState } from './steps.ts';

const MONTH = { from: '2026-10-01', to: '2026-10-31', projectKey: null };
const ENTRIES_A_DAY = 5;
const LONG_TITLE = `A long title ${'of many words '.repeat(8)}`;

let app: RunningApp;
let page: Page;
let accountId: string;
/** What the e-mail program was started with, each part ended by a zero. */
let emailed: string;

beforeAll(async () => {
  const programs = mkdtempSync(join(tmpdir(), 'punchcard-programs-'));
  const xdgEmail = join(programs, 'xdg-email');
  emailed = `${xdgEmail}.args`;
  writeFileSync(xdgEmail, '#!/bin/sh\nprintf "%s\\0" "$@" > "$0.args"\n', { mode: 0o755 });
  app = await launchApp({ env: { PATH: `${programs}:${process.env.PATH}` } });
  page = await app.page();
  await page.getByRole('button', { name: /Try it now/ }).waitFor();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { account, tasks } = await untilState(page, (state) => state.tasks.tasks.length > ENTRIES_A_DAY);
  accountId = account?.id ?? '';
  addEntries(
    eachOf(31, ENTRIES_A_DAY).map(([day, index]) => ({
      start: new Date(2026, 9, day, 8 + index),
      minutes: 40,
      task: tasks.tasks[index],
      note: `[day ${day}, part ${index}] <b>ä</b>`,
    })),
  );
});
afterAll(() => app.quit());

/** Each day of so many, with each index of so many. */
const eachOf = (days: number, count: number): [day: number, index: number][] =>
  Array.from({ length: days * count }, (_, at) => [Math.floor(at / count) + 1, at % count]);

interface Tracked {
  start: Date;
  minutes: number;
  task: Pick<TaskView, 'id' | 'identifier' | 'title' | 'projectName'> | undefined;
  note: string;
}

/** Writes entries into the app's database: as commands, each would be sent to the server and published. */
function addEntries(entries: Tracked[]): void {
  const database = new DatabaseSync(join(app.dataFolder, 'punchcard.sqlite'), { timeout: PATIENCE_MS });
  const add = database.prepare(
    `INSERT INTO time_entry (id, account_id, task_id, task_identifier, task_title, project_name, start_time, end_time, note, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?7)`,
  );
  database.exec('BEGIN IMMEDIATE');
  for (const { start, minutes, task, note } of entries) {
    const [from, to] = [start, new Date(start.getTime() + minutes * 60_000)].map((time) => time.toISOString());
    const { id = '', identifier = '', title = '', projectName } = task ?? {};
    add.run(randomUUID(), accountId, id, identifier, title, projectName ?? '', from ?? '', to ?? '', note);
  }
  database.exec('COMMIT');
  database.close();
}

const choose = (filePath: string) =>
  app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async () => ({ canceled: chosen === '', filePath: chosen });
  }, filePath);

/** The path of the saved file; null if the person cancelled. */
const did = async (format: 'pdf' | 'html' | 'csv') =>
  (await resultOf(page, 'report.save', { ...MONTH, format }))?.path ?? null;

const windows = () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

describe('a month as PDF', () => {
  test.each([
    ['en', 'Report', 'Page'],
    ['de', 'Stundennachweis', 'Seite'],
  ] as const)('has head, foot and whole days on each page, in %s', async (language, title, pageWord) => {
    const switches = {
      ...DEFAULT_REPORT,
      language,
      recipient: 'Nordlicht GmbH',
      sender: 'Ana Kovač',
      signatures: true,
    };
    await resultOf(page, 'time-rules.set-report', { projectKey: null, switches });
    const path = join(app.dataFolder, `${language}.pdf`);
    await choose(path);
    const before = await windows();
    expect(await did('pdf')).toBe(path);
    await expect.poll(windows).toBe(before);

    const pages = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1);
    expect(pages.length).toBeGreaterThan(3);
    expect(pages[0]).toContain(title);
    expect(pages[0]).toContain('Nordlicht GmbH');
    for (const [index, text] of pages.entries()) {
      expect(text).toMatch(new RegExp(`${pageWord} ${index + 1} (of|von) ${pages.length}`));
      const [firstLine = ''] = text.split('\n').filter((line) => line.trim() !== '');
      if (index > 1) expect(firstLine).toMatch(/^\s*(Day\s+Task|Tag\s+Aufgabe)/);
    }
    expect(pages.at(-1)).toContain('Ana Kovač');
    const pagesOf = (day: number) => pages.filter((text) => text.includes(`[day ${day}, part`));
    for (let day = 1; day <= 31; day += 1) {
      expect(pagesOf(day), `day ${day}`).toHaveLength(1);
      expect(pagesOf(day)[0]?.match(new RegExp(`\\[day ${day}, part`, 'g'))).toHaveLength(ENTRIES_A_DAY);
    }
    expect(pages.join('')).toContain('<b>ä</b>');

    const fonts = execFileSync('pdffonts', [path], { encoding: 'utf8' }).trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/ yes +yes +yes /);
    const size = execFileSync('pdfinfo', [path], { encoding: 'utf8' });
    expect(size).toMatch(/Page size:\s+59[45](\.\d+)? x 84[12](\.\d+)? pts \(A4\)/);
  });

  test('HTML and CSV are written as they are', async () => {
    for (const format of ['html', 'csv'] as const) {
      const path = join(app.dataFolder, `report.${format}`);
      await choose(path);
      expect(await did(format)).toBe(path);
    }
    expect(readFileSync(join(app.dataFolder, 'report.html'), 'utf8')).toContain('&#60;b&#62;ä');
    expect(readFileSync(join(app.dataFolder, 'report.csv'), 'utf8').split('\r\n')).toHaveLength(31 * ENTRIES_A_DAY + 2);
  });
});

describe('a saved file', () => {
  const onClipboard = () =>
    app.electron.evaluate(({ clipboard }) => clipboard.readBuffer('text/uri-list').toString('utf8'));

  /** The path that the next save dialog begins with. */
  async function suggested(): Promise<unknown> {
    await app.electron.evaluate(({ dialog }) => {
      dialog.showSaveDialog = async (options: unknown) => {
        Reflect.set(globalThis, 'suggested', (options as Electron.SaveDialogOptions).defaultPath);
        return { canceled: true, filePath: '' };
      };
    });
    await did('csv');
    return app.electron.evaluate(() => Reflect.get(globalThis, 'suggested'));
  }

  test('is copied as a file and handed to the e-mail program; the next one begins in its folder', async () => {
    const folder = join(app.dataFolder, 'In voices');
    mkdirSync(folder);
    const path = join(folder, 'October 2026.csv');
    await choose(path);
    expect(await did('csv')).toBe(path);
    await resultOf(page, 'report.copy-file', {});
    await expect.poll(onClipboard).toBe(`${pathToFileURL(path).href}\r\n`);

    expect(await resultOf(page, 'report.email-file', {})).toBe(true);
    // It has started, and may not have written all of them.
    const args = await until(
      () => (existsSync(emailed) ? readFileSync(emailed, 'utf8').split('\0') : []),
      (all) => all.at(-1) === '' && all.at(-2) === path,
    );
    const [subject, body, attach] = ['--subject', '--body', '--attach'].map((name) => args[args.indexOf(name) + 1]);
    expect([subject, attach]).toEqual(['Stundennachweis: Alle Projekte, Oktober 2026', path]);
    expect(body).toContain('Oktober 2026: 103:20 Stunden');

    const inFolder = await suggested();
    expect(inFolder).toBe(path);
    rmSync(folder, { recursive: true });
    const withoutFolder = await suggested();
    const documents = await app.electron.evaluate(({ app: main }) => main.getPath('documents'));
    expect(withoutFolder).toBe(join(documents, 'October 2026.csv'));
  });

  test('that is gone is neither copied nor sent', async () => {
    const path = join(app.dataFolder, 'gone.csv');
    await choose(path);
    await did('csv');
    rmSync(path);
    for (const name of ['report.show-file', 'report.copy-file', 'report.email-file'] as const)
      expect(await errorTitleOf(page, name, {})).toBe('The file is no longer there');
  });
});

describe('the preview', () => {
  const served = () =>
    app.electron.evaluate(async ({ net }) => {
      const response = await net.fetch('app://punchcard/report-preview?1');
      return { policy: response.headers.get('content-security-policy'), html: await response.text() };
    });

  test('is the page that is saved, and a switch changes it', async () => {
    await resultOf(page, 'report.preview', MONTH);
    const path = join(app.dataFolder, 'preview.html');
    await choose(path);
    await did('html');
    await expect.poll(async () => (await served()).html).toBe(readFileSync(path, 'utf8'));
    const switches = { ...DEFAULT_REPORT, notes: false };
    await resultOf(page, 'time-rules.set-report', { projectKey: null, switches });
    await resultOf(page, 'report.preview', MONTH);
    await expect.poll(async () => (await served()).html).not.toContain('[day 1, part');
  });

  test('in the window runs no script, reaches nothing, goes nowhere and has no bridge', async () => {
    const { tasks } = await untilState(page, (state) => state.tasks.total > 0);
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const now = { taskId: tasks.tasks[0]?.id ?? '', startTime: minutesAgo(5), endTime: minutesAgo(1), note: '' };
    await resultOf(page, 'time.add', now);
    await page.keyboard.press('Control+3');
    await page.getByRole('button', { name: 'Add and report', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Report…', exact: true }).click();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    // No script of the test runs in the frame either.
    await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('h1') != null);
    expect((await served()).policy).toMatch(
      /^sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline';/,
    );
    const server = await oddServer((_request, response) => response.end('reached'));
    const found = await page.evaluate((url) => {
      const inside = document.querySelector('iframe');
      const { contentDocument: doc, contentWindow: win } = inside ?? {};
      if (!inside || !doc || !win) throw new Error('No preview');
      const script = doc.createElement('script');
      script.append('window.ran = true');
      doc.body.append(script);
      const image = doc.createElement('img');
      image.src = `${url}/pixel.png`;
      doc.body.append(image);
      win.location.href = `${url}/elsewhere`;
      win.location.href = 'app://punchcard/index.html';
      return [Reflect.get(win, 'ran'), Reflect.get(win, 'punchcard'), inside.getAttribute('sandbox')];
    }, server.url);
    expect(found).toEqual([undefined, undefined, 'allow-same-origin']);
    // A message to main, which comes after all that was tried.
    await resultOf(page, 'report.preview', MONTH);
    expect(server.requests).toEqual([]);
    server.close();
    const others = page.frames().filter((one) => one !== page.mainFrame());
    expect(others.map((one) => one.url())).toEqual([expect.stringMatching(/report-preview|^chrome-error:/)]);
  });
});

test('In a window as low as at 200 % the foot covers none of the settings', async () => {
  await page.getByRole('button', { name: 'Back', exact: true }).first().click();
  await page.setViewportSize({ width: 200, height: 180 });
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('menuitemradio', { name: 'Choose days…', exact: true }).waitFor();
  await page.keyboard.press('Escape');
});

test('The hidden page is sandboxed, runs no script and has a session of its own in memory', async () => {
  await app.electron.evaluate(({ app: main, session }) => {
    main.once('web-contents-created', (_event, contents) => {
      contents.once('dom-ready', () => {
        // Not in Electron's types.
        const read = Reflect.get(contents, 'getLastWebPreferences') as () => Electron.WebPreferences;
        const { sandbox, javascript, nodeIntegration, preload } = read.call(contents);
        const isOwn = contents.session !== session.defaultSession && !contents.session.isPersistent();
        Reflect.set(globalThis, 'hiddenPage', [sandbox, javascript, nodeIntegration, preload ?? null, isOwn]);
      });
    });
  });
  await choose(join(app.dataFolder, 'again.pdf'));
  await did('pdf');
  await expect
    .poll(() => app.electron.evaluate(() => Reflect.get(globalThis, 'hiddenPage')))
    .toEqual([true, false, false, null, true]);
});

describe('what goes wrong', () => {
  test('A cancelled dialog changes nothing; a file that cannot be written is named with the reason', async () => {
    await choose('');
    expect(await did('pdf')).toBeNull();
    const folder = join(app.dataFolder, 'folder.pdf');
    mkdirSync(folder);
    for (const [path, reason] of [
      [folder, 'a folder has that name'],
      [join(app.dataFolder, 'missing', 'x.pdf'), 'that folder does not exist'],
    ] as const) {
      await choose(path);
      const answer = await send(page, 'report.save', { ...MONTH, format: 'pdf' });
      expect(answer).toMatchObject({
        ok: false,
        error: { title: 'The file was not written', explanation: `${path}: ${reason}.` },
      });
    }
  });

  test('A hidden page that crashes ends, with a message and no file', async () => {
    const path = join(app.dataFolder, 'crashed.pdf');
    await choose(path);
    const before = await windows();
    await app.electron.evaluate(({ app: main }) => {
      main.once('web-contents-created', (_event, contents) => {
        contents.once('dom-ready', () => contents.forcefullyCrashRenderer());
      });
    });
    expect(await errorTitleOf(page, 'report.save', { ...MONTH, format: 'pdf' })).toBe('The report was not printed');
    expect(existsSync(path)).toBe(false);
    await expect.poll(windows).toBe(before);
    expect(await did('pdf')).toBe(path);
  });

  test('A printer that fails is named, and the hidden page ends', async () => {
    const before = await windows();
    await app.electron.evaluate(({ app: main }) => {
      main.once('web-contents-created', (_event, contents) => {
        contents.print = (_options, done) => done?.(false, 'No printer answers');
      });
    });
    const answer = await send(page, 'report.print', MONTH);
    expect(answer).toMatchObject({ ok: false, error: { explanation: 'Printing failed: No printer answers.' } });
    await expect.poll(windows).toBe(before);
  });
});

test('A report too long for one page of Chromium is printed in parts; its PDF has every line once and pages in order', async () => {
  const [days, perDay] = [31, 70];
  const month = { from: '2026-08-01', to: '2026-08-31', projectKey: null };
  const lines = eachOf(days, perDay).map(([day, index]) => ({ day, index, note: `[${day}/${index + 1}]` }));
  addEntries(
    lines.map(({ day, index, note }) => {
      const task = { id: `long-${index}`, identifier: `LONG-${index}`, title: LONG_TITLE, projectName: 'Project' };
      return { start: new Date(2026, 7, day, 8, index), minutes: 30, task, note };
    }),
  );
  await resultOf(page, 'time-rules.set-report', { projectKey: null, switches: DEFAULT_REPORT });
  const path = join(app.dataFolder, 'long.pdf');
  await choose(path);
  expect(await resultOf(page, 'report.save', { ...month, format: 'pdf' })).toMatchObject({ path });

  const pages = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1);
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.map((text) => Number(/Page (\d+)\s*$/.exec(text)?.[1]))).toEqual(pages.map((_, index) => index + 1));
  const all = pages.join('\n');
  expect(all.match(/\[\d+\/\d+\]/g)).toEqual(lines.map(({ note }) => note));
  expect(all.match(/Report/g)).toHaveLength(1);
  expect(pages.at(-1)).toContain('Total');

  expect(await errorTitleOf(page, 'report.print', month)).toBe('The report is too long for the print dialog');
});
