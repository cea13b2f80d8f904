/** Commands from arguments to output and exit code, through the socket of the app. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerOptions } from '../../../electron/cli/answers.ts';
import { MAX_TEXT, readCommandLine } from '../../../electron/cli/args.ts';
import { runCommandLine } from '../../../electron/cli/run.ts';
import { type CommandServer, serveCommands } from '../../../electron/cli/socket-server.ts';
import { createTerminalLanguage } from '../../../electron/cli/terminal-language.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';
import { mergeDirectories, type TaskOfAccount } from '../../../shared/quick-add/accounts.ts';
import { taskRef } from '../../../shared/time/entry.ts';
import { directory } from '../../shared/quick-add/directory.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { MINUTE, startMachine } from '../outbox/machine.ts';
import { answersOf } from './app.ts';

let dataFolder: string;
let server: CommandServer | undefined;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'punchcard-commands-'));
});
afterEach(() => {
  server?.close();
  server = undefined;
  rmSync(dataFolder, { recursive: true });
  activeMessages.set({});
});

/** Runs a command line; `input` is its standard input. */
async function run(args: string[], { input = '', env = { LANG: 'C' } as Record<string, string> } = {}) {
  const [out, err, starts]: [string[], string[], string[][]] = [[], [], []];
  const setLanguage = createTerminalLanguage(env);
  await setLanguage('system');
  const code = await runCommandLine(readCommandLine(args), {
    dataFolder,
    version: '1.2.3',
    readInput: async () => input,
    print: (text) => out.push(text),
    printError: (text) => err.push(text),
    setLanguage,
    startApp: (given) => starts.push(given),
  });
  return { code, out: out.join('\n'), err: err.join('\n'), starts };
}

