/** The sentences in which an assistant's request is asked and logged, and what the person has to allow. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnswerOptions } from '../../../electron/cli/answers.ts';
import { inWords, kindsOf } from '../../../electron/cli/assistant-requests.ts';
import { type Asked, COMMANDS, commandWords } from '../../../electron/cli/commands.ts';
import type { TaskChange } from '../../../shared/contract/tasks.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import { messages as german } from '../../../shared/i18n/generated/de/main.ts';
import { messages as english } from '../../../shared/i18n/generated/en/main.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';
import { localeFormats } from '../../../shared/i18n/locale-de.ts';
import { mergeDirectories, type TaskOfAccount } from '../../../shared/quick-add/accounts.ts';
import { taskRef } from '../../../shared/time/entry.ts';
import { directory } from '../../shared/quick-add/directory.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { ACCOUNT, type Machine, MINUTE, startMachine } from '../outbox/machine.ts';
import { optionsOf } from './app.ts';

const NOW = new Date(2026, 10, 18, 14, 30);
const at = (hour: number, minute = 0): number => new Date(2026, 10, 18, hour, minute).getTime();
const TASKS = [
  taskView('PAY-1', { title: 'Fix the totals' }),
  taskView('PAY-2', { title: 'Fix the title' }),
  taskView('WEB-3', { title: `\u202E${'long '.repeat(200)}` }),
];
const known = {
  account: { current: () => ({ id: 'a1' }) as never },
  accounts: () => [],
  assigned: { view: () => ({ tasks: TASKS }) as never },
  entries: {
    running: () => ({ task: taskRef(TASKS[0] as never), startTime: toIsoInstant(at(14)) }) as never,
    recent: () => [taskRef(TASKS[1] as never)],
    find: () => undefined,
  },
  directory: () => ({ ...directory({ lastProjectId: 'p-fin' }), now: NOW }),
  weekStartsOn: 1,
  now: () => NOW.getTime(),
} as const;
const words = (asked: Asked) => inWords(asked, known as unknown as AnswerOptions);

const EXAMPLES: Asked[] = [
  { do: 'add', text: 'Buy milk' },
  { do: 'start', task: 'totals' },
  { do: 'stop' },
  { do: 'note', text: 'Paired with Jonas' },
  { do: 'log', task: 'PAY-1', from: '13:00', to: '13:45', note: 'Paired with Jonas' },
  { do: 'status' },
  { do: 'list' },
  { do: 'show', task: 'PAY-1' },
  { do: 'move', task: 'PAY-1', column: 'Done' },
  { do: 'due', task: 'PAY-1', date: 'none' },
  { do: 'done', task: 'PAY-1' },
  { do: 'report', period: 'week' },
  { do: 'gaps' },
];

test('every tool has its sentence in English and German', () => {
  const tools = commandWords.filter((word) => COMMANDS[word].kind !== undefined);
  expect(Object.keys(english.cli.asks)).toEqual(tools);
  expect(Object.keys(german.cli.asks)).toEqual(tools);
  expect(EXAMPLES.map((asked) => asked.do)).toEqual(tools);
});

test('as questions', async () => {
  expect((await Promise.all(EXAMPLES.map(words))).map(({ asks }) => asks)).toEqual([
    'Create “Buy milk” in FIN?',
    'Start the timer on PAY-1 “Fix the totals”?',
    'Stop the timer on PAY-1 “Fix the totals”?',
    'Set the note on PAY-1 “Fix the totals” to “Paired with Jonas”?',
    'Add 0:45 to PAY-1 “Fix the totals”, today 1:00 pm–1:45 pm, with the note “Paired with Jonas”?',
    'Read which timer runs?',
    'Read your tasks?',
    'Read PAY-1 “Fix the totals”?',
    'Move PAY-1 “Fix the totals” to Done?',
    'Remove the due date of PAY-1 “Fix the totals”?',
    'Move PAY-1 “Fix the totals” to its first column that closes tasks?',
    'Read your time for 16 – 22 Nov?',
    'Read the gaps in your time for today?',
  ]);
});

test('as questions and lines of the log in German', async () => {
  activeMessages.set({ main: german, locale: localeFormats });
  onTestFinished(() => activeMessages.set({}));
  const said = await Promise.all(EXAMPLES.map(words));
  expect(said.map(({ asks }) => asks)).toEqual([
    '„Buy milk“ in FIN anlegen?',
    'Den Timer für PAY-1 „Fix the totals“ starten?',
    'Den Timer für PAY-1 „Fix the totals“ stoppen?',
    'Die Notiz zu PAY-1 „Fix the totals“ auf „Paired with Jonas“ setzen?',
    '0:45 für PAY-1 „Fix the totals“ nachtragen, heute 1:00 pm–1:45 pm, mit der Notiz „Paired with Jonas“?',
    'Lesen, welcher Timer läuft?',
    'Deine Aufgaben lesen?',
    'PAY-1 „Fix the totals“ lesen?',
    'PAY-1 „Fix the totals“ nach Done verschieben?',
    'Die Fälligkeit von PAY-1 „Fix the totals“ entfernen?',
    'PAY-1 „Fix the totals“ in die erste abschließende Spalte verschieben?',
    expect.stringMatching(/^Deine Zeiten für 16\. – 22\. Nov\.? lesen\?$/),
    'Die Lücken in deinen Zeiten für heute lesen?',
  ]);
  expect(said[6]).toMatchObject({ did: 'Deine Aufgaben gelesen', wanted: 'Wollte deine Aufgaben lesen' });
});

test('as lines of the log: what was read, and what was not done', async () => {
  expect(await words({ do: 'list', text: 'milk' })).toMatchObject({
    did: 'Read your tasks with “milk”',
    wanted: 'Wanted to read your tasks with “milk”',
  });
  expect(await words({ do: 'move', task: 'PAY-1', column: 'Done' })).toMatchObject({
    did: null,
    wanted: 'Wanted to move PAY-1 “Fix the totals” to Done',
  });
});

test.each<[Asked, string]>([
  [{ do: 'start' }, 'Start the timer on PAY-2 “Fix the title”?'],
  [{ do: 'start', task: 'fix' }, 'Start the timer on fix?'],
  [{ do: 'start', task: 'PAY-1', account: 'nowhere' }, 'Start the timer on PAY-1?'],
  [{ do: 'stop', from: '13:30' }, 'Stop the timer on PAY-1 “Fix the totals” and set its start to 1:30 pm?'],
  [{ do: 'note', text: '' }, 'Delete the note on PAY-1 “Fix the totals”?'],
  [{ do: 'log', task: 'PAY-1', for: 'soon' }, 'Add time to PAY-1 “Fix the totals”?'],
  [{ do: 'due', task: 'PAY-1', date: 'friday 17:00' }, 'Set the due date of PAY-1 “Fix the totals” to Friday 5:00 pm?'],
  [{ do: 'due', task: 'PAY-1', date: 'whenever' }, 'Set the due date of PAY-1 “Fix the totals” to whenever?'],
  [{ do: 'report', period: 'month', day: '2026-10-05' }, 'Read your time for October 2026?'],
  [{ do: 'report', day: '2026-11-17' }, 'Read your time for Tuesday 17 Nov?'],
  [
    { do: 'add', text: 'Buy milk !high\nBuy eggs', start: true },
    'Create “Buy milk” in FIN and 1 more task and start its timer? As written: Buy milk !high Buy eggs',
  ],
])('%j', async (asked, sentence) => {
  expect((await words(asked)).asks).toBe(sentence);
});

test('long texts are cut, and none of them turns the sentence around', async () => {
  const { asks } = await words({ do: 'move', task: 'WEB-3', column: `\u202E${'x'.repeat(50)}\n` });
  expect(asks.length).toBeLessThan(300);
  expect(asks).toMatch(/^Move WEB-3 “long .*…” to x{50}\?$/);
  expect((await words({ do: 'note', text: `\u2067${'y'.repeat(5_000)}` })).asks).toMatch(/ to “y{199}…”\?$/);
});

describe('a yes is for what the sentence named', () => {
  const changed = { ok: false, why: 'not-allowed', said: english.cli.changedMeanwhile };

  /** A machine whose person is asked what an assistant wants, and answers later. */
  async function askedOn(machine: Machine, asked: Asked, options: Partial<AnswerOptions> = {}) {
    const assigned = { view: () => ({ tasks: [] }) as never };
    const dates = () => ({ ...directory(), now: new Date(machine.clock.ms) });
    return inWords(asked, optionsOf(machine, { assigned, directory: dates, ...options }));
  }
  const entriesOf = (machine: Machine) => machine.run.entries.completed(ACCOUNT, 100);

  test.each<Asked>([{ do: 'stop' }, { do: 'note', text: '' }, { do: 'note', text: 'Paired' }])(
    '%j is not for the timer that was started meanwhile',
    async (asked) => {
      const machine = await startMachine();
      machine.timer.start(ACCOUNT, machine.task);
      const first = await askedOn(machine, asked);
      const untouched = await askedOn(machine, asked);
      machine.elapse(MINUTE);
      machine.timer.start(ACCOUNT, machine.otherTask);
      machine.timer.setNote(ACCOUNT, 'Own');
      expect(await first.run()).toEqual(changed);
      expect(machine.run.entries.running(ACCOUNT)).toMatchObject({ note: 'Own', task: machine.otherTask });
      machine.timer.start(ACCOUNT, machine.task);
      expect(await untouched.run()).toEqual(changed);
      expect(await (await askedOn(machine, asked)).run()).toMatchObject({ ok: true });
    },
  );

  test('nothing that was started after “Stop the timer?” is stopped', async () => {
    const machine = await startMachine();
    const { asks, run } = await askedOn(machine, { do: 'stop' });
    expect(asks).toBe('Stop the timer?');
    machine.timer.start(ACCOUNT, machine.task);
    expect(await run()).toEqual(changed);
    expect(machine.run.entries.running(ACCOUNT)).toBeDefined();
  });

  test('added time is that of the question, however late the answer', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    machine.timer.discard(ACCOUNT);
    const assigned = { view: () => ({ tasks: [{ ...taskView('X'), ...machine.task }] }) as never };
    const askedAt = machine.clock.ms;
    const { run } = await askedOn(machine, { do: 'log', task: machine.task.identifier, for: '0:45' }, { assigned });
    machine.elapse(8 * MINUTE);
    expect(await run()).toMatchObject({ ok: true });
    const [entry] = entriesOf(machine);
    expect(entry).toMatchObject({ startTime: toIsoInstant(askedAt - 45 * MINUTE), endTime: toIsoInstant(askedAt) });
  });

  test('a day in words is that of the question', async () => {
    const machine = await startMachine();
    const sent: unknown[] = [];
    const options: Partial<AnswerOptions> = {
      assigned: { view: () => ({ tasks: [taskView('PAY-1')] }) as never },
      send: async (...asked) => sent.push(asked) as never,
    };
    const { run } = await askedOn(machine, { do: 'due', task: 'PAY-1', date: 'tomorrow' }, options);
    const { run: read } = await askedOn(machine, { do: 'gaps' }, options);
    machine.elapse(DAY_MS);
    await run();
    const tomorrow = toIsoInstant(machine.clock.ms).slice(0, 10);
    expect(sent).toEqual([
      ['tasks.change', { changes: [expect.objectContaining({ dueDate: expect.stringContaining(tomorrow) })] }],
    ]);
    expect(await read()).toEqual(changed);
  });

  test('a part of a title means one task; another that gets its identifier is not meant', async () => {
    const machine = await startMachine();
    let tasks = [taskView('PAY-1', { id: 't1', title: 'Fix the totals' }), taskView('PAY-2', { id: 't2' })];
    const options = { assigned: { view: () => ({ tasks }) as never } };
    const { run } = await askedOn(machine, { do: 'start', task: 'totals' }, options);
    const { run: late } = await askedOn(machine, { do: 'start', task: 'totals' }, options);
    tasks = [
      taskView('PAY-1', { id: 't1', title: 'Renamed' }),
      taskView('PAY-2', { id: 't2', title: 'Fix the totals' }),
    ];
    expect(await run()).toMatchObject({ ok: true });
    expect(machine.run.entries.running(ACCOUNT)?.task.taskId).toBe('t1');
    machine.timer.discard(ACCOUNT);
    tasks = [taskView('PAY-1', { id: 't3' })];
    expect(await late()).toEqual(changed);
    expect(machine.run.entries.running(ACCOUNT)).toBeUndefined();
  });

  test('a new task goes where the sentence said', async () => {
    const machine = await startMachine();
    const created: TaskOfAccount[] = [];
    let lastProjectId = 'p-fin';
    const options: Partial<AnswerOptions> = {
      directory: () => ({ ...directory({ lastProjectId }), now: NOW }),
      createTasks: (tasks) => void created.push(...tasks),
    };
    const { asks, run } = await askedOn(machine, { do: 'add', text: 'Buy milk' }, options);
    expect(asks).toBe('Create “Buy milk” in FIN?');
    lastProjectId = 'p-pay';
    expect(await run()).toEqual(changed);
    lastProjectId = 'p-fin';
    expect(await run()).toMatchObject({ ok: true });
    expect(created.map(({ projectId }) => projectId)).toEqual(['p-fin']);
  });

  describe('with the same identifier in two accounts', () => {
    const ACME = { id: 'acme-id', name: 'acme', server: 'pm.acme.example', host: 'pm.acme.example' };
    const NORD = { id: 'nord-id', name: 'nord', server: 'pm.nord.example', host: 'pm.nord.example' };
    const ofBoth = [ACME, NORD].map(({ id }) => taskView('PAY-1', { id: `task of ${id}`, accountId: id }));

    const sent: unknown[] = [];
    const changes = () => sent.splice(0).flatMap((one) => (one as [string, { changes: TaskChange[] }])[1].changes);
    const send = async (...asked: unknown[]) => sent.push(asked) as never;

    test('a new task is asked about and changed first in the named account', async () => {
      const machine = await startMachine();
      const own = directory({ lastProjectId: 'p-fin' });
      const merged = mergeDirectories([ACME, NORD].map(({ id, name }) => ({ id, name, directory: own })));
      const options: Partial<AnswerOptions> = {
        accounts: () => [ACME, NORD],
        directory: () => merged && { ...merged, now: NOW },
      };
      const { asks, form } = await askedOn(machine, { do: 'add', text: 'Buy milk', account: 'nord' }, options);
      expect(asks).toBe('Create “Buy milk” in FIN (nord)?');
      expect(form).toEqual({ is: 'task', text: 'Buy milk', accountId: 'nord-id' });
    });

    test('the task of the named account is meant', async () => {
      const machine = await startMachine();
      let [accounts, tasks] = [[ACME, NORD], ofBoth];
      const assigned = { view: () => ({ tasks }) as never };
      const options: Partial<AnswerOptions> = { accounts: () => accounts, assigned, send };
      const asked = { do: 'due', task: 'PAY-1', date: 'none', account: 'pm.acme.example' } as const;
      const { asks, run } = await askedOn(machine, asked, options);
      expect(asks).toMatch(/^Remove the due date of PAY-1 .*\(acme\)\?$/);
      expect(await run()).toMatchObject({ ok: true });
      expect(changes()).toMatchObject([{ taskId: 'task of acme-id', accountId: 'acme-id' }]);
      [accounts, tasks] = [[NORD], ofBoth.slice(1)];
      expect(await run()).toEqual(changed);
      // Names are given anew when an account is left.
      accounts = [{ ...NORD, name: 'acme' }];
      expect(await run()).toEqual(changed);
      expect(changes()).toEqual([]);
    });

    test('it is meant also if the request named no account, and only that one had the task', async () => {
      const machine = await startMachine();
      let tasks = ofBoth.slice(0, 1);
      const assigned = { view: () => ({ tasks }) as never };
      const options: Partial<AnswerOptions> = { accounts: () => [ACME, NORD], assigned, send };
      const { run } = await askedOn(machine, { do: 'due', task: 'PAY-1', date: 'none' }, options);
      tasks = ofBoth;
      expect(await run()).toMatchObject({ ok: true });
      expect(changes()).toMatchObject([{ taskId: 'task of acme-id', accountId: 'acme-id' }]);
    });
  });
});

