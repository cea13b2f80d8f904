/** Command lines while signed out: they fail with a message, and the sign-in window opens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAnswers } from '../../../electron/cli/answers.ts';
import { readCommandLine } from '../../../electron/cli/args.ts';
import type { Request } from '../../../electron/cli/protocol.ts';
import { runCommandLine } from '../../../electron/cli/run.ts';
import { createTerminalLanguage } from '../../../electron/cli/terminal-language.ts';
import { toAppErrorView } from '../../../electron/service/error-messages.ts';

describe('with the app running', () => {
  function ask(request: Request) {
    const opened: unknown[] = [];
    const unused = () => {
      throw new Error('Nobody is signed in');
    };
    const answer = createAnswers({
      account: { current: () => null },
      assigned: { view: unused },
      entries: { running: unused, recent: unused, find: unused },
      timer: { start: unused, stop: unused, stopSince: unused, discard: unused, setNote: unused },
      addEntry: unused,
      send: unused,
      directory: () => null,
      createTasks: unused,
      findAtServices: unused,
      accounts: () => [],
      closedAccounts: () => [],
      weekStartsOn: 1,
      openQuickAdd: unused,
      openPalette: unused,
      showTask: (task) => opened.push(task),
      localServer: unused,
      takeDropped: unused,
      toError: (error) => toAppErrorView(error, 'The server'),
      now: Date.now,
    });
    return { opened, reply: answer(request) };
  }

  test.each<Request>([{ do: 'add', text: 'Buy milk' }, { do: 'start' }, { do: 'stop' }])(
    '$do fails with a message and opens the window',
    async (request) => {
      const { opened, reply } = ask(request);
      expect(await reply).toEqual({ ok: false, why: 'signed-out', said: 'You’re not signed in.' });
      expect(opened).toEqual([null]);
    },
  );

  test('open succeeds and opens the sign-in window', async () => {
    const { opened, reply } = ask({ do: 'open', task: 'PAY-1' });
    expect(await reply).toMatchObject({ ok: true });
    expect(opened).toEqual([null]);
  });

  test.each<Request>([
    { do: 'status' },
    { do: 'show', task: 'PAY-1' },
    { do: 'list' },
    { do: 'report' },
    { do: 'gaps' },
    { do: 'start', by: 'Zed' },
  ])('%j opens no window, because panels, hooks of git and assistants ask again and again', async (request) => {
    const { opened, reply } = ask(request);
    expect(await reply).toMatchObject({ ok: false, why: 'signed-out' });
    expect(opened).toEqual([]);
  });
});

describe('without the app', () => {
  async function run(...args: string[]) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'punchcard-signed-out-'));
    onTestFinished(() => rmSync(dataFolder, { recursive: true }));
    const printed: string[] = [];
    const starts: string[][] = [];
    const code = await runCommandLine(readCommandLine(args), {
      dataFolder,
      version: '1',
      readInput: async () => '',
      print: (text) => printed.push(text),
      printError: (text) => printed.push(text),
      setLanguage: createTerminalLanguage({ LANG: 'C' }),
      startApp: (given) => starts.push(given),
      readerGone: new AbortController().signal,
    });
    return { code, printed, starts };
  }

  test.each([
    { args: ['add', 'Buy milk'], code: 3, starts: [[]] },
    { args: ['open'], code: 0, starts: [[]] },
    { args: ['open', 'PAY-1'], code: 5, starts: [] },
    { args: ['status'], code: 3, starts: [] },
  ])('$args: the app is started with $starts', async ({ args, code, starts }) => {
    const ran = await run(...args);
    expect(ran).toMatchObject({ code, starts });
    if (code === 3) expect(ran.printed).toEqual(['You’re not signed in.']);
  });

  test('a started app gets the given data folder', async () => {
    const named = mkdtempSync(join(tmpdir(), 'punchcard-named-'));
    onTestFinished(() => rmSync(named, { recursive: true }));
    const { starts } = await run(`--user-data-dir=${relative(process.cwd(), named)}`, 'open');
    expect(starts).toEqual([[`--user-data-dir=${named}`]]);
  });
});