describe('with the app running', () => {
  async function startApp(options: Partial<AnswerOptions> = {}) {
    const machine = await startMachine();
    const created: { tasks: TaskOfAccount[]; startTimer: boolean }[] = [];
    const shown: unknown[] = [];
    const answer = answersOf(machine, {
      assigned: {
        view: () =>
          ({ tasks: [taskView('PAY-1', { title: 'Refund' }), taskView('PAY-2', { title: 'Refund again' })] }) as never,
      },
      directory: () => directory({ lastProjectId: 'p-fin' }),
      createTasks: (tasks, { startTimer }) => void created.push({ tasks: [...tasks], startTimer }),
      findAtServices: async () => [],
      openQuickAdd: () => void shown.push('quick add'),
      openPalette: () => void shown.push('palette'),
      showTask: (task) => void shown.push(task?.identifier ?? null),
      ...options,
    });
    server = serveCommands({
      dataFolder,
      answer,
      onError: (error) => {
        throw error;
      },
    });
    await server.ready;
    return { machine, created, shown };
  }

  test('toggle starts the last task and stops it; switch opens the palette', async () => {
    const { machine, shown } = await startApp();
    expect(await run(['toggle'])).toMatchObject({ code: 0, out: 'Started PAY-1 Refund' });
    machine.elapse(5 * MINUTE);
    expect(await run(['toggle'])).toMatchObject({ code: 0, out: expect.stringMatching(/^Stopped PAY-1 Refund after/) });
    expect(await run(['switch'])).toMatchObject({ code: 0, out: '' });
    expect(shown).toEqual(['palette']);
  });

  test('start, status, stop and discard print text, and JSON for programs', async () => {
    const { machine } = await startApp();
    expect(await run(['status'])).toMatchObject({ code: 4, out: '', err: 'No timer is running.' });
    expect(await run(['discard'])).toMatchObject({ code: 4 });
    expect(await run(['stop', '--json'])).toMatchObject({
      code: 4,
      out: '{"ok":false,"why":"nothing-running","message":"No timer is running."}',
      err: '',
    });
    expect(await run(['start', 'pay-1'])).toMatchObject({ code: 0, out: 'Started PAY-1 Refund' });
    machine.elapse(65 * MINUTE);
    expect(await run(['status'])).toMatchObject({ code: 0, out: 'PAY-1 Refund  1:05' });
    expect(JSON.parse((await run(['status', '--json'])).out)).toMatchObject({
      ok: true,
      task: { identifier: 'PAY-1' },
      elapsedMs: 65 * MINUTE,
    });
    expect(await run(['stop'])).toMatchObject({ code: 0, out: 'Stopped PAY-1 Refund after 1:05' });
    // Without a name the last task is started.
    expect(await run(['start'])).toMatchObject({ code: 0, out: 'Started PAY-1 Refund' });
    expect(await run(['discard'])).toMatchObject({ code: 0 });
    expect(await run(['status'])).toMatchObject({ code: 4 });
  });

  test('start says which task it does not find, or that several are meant', async () => {
    await startApp();
    expect(await run(['start', 'NOPE-1'])).toMatchObject({ code: 1, err: 'No task of yours is called “NOPE-1”.' });
    const several = await run(['start', 'refund']);
    expect(several.code).toBe(1);
    expect(several.err).toContain('PAY-1 Refund\n  PAY-2 Refund again');
  });

  describe('of two accounts', () => {
    const ACCOUNTS = [
      { id: 'nordlicht-id', name: 'nordlicht', server: 'pm.nordlicht.example' },
      { id: 'acme-id', name: 'acme', server: 'pm.acme.example' },
    ];
    const both = (name: string) => ACCOUNTS.map(({ id }) => taskView(name, { id: `${name} ${id}`, accountId: id }));
    const options: Partial<AnswerOptions> = {
      accounts: () => ACCOUNTS,
      assigned: { view: () => ({ tasks: [...both('PAY-1'), taskView('WEB-1', { accountId: 'acme-id' })] }) as never },
      directory: () => {
        const merged = mergeDirectories(ACCOUNTS.map(({ id, name }) => ({ id, name, directory: directory() })));
        return merged && { ...merged, now: new Date() };
      },
      findAtServices: async (name, only) =>
        both(name)
          .map(taskRef)
          .filter(({ accountId }) => name === 'FAR-1' && (only === undefined || accountId === only)),
    };

    test('a name that both have is not guessed, and the answer says how to choose', async () => {
      await startApp(options);
      for (const name of ['PAY-1', 'FAR-1']) {
        const several = await run(['open', name]);
        expect(several.code).toBe(1);
        expect(several.err).toMatch(new RegExp(`${name} .*\\(--account nordlicht\\)\\n.*\\(--account acme\\)`));
        const { out } = await run(['open', name, '--account', 'acme', '--json']);
        expect(JSON.parse(out).task).toMatchObject({ taskId: `${name} acme-id`, accountId: 'acme-id' });
      }
      expect((await run(['open', 'WEB-1'])).code).toBe(0);
    });

    test('add names the account by the project, or by --account and its server', async () => {
      const { created } = await startApp(options);
      await run(['add', 'One #acme/mobility']);
      await run(['add', '--account', 'pm.acme.example', 'Two #finance']);
      const of = created.flatMap(({ tasks }) => tasks).map(({ title, accountId }) => [title, accountId]);
      expect(of).toEqual([
        ['One', 'acme-id'],
        ['Two', 'acme-id'],
      ]);
    });

    test('an account that is not open is refused with the names of those that are', async () => {
      const { created } = await startApp(options);
      const err = 'No open account is called “other”. There are: nordlicht, acme';
      expect(await run(['add', '--account', 'other', 'One'])).toMatchObject({ code: 1, err });
      expect(await run(['open', 'PAY-1', '--account', 'other'])).toMatchObject({ code: 1, err });
      expect(await run(['stop', '--account', 'acme'])).toMatchObject({ code: 2 });
      expect(created).toEqual([]);
    });
  });

  test('add creates tasks and prints them', async () => {
    const { created } = await startApp();
    const added = await run(['add', 'From the shell #app !high', '--json']);
    expect(added.code).toBe(0);
    expect(JSON.parse(added.out)).toMatchObject({
      ok: true,
      tasks: [{ title: 'From the shell', projectSlug: 'APP', priority: 'high' }],
    });
    expect(await run(['add', '-'], { input: 'One by pipe\nTwo by pipe\n' })).toMatchObject({
      code: 0,
      out: 'Added to FIN: One by pipe\nAdded to FIN: Two by pipe',
    });
    expect(await run(['add', '--start', 'Timed by shell'])).toMatchObject({ code: 0 });
    expect(created.map(({ tasks, startTimer }) => [tasks.map(({ title }) => title), startTimer])).toEqual([
      [['From the shell'], false],
      [['One by pipe', 'Two by pipe'], false],
      [['Timed by shell'], true],
    ]);
  });

  test('add rejects a line without a title and too long input', async () => {
    const { created } = await startApp();
    expect(await run(['add', '#app'])).toMatchObject({ code: 1, err: 'Type what needs doing.' });
    expect(await run(['add', '-'], { input: 'x'.repeat(MAX_TEXT + 1) })).toMatchObject({ code: 2 });
    expect(created).toEqual([]);
  });

  test('add without text opens quick add, open the window or a task; both print nothing', async () => {
    const { shown } = await startApp();
    for (const args of [['add'], ['open'], ['open', 'PAY-2']])
      expect(await run(args)).toMatchObject({ code: 0, out: '', err: '' });
    expect(shown).toEqual(['quick add', null, 'PAY-2']);
    expect(await run(['open', 'NOPE-1'])).toMatchObject({ code: 1 });
  });

  test('an error of the app is printed with its reason', async () => {
    await startApp({
      createTasks: () => {
        throw new Error('disk');
      },
    });
    const { code, err } = await run(['add', 'x']);
    expect(code).toBe(1);
    expect(err).not.toBe('');
  });
});

describe('without the app', () => {
  test('help and version are printed; an invalid command exits with 2 and prints the usage', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, out: '1.2.3' });
    expect((await run(['--help'])).out).toMatch(/^Usage: punchcard/);
    const wrong = await run(['stop', 'everything']);
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('stop takes no further arguments.');
    expect(wrong.err).toContain('Usage: punchcard');
  });

  test('commands about the timer exit with 5', async () => {
    for (const args of [['start', 'PAY-1'], ['stop'], ['toggle'], ['switch'], ['discard'], ['add', '--start', 'x']])
      expect(await run(args)).toMatchObject({ code: 5, starts: [] });
  });

  test('in a German terminal messages are German', async () => {
    const inGerman = (...args: string[]) => run(args, { env: { LANGUAGE: '', LC_ALL: 'de_DE.UTF-8' } });
    expect((await inGerman('--help')).out).toMatch(/^Aufruf: punchcard <Befehl>/);
    expect((await inGerman('stop')).err).toContain('Punchcard läuft nicht.');
    expect((await inGerman('status')).err).toContain('Nicht angemeldet.');
  });
});
