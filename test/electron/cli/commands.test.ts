/** Commands from arguments to output and exit code, through the socket of the app. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AnswerOptions } from '../../../electron/cli/answers.ts';
import { readCommandLine } from '../../../electron/cli/args.ts';
import { MAX_TEXT } from '../../../electron/cli/commands.ts';
import { createFollowers } from '../../../electron/cli/followers.ts';
import type { Request } from '../../../electron/cli/protocol.ts';
import { runCommandLine } from '../../../electron/cli/run.ts';
import { sendToApp } from '../../../electron/cli/socket-client.ts';
import { type CommandServer, serveCommands } from '../../../electron/cli/socket-server.ts';
import { STATUS_FORMATS } from '../../../electron/cli/status-format.ts';
import { createTerminalLanguage } from '../../../electron/cli/terminal-language.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';
import { mergeDirectories, type TaskOfAccount } from '../../../shared/quick-add/accounts.ts';
import { taskRef } from '../../../shared/time/entry.ts';
import { directory } from '../../shared/quick-add/directory.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { PATIENCE_MS } from '../../until.ts';
import { ACCOUNT, MINUTE, startMachine } from '../outbox/machine.ts';
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
async function run(
  args: string[],
  {
    input = '',
    env = { LANG: 'C' } as Record<string, string>,
    out = [] as string[],
    signal = new AbortController().signal,
  } = {},
) {
  const [err, starts]: [string[], string[][]] = [[], []];
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
    readerGone: signal,
  });
  return { code, out: out.join('\n'), err: err.join('\n'), starts };
}

test('a command that a hook runs says so, in the variable that the app set', async () => {
  const requests: unknown[] = [];
  server = serveCommands({
    dataFolder,
    answer: async (request) => {
      requests.push(request);
      return { ok: true, said: '', data: {} };
    },
    follow: () => () => undefined,
    onError: () => undefined,
  });
  await server.ready;
  await run(['stop']);
  vi.stubEnv('PUNCHCARD_EVENT', 'started');
  onTestFinished(() => void vi.unstubAllEnvs());
  await run(['stop']);
  expect(requests).toEqual([{ do: 'stop' }, { do: 'stop', fromHook: true }]);
});

describe('with the app running', () => {
  async function startApp(options: Partial<AnswerOptions> = {}) {
    const machine = await startMachine();
    const created: { tasks: TaskOfAccount[]; startTimer: boolean }[] = [];
    const shown: unknown[] = [];
    const askers: AbortSignal[] = [];
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
    const followers = createFollowers(() => answer({ do: 'status' }));
    server = serveCommands({
      dataFolder,
      answer(request, signal) {
        askers.push(signal);
        return answer(request, signal);
      },
      follow: followers.add,
      onError: (error) => {
        throw error;
      },
    });
    await server.ready;
    return { machine, created, shown, askers, statusMayHaveChanged: followers.statusMayHaveChanged };
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
      out: '{"schema":1,"ok":false,"why":"nothing-running","message":"No timer is running."}',
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
      { id: 'nordlicht-id', name: 'nordlicht', server: 'pm.nordlicht.example', host: 'pm.nordlicht.example' },
      { id: 'acme-id', name: 'acme', server: 'pm.acme.example', host: 'pm.acme.example' },
    ];
    const both = (name: string) => ACCOUNTS.map(({ id }) => taskView(name, { id: `${name} ${id}`, accountId: id }));
    const options: Partial<AnswerOptions> = {
      accounts: () => ACCOUNTS,
      closedAccounts: () => [{ id: 'marl-id', name: 'marl', server: 'pm.marl.example', host: 'pm.marl.example' }],
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

    test('report counts the time of all, or of the named one', async () => {
      const tasks = both('PAY-1').map((task) => ({ task: taskRef(task), labels: [] }));
      const cells = tasks.map(({ task: { taskId, accountId } }, at) => {
        return { taskId, accountId, day: '2026-11-18', ms: (at + 1) * 30 * MINUTE, entries: 1 };
      });
      await startApp({
        ...options,
        send: async (_name, payload) => ({ ...(payload as object), tasks, cells }) as never,
      });
      const report = async (...more: string[]) => {
        const { totalMs, days, tasks: counted } = JSON.parse((await run(['report', '--json', ...more])).out);
        return [totalMs / MINUTE, days[0].ms / MINUTE, counted.length];
      };
      expect(await report()).toEqual([90, 90, 2]);
      expect((await run(['report'])).out).toMatch(/1:00 {2}PAY-1 .* \(acme\)\n.*0:30 {2}PAY-1 .* \(nordlicht\)\n/);
      expect((await run(['report', '--account', 'nordlicht'])).out).toMatch(/PAY-1 [^()]*\n.*in all$/);
      expect(await report('--account', 'nordlicht')).toEqual([30, 30, 1]);
      expect(await report('--account', 'pm.acme.example')).toEqual([60, 60, 1]);
    });

    test('a name of two is refused, also if one of them is closed', async () => {
      const { created } = await startApp({
        ...options,
        closedAccounts: () => [
          { id: 'mira-id', name: 'mira@acme', server: 'pm.acme.example', host: 'pm.acme.example' },
        ],
      });
      const err = 'No open account is called “pm.acme.example”. There are: nordlicht, acme';
      expect(await run(['add', '--account', 'pm.acme.example', 'One'])).toMatchObject({ code: 1, err });
      expect(created).toEqual([]);
      expect(await run(['add', '--account', 'acme', 'One #finance'])).toMatchObject({ code: 0 });
    });

    test('an account that is not open is refused with the names of those that are', async () => {
      const { created } = await startApp(options);
      const err = 'No open account is called “other”. There are: nordlicht, acme';
      expect(await run(['add', '--account', 'other', 'One'])).toMatchObject({ code: 1, err });
      expect(await run(['open', 'PAY-1', '--account', 'other'])).toMatchObject({ code: 1, err });
      expect(await run(['stop', '--account', 'acme'])).toMatchObject({ code: 2 });
      for (const closed of ['marl', 'pm.marl.example'])
        expect(await run(['start', 'PAY-1', '--account', closed])).toMatchObject({
          code: 1,
          err: 'You’re not signed in to pm.marl.example',
        });
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

  test('log adds time afterwards: for a length until now, between two times, on an earlier day', async () => {
    const { machine } = await startApp();
    const added = async (...args: string[]) => {
      const { out, err } = await run(['log', 'PAY-1', ...args, '--json']);
      const { startTime, endTime } = JSON.parse(out || err);
      return [startTime, endTime].map((instant: string) => instant.slice(0, 16));
    };
    // It is 9:00 on Wednesday, 18 November.
    expect(await added('--for', '45m')).toEqual(['2026-11-18T08:15', '2026-11-18T09:00']);
    expect(await added('--from', '7:00', '--to', '7:30')).toEqual(['2026-11-18T07:00', '2026-11-18T07:30']);
    expect(await added('--from', '22:00', '--for', '1:30')).toEqual(['2026-11-17T22:00', '2026-11-17T23:30']);
    expect(await added('--day', 'monday', '--from', '23:30', '--to', '0:15')).toEqual([
      '2026-11-16T23:30',
      '2026-11-17T00:15',
    ]);
    expect(await added('--day', '2026-11-12', '--to', '17:00', '--for', '2')).toEqual([
      '2026-11-12T15:00',
      '2026-11-12T17:00',
    ]);
    const { out } = await run(['log', 'PAY-2', '--from', '8:00', '--note', 'Review']);
    expect(out).toBe('Added 1:00 to PAY-2 Refund again, 8:00 am–9:00 am');
    expect(machine.run.entries.completed('account-1', 100).map(({ note }) => note)).toContain('Review');
  });

  test('log says what it does not understand, and adds nothing', async () => {
    const { machine } = await startApp();
    for (const [args, err] of [
      [[], 'log needs two of --for, --from and --to, or without --day one of --for and --from until now.'],
      [['--for', 'ages'], '“ages” is no length such as 1:30, 90m or 1.5.'],
      [['--for=-1'], '“-1” is no length such as 1:30, 90m or 1.5.'],
      [['--day', 'tomorrow', '--from', '9:00', '--for', '1'], '“tomorrow” is no day up to today.'],
      [['--day', 'monday', '--for', '1'], 'With --day, log needs --from or --to.'],
      [['--from', '1:00', '--to', '2:00', '--for', '1'], /^log needs two/],
      // The window would ask.
      [['--day', 'monday', '--from', '1:00', '--to', '23:00'], /12|twelve/],
    ] as const)
      expect(await run(['log', 'PAY-1', ...args]), args.join(' ')).toMatchObject({
        code: 1,
        err: err instanceof RegExp ? expect.stringMatching(err) : err,
      });
    expect(machine.run.entries.completed('account-1', 100)).toEqual([]);
  });

  test('note sets the note of the running timer', async () => {
    const { machine } = await startApp();
    expect(await run(['note', 'Review'])).toMatchObject({ code: 4 });
    await run(['start', 'PAY-1']);
    expect(await run(['note', 'Review', 'with', 'Ada'])).toMatchObject({ code: 0, out: 'Noted on PAY-1 Refund' });
    expect(machine.run.entries.running('account-1')?.note).toBe('Review with Ada');
  });

  test('list and show print tasks, with what programs may know of them', async () => {
    await startApp();
    expect((await run(['list'])).out).toBe('PAY-1  Refund\nPAY-2  Refund again');
    expect((await run(['list', 'again'])).out).toBe('PAY-2  Refund again');
    const { tasks } = JSON.parse((await run(['list', '--json'])).out);
    expect(tasks[0]).toMatchObject({ identifier: 'PAY-1', title: 'Refund', dueDate: null, labels: [] });
    expect((await run(['show', 'PAY-2'])).out).toMatch(/^PAY-2 Refund again\n/);
  });

  test('list --account prints the tasks of the only open account, which its tasks do not name', async () => {
    await startApp({
      accounts: () => [
        { id: ACCOUNT, name: 'nordlicht', server: 'pm.nordlicht.example', host: 'pm.nordlicht.example' },
      ],
    });
    expect((await run(['list', '--account', 'nordlicht'])).out).toBe('PAY-1  Refund\nPAY-2  Refund again');
  });

  test('report sums a day, a week or a month, and gaps lists what is missing', async () => {
    const asked: unknown[] = [];
    const refund = { taskId: 'PAY-1', identifier: 'PAY-1', title: 'Refund', projectName: 'Payments' };
    const review = { ...refund, taskId: 'PAY-2', identifier: 'PAY-2', title: 'Review' };
    const cells = [
      { taskId: 'PAY-1', day: '2026-11-16', ms: 30 * MINUTE, entries: 1 },
      { taskId: 'PAY-1', day: '2026-11-17', ms: 30 * MINUTE, entries: 1 },
      { taskId: 'PAY-2', day: '2026-11-17', ms: 90 * MINUTE, entries: 2 },
    ];
    await startApp({
      send: async (name, payload) => {
        asked.push([name, payload]);
        const gap = { from: Date.UTC(2026, 10, 17, 10), to: Date.UTC(2026, 10, 17, 11, 30) };
        const sheet = { ...(payload as object), tasks: [refund, review].map((task) => ({ task, labels: [] })), cells };
        return (name === 'timesheet.review' ? { gaps: [gap] } : sheet) as never;
      },
    });
    expect((await run(['report', 'week'])).out).toBe('  1:30  PAY-2 Review\n  1:00  PAY-1 Refund\n  2:30  in all');
    const { from, to, totalMs, days } = JSON.parse((await run(['report', 'week', '--json'])).out);
    expect({ from, to, totalMs }).toEqual({ from: '2026-11-16', to: '2026-11-22', totalMs: 150 * MINUTE });
    expect(days.slice(0, 2)).toEqual([
      { day: '2026-11-16', ms: 30 * MINUTE },
      { day: '2026-11-17', ms: 120 * MINUTE },
    ]);
    expect((await run(['gaps', '--day', 'yesterday'])).out).toBe('10:00 am–11:30 am  1:30');
    expect(asked.at(-1)).toMatchObject(['timesheet.review', { from: '2026-11-17', to: '2026-11-17' }]);
    expect((await run(['report', '--day', 'tomorrow'])).err).toContain('is no day up to today');
  });

  test('move, done and due change a task as the window does; undo takes the last change back', async () => {
    const sent: unknown[] = [];
    const places = ['Backlog', 'In progress', 'Shipped'].map((name) => ({
      name,
      slug: name.toLowerCase().replace(' ', '-'),
      isFinal: name === 'Shipped',
    }));
    const answers: Record<string, unknown> = {
      'tasks.places': { status: 'backlog', places },
      'undo.changes': [
        { undoId: 2, text: 'Moved', state: 'undone', isPossible: true },
        { undoId: 1, text: 'Renamed', state: 'done', isPossible: true },
      ],
    };
    await startApp({
      send: async (name, payload) => {
        if (!(name in answers)) sent.push([name, payload]);
        return answers[name] as never;
      },
    });
    expect((await run(['move', 'PAY-1', 'in', 'progress'])).out).toBe('Moved PAY-1 “Refund” to In progress');
    expect((await run(['done', 'PAY-1'])).out).toBe('Moved PAY-1 “Refund” to Shipped');
    expect((await run(['due', 'PAY-1', 'friday', '17:00'])).out).toBe('PAY-1 “Refund” is due Friday 5:00 pm');
    expect((await run(['due', 'PAY-1', 'none'])).out).toBe('Removed the due date of PAY-1 “Refund”');
    expect((await run(['undo'])).out).toBe('Undone: Renamed');
    answers['undo.changes'] = [
      { undoId: 4, text: 'Sent', state: 'done', isPossible: false, obstacle: 'It is sent' },
      { undoId: 3, text: 'Older', state: 'done', isPossible: true },
    ];
    expect(await run(['undo'])).toMatchObject({ code: 1, err: 'Sent: It is sent' });
    const change = (values: object) => ['tasks.change', { changes: [{ taskId: 'PAY-1', ...values }] }];
    expect(sent).toEqual([
      change({ status: 'in-progress' }),
      change({ status: 'shipped' }),
      change({ dueDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT17:00/) }),
      change({ dueDate: null }),
      ['undo.undo', { undoId: 1 }],
    ]);
    expect((await run(['move', 'PAY-1', 'nowhere'])).err).toBe(
      'There is no such column for PAY-1 Refund. There are: Backlog, In progress and Shipped',
    );
    expect((await run(['due', 'PAY-1', 'some day'])).err).toContain('is no date');
  });

  test('status prints for each status bar, while no timer runs and while one does', async () => {
    const { machine } = await startApp();
    const inAllFormats = async () => {
      const shown: Record<string, string> = {};
      for (const format of STATUS_FORMATS) {
        const { out, ...others } = await run(['status', '--format', format]);
        expect(others, format).toEqual({ code: 0, err: '', starts: [] });
        shown[format] = out;
      }
      return shown;
    };
    expect(await inAllFormats()).toEqual({
      plain: 'No timer is running.',
      waybar: '{"text":"","tooltip":"No timer is running.","class":"nothing-running","alt":"nothing-running"}',
      i3blocks: '{"full_text":"","short_text":""}',
      polybar: '',
      xbar: '–\n---\nNo timer is running.',
      tmux: '',
    });
    await run(['start', 'PAY-1']);
    machine.elapse(65 * MINUTE);
    expect(await inAllFormats()).toEqual({
      plain: 'PAY-1 Refund  1:05',
      waybar: '{"text":"PAY-1 Refund 1:05","tooltip":"PAY-1 Refund  1:05","class":"running","alt":"running"}',
      i3blocks: '{"full_text":"PAY-1 Refund 1:05","short_text":"PAY-1 1:05"}',
      polybar: 'PAY-1 Refund 1:05',
      xbar: 'PAY-1 1:05\n---\nPAY-1 Refund  1:05',
      tmux: 'PAY-1 1:05',
    });
  });

  test('who follows the status gets a line at each change, also when the app ends and starts again', async () => {
    const { statusMayHaveChanged } = await startApp();
    const reader = new AbortController();
    const out: string[] = [];
    const ended = run(['status', '--follow'], { out, signal: reader.signal });
    const last = () => expect.poll(() => out.at(-1));
    await last().toBe('No timer is running.');
    await run(['start', 'PAY-1']);
    statusMayHaveChanged();
    await last().toBe('PAY-1 Refund  0:00');
    // Nothing that the status shows.
    statusMayHaveChanged();
    await run(['stop']);
    statusMayHaveChanged();
    await last().toBe('No timer is running.');
    expect(out).toHaveLength(3);
    server?.close();
    await last().toMatch(/not signed in/);
    reader.abort();
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  test.each<[Request, string]>([
    [{ do: 'log', task: 'FAR-1', for: '1h' }, 'find'],
    [{ do: 'start', task: 'FAR-1' }, 'find'],
    [{ do: 'open', task: 'FAR-1' }, 'find'],
    [{ do: 'due', task: 'FAR-1', date: 'none' }, 'find'],
    [{ do: 'move', task: 'PAY-1', column: 'Shipped' }, 'tasks.places'],
    [{ do: 'undo' }, 'undo.changes'],
  ])('%j writes nothing if its asker left while the server hung', async (request, hangs) => {
    const server = Promise.withResolvers<void>();
    const asked: string[] = [];
    const answers: Record<string, unknown> = {
      'tasks.places': { status: 'backlog', places: [{ name: 'Shipped', slug: 'shipped', isFinal: true }] },
      'undo.changes': [{ undoId: 1, text: 'Renamed', state: 'done', isPossible: true }],
      find: [taskRef(taskView('FAR-1'))],
    };
    const ask = async (name: string) => {
      asked.push(name);
      if (name === hangs) await server.promise;
      return answers[name] as never;
    };
    const { machine, shown, askers } = await startApp({ findAtServices: () => ask('find'), send: ask });
    const asker = new AbortController();
    const sent = sendToApp(dataFolder, request, PATIENCE_MS, asker.signal);
    await expect.poll(() => asked).toEqual([hangs]);
    asker.abort();
    expect(await sent).toMatchObject({ ok: false, said: 'Punchcard is running but did not answer.' });
    await expect.poll(() => askers[0]?.aborted).toBe(true);
    server.resolve();
    expect(await run(['status'])).toMatchObject({ code: 4 });
    expect([asked, shown]).toEqual([[hangs], []]);
    expect(machine.run.entries.completed(ACCOUNT, 100)).toEqual([]);
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

  test('of an invalid command a program gets JSON, unless it wrote --json as a text', async () => {
    const json = (message: string) => `{"schema":1,"ok":false,"why":"wrong","message":"${message}"}`;
    const input = 'x'.repeat(MAX_TEXT + 1);
    for (const [args, message] of [
      [['stop', 'everything', '--json'], 'stop takes no further arguments.'],
      [['--json', 'status'], '--json comes after the command.'],
      [['stop', '--json', '--user-data-dir', '/tmp/x'], '--user-data-dir= needs a value.'],
      [['add', '-', '--json'], 'That text is too long.'],
    ] as const)
      expect(await run([...args], { input })).toMatchObject({ code: 2, out: json(message), err: '' });
    expect(await run(['stop', '--', '--json'])).toMatchObject({ code: 2, out: '' });
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