test('new tasks and time entries can be changed first, in their forms', async () => {
  expect((await words({ do: 'add', text: 'Buy milk !high' })).form).toEqual({ is: 'task', text: 'Buy milk !high' });
  // Quick add has one line, and starts no timer by itself.
  expect((await words({ do: 'add', text: 'Buy milk\nBuy eggs' })).form).toBeUndefined();
  expect((await words({ do: 'add', text: 'Buy milk', start: true })).form).toBeUndefined();
  expect((await words({ do: 'log', task: 'PAY-1', from: '13:00', to: '13:45', note: 'Paired' })).form).toEqual({
    is: 'entry',
    task: taskRef(TASKS[0] as never),
    from: at(13),
    to: at(13, 45),
    note: 'Paired',
  });
  expect((await words({ do: 'log', task: 'unknown', for: '1:00' })).form).toBeUndefined();
  expect((await words({ do: 'move', task: 'PAY-1', column: 'Done' })).form).toBeUndefined();
});

describe('what has to be allowed', () => {
  test('a new task whose timer starts needs both permissions', () => {
    expect(kindsOf({ do: 'add', text: 'x', start: true })).toEqual(['tasks', 'timer']);
    expect(kindsOf({ do: 'add' })).toEqual([]);
    expect(kindsOf({ do: 'discard' })).toEqual([]);
  });

  test('a timer that stops with another start needs both permissions', () => {
    expect(kindsOf({ do: 'stop' })).toEqual(['timer']);
    expect(kindsOf({ do: 'stop', from: '9:00' })).toEqual(['timer', 'entries']);
  });
});
