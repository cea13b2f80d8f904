/** The command line while the app is not running; test/electron/cli/commands.test.ts tests the rest. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readCommandLine } from '../../../electron/cli/args.ts';
import { openDropFolder } from '../../../electron/cli/drop-folder.ts';
import type { ToolsOptions } from '../../../electron/cli/mcp.ts';
import type { Reply } from '../../../electron/cli/protocol.ts';
import { runCommandLine } from '../../../electron/cli/run.ts';
import { serveCommands } from '../../../electron/cli/socket-server.ts';
import { createTerminalLanguage } from '../../../electron/cli/terminal-language.ts';
import { accountNames, answerWithoutApp, isAllowedWithoutApp } from '../../../electron/cli/without-app.ts';
import { createStartupSnapshot } from '../../../electron/store/startup-snapshot.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';
import { mergeDirectories } from '../../../shared/quick-add/accounts.ts';
import { directory } from '../../shared/quick-add/directory.ts';

const assistant = vi.hoisted(() => ({ call: async (_send: ToolsOptions['send']): Promise<void> => undefined }));
vi.mock('../../../electron/cli/mcp.ts', () => ({ serveTools: ({ send }: ToolsOptions) => assistant.call(send) }));

const setLanguage = createTerminalLanguage({ LANG: 'C' });
const task = { taskId: 't', identifier: 'PAY-1', title: 'Refund', projectName: 'Payments' };

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'punchcard-alone-'));
  onTestFinished(() => {
    activeMessages.set({});
    rmSync(dataFolder, { recursive: true });
  });
});

/** Writes what the app leaves behind. */
function saveSnapshot(state: object = {}, names: Partial<ReturnType<typeof directory>> = {}): void {
  const { now: _, ...known } = directory({ lastProjectId: 'p-fin', ...names });
  createStartupSnapshot({
    dataFolder,
    build: 'any',
    read: () => ({
      theme: 'system',
      zoom: 100,
      pinned: false,
      openAsWindow: false,
      state: { settings: { language: 'en' }, time: { running: null }, ...state },
      quickAdd: { accountId: 'a1', directory: known },
    }),
  }).save();
}
const add = (text: string) => answerWithoutApp(dataFolder, { do: 'add', text }, setLanguage);
const status = () => answerWithoutApp(dataFolder, { do: 'status' }, setLanguage);
const left = () => openDropFolder(dataFolder).list();

test('add leaves the tasks in the drop folder, for the account that was signed in', async () => {
  saveSnapshot();
  const before = Date.now();
  expect(await add('One\nTwo #app !high')).toMatchObject({
    ok: true,
    said: 'Added to FIN: One\nAdded to APP: Two\nThey are sent when Punchcard runs.',
  });
  await add('Three');
  expect(left().map(({ accountId, tasks }) => [accountId, tasks.map(({ title }) => title)])).toEqual([
    ['a1', ['One', 'Two']],
    ['a1', ['Three']],
  ]);
  expect(Date.parse(left()[0]?.writtenAt ?? '')).toBeGreaterThanOrEqual(before);
});

test('each task is left for the account of its project, or for the one that is named', async () => {
  const accounts = [
    { id: 'a1', name: 'nordlicht', server: 'pm.nordlicht.example', host: 'pm.nordlicht.example' },
    { id: 'a2', name: 'acme', server: 'pm.acme.example', host: 'pm.acme.example' },
  ];
  const own = directory({ lastProjectId: 'p-fin' });
  saveSnapshot(
    { accounts, settings: { language: 'en' }, time: { running: null } },
    mergeDirectories(accounts.map(({ id, name }) => ({ id, name, directory: own }))) ?? {},
  );
  expect(await add('One\nTwo #acme/mobility')).toMatchObject({ ok: true });
  const asked = { do: 'add', text: 'Three', account: 'acme' } as const;
  expect(await answerWithoutApp(dataFolder, asked, setLanguage)).toMatchObject({ ok: true });
  expect(await answerWithoutApp(dataFolder, { ...asked, account: 'other' }, setLanguage)).toMatchObject({
    ok: false,
    said: 'No open account is called “other”. There are: nordlicht, acme',
  });
  const of = left().map(({ accountId, tasks }) => `${accountId} ${tasks.map(({ title }) => title)}`);
  expect(of.sort()).toEqual(['a1 One', 'a2 Three', 'a2 Two']);
});

test.runIf(process.platform !== 'win32')('only the owner can read what was left', async () => {
  saveSnapshot();
  await add('One');
  const folder = join(dataFolder, 'inbox');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a line that cannot be read, or without any project, is refused and leaves nothing', async () => {
  saveSnapshot();
  expect(await add('#app')).toMatchObject({ ok: false, said: 'Type what needs doing.' });
  saveSnapshot({}, { projects: [] });
  expect(await add('One')).toMatchObject({ ok: false, said: expect.stringContaining('has not loaded your projects') });
  expect(left()).toEqual([]);
});

test('status tells the timer that ran last', async () => {
  saveSnapshot();
  expect(await status()).toMatchObject({ ok: false, why: 'nothing-running' });
  const startTime = new Date(Date.now() - 65 * 60_000).toISOString();
  for (const one of [task, { ...task, accountId: 'a1' }]) {
    saveSnapshot({ time: { running: { id: 'e', task: one, startTime, endTime: null } } });
    expect(await status()).toMatchObject({ ok: true, said: 'PAY-1 Refund  1:05', data: { task: one, startTime } });
  }
});

test('the answer is in the language of the settings', async () => {
  saveSnapshot({ settings: { language: 'de' } });
  expect(await status()).toMatchObject({ said: 'Kein Timer läuft.' });
});

test('without a snapshot nobody is signed in; one that cannot be read is left to the app', async () => {
  expect(await status()).toMatchObject({ ok: false, why: 'signed-out' });
  for (const text of ['{"state"', 'null', '{"theme":"dark"}']) {
    writeFileSync(join(dataFolder, 'last-state.json'), text);
    expect([await add('One'), await status()]).toEqual([null, null]);
  }
});

test('tasks of several accounts are stored all or none', async () => {
  const own = directory({ lastProjectId: 'p-fin' });
  const accounts = ['a1', 'a2'].map((id) => ({ id, name: id, directory: own }));
  saveSnapshot({}, mergeDirectories(accounts) ?? {});
  const { stringify } = JSON;
  const broken = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
    if ((value as { accountId?: string }).accountId === 'a2') throw new Error('broken');
    return stringify(value);
  });
  onTestFinished(() => broken.mockRestore());
  expect(await add('One\nTwo #a2/mobility')).toMatchObject({ said: 'Nothing was stored: broken' });
  expect(left()).toEqual([]);
  broken.mockRestore();
  expect(await add('One\nTwo #a2/mobility')).toMatchObject({ ok: true });
  expect(left()).toHaveLength(2);
});

test('tasks that cannot be stored are an error', async () => {
  saveSnapshot();
  writeFileSync(join(dataFolder, 'inbox'), 'not a folder');
  expect(await add('One')).toMatchObject({ ok: false, said: expect.stringContaining('Nothing was stored') });
});

test('unfinished, foreign and damaged files in the drop folder are not taken in; the damaged ones are told about once', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const told: string[] = [];
  const listed = () => openDropFolder(dataFolder, (path) => told.push(path)).list();
  saveSnapshot();
  await add('One');
  const folder = join(dataFolder, 'inbox');
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, `${name}.tmp`), '{');
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  writeFileSync(join(folder, name.replace(/^\d{13}/, '1000000000000')), '{"accountId":"a1"}');
  mkdirSync(join(folder, name.replace(/^\d{13}/, '1000000000001')));
  expect(listed().map((file) => file.name)).toEqual([name]);
  expect(listed().map((file) => file.name)).toEqual([name]);
  expect(told).toHaveLength(2);
  expect(readFileSync(told[0] ?? '', 'utf8')).toBe('{"accountId":"a1"}');
  expect(error).toHaveBeenCalledTimes(2);
  error.mockRestore();
});

test('an assistant may only do what needs no question', () => {
  const allowed = { on: true, read: 'yes', timer: 'ask', entries: 'no', tasks: 'yes' };
  for (const [assistants, mays] of [
    [allowed, [true, true, false, false, false]],
    [{ ...allowed, on: false }, [false, false, false, false, false]],
    [{ ...allowed, disconnected: ['Zed'] }, [false, false, false, false, false]],
    [{ ...allowed, tools: { add: 'ask' } }, [false, false, false, false, false]],
    [{ ...allowed, tools: { add: 'yes' } }, [true, true, false, true, false]],
    [{ ...allowed, tools: { list: 'often' } }, [false, false, false, false, false]],
    [undefined, [false, false, false, false, false]],
  ] as const) {
    saveSnapshot({ settings: { language: 'en', assistants } });
    const kinds = [['read'], ['tasks'], ['tasks', 'timer'], ['entries'], []] as const;
    expect(kinds.map((one) => isAllowedWithoutApp(dataFolder, 'Zed', 'add', one))).toEqual(mays);
  }
  rmSync(join(dataFolder, 'last-state.json'));
  expect(isAllowedWithoutApp(dataFolder, 'Zed', 'list', ['read'])).toBe(false);
});

test('a task that an assistant left carries its name', async () => {
  saveSnapshot();
  await answerWithoutApp(dataFolder, { do: 'add', text: 'One' }, setLanguage, 'Zed');
  await add('Two');
  // Two of one millisecond have no order.
  const authors = left().map(({ tasks, by }) => `${tasks[0]?.title} by ${by ?? 'the person'}`);
  expect(authors.sort()).toEqual(['One by Zed', 'Two by the person']);
});

test('who follows the status gets a line for each minute of the timer, not at each look at what the app left', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T09:00:10Z') });
  onTestFinished(() => void vi.useRealTimers());
  saveSnapshot({ time: { running: { task, startTime: '2026-11-18T08:00:00Z' } } });
  const reader = new AbortController();
  const out: string[] = [];
  await runCommandLine(readCommandLine(['status', '--follow', '--json']), {
    dataFolder,
    version: '1',
    readInput: async () => '',
    print: (text) => out.push(text),
    printError: () => undefined,
    // Called at each look.
    async setLanguage() {
      vi.setSystemTime(Date.now() + 5_000);
      if (Date.now() > Date.parse('2026-11-18T09:01:30Z')) reader.abort();
    },
    startApp: () => undefined,
    readerGone: reader.signal,
    followAgainMs: 1,
  });
  expect(out.map((line) => JSON.parse(line).elapsedMs)).toEqual([3_615_000, 3_660_000]);
});

test('the names of the open accounts are known, for the completion of shells; none without a sign-in', () => {
  expect(accountNames(dataFolder)).toEqual([]);
  saveSnapshot({ accounts: [{ id: 'a1', name: 'Acme', server: 'acme.example', host: 'acme.example' }] });
  expect(accountNames(dataFolder)).toEqual(['Acme']);
});

test.runIf(process.platform === 'linux')(
  'an assistant that passes on only what its SDK does starts the app, on the display that systemd knows of',
  async () => {
    const bin = join(dataFolder, 'bin');
    mkdirSync(bin);
    const known = `LANG=de_DE.UTF-8\nDISPLAY=:7\nODD=$'one\\ntwo'\nPATH=/elsewhere\nSECRET_TOKEN=x\n`;
    writeFileSync(join(dataFolder, 'environment'), known);
    const isAsked = `[ "$* $XDG_RUNTIME_DIR" = "--user show-environment /run/user/$(id -u)" ]`;
    const script = `#!/bin/sh\n${isAsked} && cat '${join(dataFolder, 'environment')}'\n`;
    writeFileSync(join(bin, 'systemctl'), script, { mode: 0o755 });
    const given: NodeJS.ProcessEnv = { ...getDefaultEnvironment(), PATH: `${bin}:${process.env.PATH}` };
    const assistants = { on: true, read: 'yes', timer: 'ask', entries: 'no', tasks: 'no', tools: { gaps: 'ask' } };
    saveSnapshot({ settings: { language: 'en', assistants } });
    for (const name of [...Object.keys(process.env), 'DISPLAY', 'LANG', 'ODD']) vi.stubEnv(name, given[name]);
    onTestFinished(() => void vi.unstubAllEnvs());
    const replies: Reply[] = [];
    assistant.call = async (send) => {
      const signal = new AbortController().signal;
      // Two starts fail: nothing has answered after 30 s.
      const { now } = performance;
      let ms = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
        ms += 20_000;
        return now.call(performance) + ms;
      });
      replies.push(await send({ do: 'status' }, 'Zed', signal), await send({ do: 'gaps' }, 'Zed', signal));
      clock.mockRestore();
      // After the next log-in.
      writeFileSync(join(dataFolder, 'environment'), known.replace(':7', ':8'));
      for (const _ of [1, 2]) replies.push(await send({ do: 'gaps' }, 'Zed', signal));
    };
    const answer = async (): Promise<Reply> => ({ ok: true, said: 'No gaps', data: {} });
    const started: unknown[] = [];
    await runCommandLine(readCommandLine(['mcp']), {
      dataFolder,
      version: '1',
      readInput: async () => '',
      print: () => undefined,
      printError: () => undefined,
      setLanguage,
      startApp(args, session) {
        started.push([args, session]);
        if (started.length < 3) return;
        const app = serveCommands({ dataFolder, answer, follow: () => () => undefined, onError: () => undefined });
        onTestFinished(app.close);
      },
      readerGone: new AbortController().signal,
    });
    expect(started).toEqual([':7', ':7', ':8'].map((DISPLAY) => [['--hidden'], { LANG: 'de_DE.UTF-8', DISPLAY }]));
    expect(replies).toMatchObject([
      { why: 'nothing-running' },
      { why: 'not-there' },
      { said: 'No gaps' },
      { said: 'No gaps' },
    ]);
    expect([process.env.DISPLAY, process.env.LANG]).toEqual([undefined, undefined]);
  },
);
