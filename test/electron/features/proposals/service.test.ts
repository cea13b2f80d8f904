/** Proposals in main: what is stored, for how long, and who may make it disappear. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { taskKey } from '../../../../shared/accounts.ts';
import type { SourceName } from '../../../../shared/contract/proposals.ts';
import type { Entry } from '../../../../shared/time/entry.ts';
import { HOUR, MINUTE } from '../../../shared/time/entries.ts';
import { until } from '../../../until.ts';
import { at, desk, entry, NOON, NOW, task } from './desk.ts';

const DAY = 24 * HOUR;
const CARD = task('PAY-134', 'Retry a declined card once before giving up');
const MAIL = task('WEB-57', 'Planning, stand-ups and mail');

test('nothing is loaded or opened until a gap is', async () => {
  const loaded = vi.fn();
  const service = '../../../../electron/features/proposals/proposals-service.ts';
  vi.resetModules();
  vi.doMock(service, (load) => {
    loaded();
    return load();
  });
  onTestFinished(() => vi.doUnmock(service));
  const { desk } = await import('./desk.ts');
  const { proposals, path, power } = desk();
  proposals.record('tasks.open-page', { taskId: 't' });
  power.emit('lock-screen');
  power.emit('unlock-screen');
  expect(await proposals.meetings('2026-11-19')).toEqual([]);
  expect([loaded.mock.calls.length, existsSync(path)]).toEqual([0, false]);
  await proposals.read(NOON);
  expect(loaded).toHaveBeenCalledTimes(1);
  expect(existsSync(path)).toBe(true);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('all sources are off at first', async () => {
  const { sources } = await desk().proposals.read(NOON);
  expect(sources.map(({ isOn, lastRead }) => ({ isOn, lastRead }))).toEqual(
    Array.from({ length: 4 }, () => ({ isOn: false, lastRead: null })),
  );
});

const NEIGHBOURS = [entry(CARD, at(11), at(12)), entry(MAIL, at(13), at(14))];
const HABITS = [4, 3, 2, 1].map((days) => entry(MAIL, at(12 - 24 * days), at(13 - 24 * days)));
test.each<[string, string, readonly Entry[], SourceName[], string[]]>([
  ['the entries next to a gap are', 'on', NEIGHBOURS, ['punchcard'], ['PAY-134 entry-before', 'WEB-57 entry-after']],
  ['the entries next to a gap are not', 'off', NEIGHBOURS, ['git', 'calendars', 'activityWatch'], []],
  ['what is usual at the hour is', 'on', HABITS, ['punchcard'], ['WEB-57 usual']],
  ['what is usual at the hour is not', 'off', HABITS, [], []],
])('%s proposed while Punchcard itself is %s', async (_, __, entries, on, expected) => {
  const { proposals } = desk({ on }, { entries: () => entries });
  const { proposals: found } = await proposals.read(NOON);
  const told = found.map(({ target, reasons }) => {
    return `${target.kind === 'task' && target.task.identifier} ${reasons.map(({ kind }) => kind).join(' ')}`;
  });
  expect(told).toEqual(expected);
});

test('tasks of the same id at two servers are both proposed', async () => {
  const ours = { ...CARD, accountId: 'ours' };
  const theirs = { ...MAIL, taskId: CARD.taskId, accountId: 'theirs' };
  const { proposals, state } = desk({ on: ['punchcard'] }, { tasks: () => [ours, theirs] });
  state.now = at(12, 10);
  proposals.did(ours, 'commented');
  state.now = at(12, 40);
  proposals.did(theirs, 'commented');
  state.now = NOW;
  const found = async () =>
    (await proposals.read(NOON)).proposals.map(({ target }) => target.kind === 'task' && target.task.identifier);
  await expect.poll(async () => (await found()).sort()).toEqual(['PAY-134', 'WEB-57']);
});

test('what the person does with tasks is evidence if that is switched on', async () => {
  const { proposals, state, read } = desk({ on: ['punchcard'] }, { tasks: () => [CARD, MAIL] });
  state.now = at(12, 10);
  proposals.record('tasks.open-page', { taskId: 'pay-134' });
  state.now = at(12, 20);
  proposals.record('tasks.add-comment', { taskId: 'pay-134', text: 'A secret thought' });
  proposals.record('board.move', { taskId: 'pay-134', to: 'done' });
  proposals.record('tasks.change', { changes: [{ taskId: 'pay-134', title: 'x' }] });
  proposals.record('tasks.change', {
    changes: [
      { taskId: 'a', title: 'x' },
      { taskId: 'b', title: 'x' },
    ],
  });
  proposals.record('reminders.snooze', { taskId: 'pay-134', accountId: 'theirs' });
  proposals.record('tasks.open-in-browser', { taskId: 'in-browser' });
  proposals.record('tasks.remove-comment', { taskId: 'tidied', commentId: 'c' });
  proposals.record('tasks.refresh', {});
  proposals.did({ taskId: 'web-57' }, 'reminder');
  await expect.poll(read).toHaveLength(8);
  const done = (await read()).map((one) => one.kind === 'task' && `${taskKey(one)} ${one.action}`);
  expect(done.sort()).toEqual([
    'in-browser opened',
    'pay-134 changed',
    'pay-134 commented',
    'pay-134 moved',
    'pay-134 opened',
    'theirs pay-134 reminder',
    'tidied commented',
    'web-57 reminder',
  ]);
  state.now = NOW;
  const { proposals: found } = await proposals.read(NOON);
  expect(found[0]?.target).toMatchObject({ task: { identifier: 'PAY-134' } });
});

test('time away before the days that are kept is not read again', async () => {
  const awayTimes = () => [{ kind: 'idle' as const, from: at(9) - 2 * DAY, to: at(10) - 2 * DAY }];
  const { proposals } = desk({ on: ['punchcard'], days: 1 }, { awayTimes });
  await proposals.refresh({ from: at(12) - 2 * DAY, to: at(13) - 2 * DAY });
  expect(await proposals.evidence('2026-11-17')).toEqual([]);
});

test('a rule for a task that was created here goes on when the task gets its id', async () => {
  const { proposals, context } = desk();
  const local = { ...CARD, taskId: 'local-1', identifier: 'PAY' };
  const rule = { where: 'repository' as const, contains: 'api' };
  await proposals.addRule({ ...rule, proposes: { kind: 'task', task: local } });
  proposals.linkTask('local-1', { id: CARD.taskId, identifier: CARD.identifier });
  expect(context.settings.readValue('proposal-rules')).toEqual([{ ...rule, proposes: { kind: 'task', task: CARD } }]);
});

test('so do the counts of its answers, and what was done with it, also after a restart', async () => {
  const { proposals, restart, read } = desk({ on: ['punchcard'] });
  const target = { kind: 'task' as const, task: { ...CARD, taskId: 'local-1', identifier: 'PAY' } };
  await proposals.answer(target, [{ where: 'title', text: 'Card' }], 'accepted');
  proposals.did({ taskId: 'local-1' }, 'opened');
  proposals.did({ taskId: 'local-2' }, 'opened');
  await expect.poll(read).toHaveLength(2);
  const later = restart();
  later.linkTask('local-1', { id: CARD.taskId, identifier: CARD.identifier });
  await expect.poll(async () => (await later.settings()).learned).toMatchObject([{ target: { task: CARD } }]);
  expect(await read()).toMatchObject([{ taskId: CARD.taskId }, { taskId: 'local-2' }]);
});

test('time away comes from the idle feature, once, and from locking and sleeping', async () => {
  const span = { kind: 'idle' as const, from: at(12), to: at(12, 30) };
  const { proposals, power, state, read } = desk({ on: ['punchcard'] }, { awayTimes: () => [span] });
  await proposals.refresh(NOON);
  state.now += DAY;
  await proposals.refresh(NOON);
  state.now = at(15);
  power.emit('lock-screen');
  power.emit('lock-screen');
  state.now = at(15, 20);
  power.emit('unlock-screen');
  power.emit('unlock-screen');
  // Too short to mean anything.
  power.emit('suspend');
  state.now += MINUTE / 2;
  power.emit('resume');
  await expect.poll(read).toHaveLength(2);
  expect(await read()).toEqual([
    { kind: 'away', awayKind: 'idle', from: at(12), to: at(12, 30) },
    { kind: 'away', awayKind: 'lock', from: at(15), to: at(15, 20) },
  ]);
});

test('evidence is erased after the chosen days by the next start', async () => {
  const { proposals, restart, state, read } = desk({ on: ['punchcard'] });
  state.now = at(12);
  proposals.did({ taskId: 'old' }, 'opened');
  await expect.poll(read).toHaveLength(1);
  state.now += 13 * DAY;
  expect(await restart().evidence('2026-11-19')).toHaveLength(1);
  state.now += 2 * DAY;
  expect(await restart().evidence('2026-11-19')).toEqual([]);
});

test('evidence older than a smaller number of days is erased at once', async () => {
  const { proposals, state, read } = desk({ on: ['punchcard'] });
  state.now = at(12) - 3 * DAY;
  proposals.did({ taskId: 'old' }, 'opened');
  await expect.poll(() => proposals.evidence('2026-11-16')).toHaveLength(1);
  state.now = at(12);
  proposals.did({ taskId: 'new' }, 'opened');
  await expect.poll(read).toHaveLength(1);
  await proposals.change({ days: 2 });
  expect(await proposals.evidence('2026-11-16')).toEqual([]);
  expect(await read()).toHaveLength(1);
});

test('an app that runs for weeks erases old evidence, too', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { proposals, state, read } = desk({ on: ['punchcard'], days: 1 });
  proposals.did({ taskId: 'old' }, 'opened');
  await until(read, ({ length }) => length === 1);
  state.now += 2 * DAY;
  vi.advanceTimersByTime(DAY);
  vi.useRealTimers();
  await expect.poll(read).toEqual([]);
});

test('a day lists what was read of it, and not what touches it at midnight', async () => {
  const { proposals, state } = desk({ on: ['punchcard'] });
  for (const hour of [-24, 0, 23.9, 24]) {
    state.now = new Date(2026, 10, 19).getTime() + hour * HOUR;
    proposals.did({ taskId: String(hour) }, 'opened');
  }
  const read = async (day: string) =>
    (await proposals.evidence(day)).map(({ evidence }) => evidence.kind === 'task' && evidence.taskId);
  await expect.poll(() => read('2026-11-19')).toEqual(['0', '23.9']);
  expect(await read('2026-11-20')).toEqual(['24']);
});

test('erasing leaves no trace in the file; switching off erases, too', async () => {
  const { proposals, read, path } = desk({ on: ['punchcard'] });
  proposals.did({ taskId: 'zebra-crossing' }, 'opened');
  await expect.poll(read).toHaveLength(1);
  expect(readFileSync(path, 'latin1')).toContain('zebra-crossing');
  await proposals.erase();
  expect(await read()).toEqual([]);
  expect(readFileSync(path, 'latin1')).not.toContain('zebra-crossing');
  proposals.did({ taskId: 'zebra-crossing' }, 'opened');
  await expect.poll(read).toHaveLength(1);
  await proposals.change({ on: [] });
  expect(readFileSync(path, 'latin1')).not.toContain('zebra-crossing');
});

test('of what goes wrong unexpectedly, the log has no text', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const awayTimes = () => {
    throw new Error('/home/ana/secret: no such file');
  };
  const { proposals, source } = desk({ on: ['punchcard'] }, { awayTimes });
  await proposals.refresh(NOON);
  expect((await source('punchcard'))?.problems).toEqual(['Punchcard could not be read']);
  expect(log.mock.calls).toEqual([['Evidence could not be read: punchcard, Error']]);
});

test('a damaged file is replaced, and rules are not in it', async () => {
  const { proposals, restart, path } = desk();
  const rule = { where: 'title', contains: 'figma', proposes: { kind: 'never' } } as const;
  proposals.addRule(rule);
  await proposals.read(NOON);
  proposals.part.stop();
  writeFileSync(path, 'Not a database, but long enough to be looked at as one.'.repeat(100));
  const again = restart();
  expect((await again.settings()).rules).toEqual([rule]);
  expect((await again.read(NOON)).proposals).toEqual([]);
});

test('answers are counted; counts and rules can be listed and removed', async () => {
  const { proposals, state } = desk();
  const target = { kind: 'not-work' } as const;
  const feature = { where: 'app', text: 'Signal' } as const;
  await proposals.answer(target, [feature], 'accepted');
  await proposals.answer(target, [feature], 'accepted');
  await proposals.answer(target, [{ where: 'title', text: 'Lunch' }], 'refused');
  const counts = [
    { ...feature, target, accepted: 2, refused: 0 },
    { where: 'title', text: 'Lunch', target, accepted: 0, refused: 1 },
  ] as const;
  expect((await proposals.settings()).learned).toEqual(counts);
  await proposals.remove({ learned: counts[0] });
  expect((await proposals.settings()).learned).toEqual([counts[1]]);
  await proposals.remove({ learned: null });
  expect((await proposals.settings()).learned).toEqual([]);

  const first = { where: 'title', contains: 'figma', proposes: { kind: 'never' } } as const;
  const second = { where: 'app', contains: 'Signal', proposes: target } as const;
  proposals.addRule(first);
  proposals.addRule(second);
  proposals.addRule(first);
  expect((await proposals.settings()).rules).toEqual([first, second]);
  await proposals.remove({ rule: first });
  expect((await proposals.settings()).rules).toEqual([second]);
  expect(state.revisions).toBeGreaterThan(0);
});

test('a calendar is added by an address that may be read, which is not shown', async () => {
  const { proposals } = desk();
  for (const address of ['http://example.org/a.ics', 'file:///etc/passwd', 'ftp://x', 'x', 'https://me:secret@x.org/'])
    await expect(proposals.addCalendar(address)).rejects.toThrow('Punchcard cannot read this address');
  await proposals.addCalendar('webcal://calendar.example.org/private-4711/ana.ics');
  await proposals.addCalendar('http://127.0.0.1:8000/a.ics');
  await proposals.addCalendar('HTTPS://loud.example/private/4711.ics');
  await proposals.addCalendar('https:short.example/4711.ics');
  const view = await proposals.settings();
  expect(view.calendars.map(({ name, place }) => ({ name, place }))).toEqual([
    { name: 'calendar.example.org', place: 'calendar.example.org' },
    { name: '127.0.0.1:8000', place: '127.0.0.1:8000' },
    { name: 'loud.example', place: 'loud.example' },
    { name: 'short.example', place: 'short.example' },
  ]);
  expect(JSON.stringify(view)).not.toContain('4711');
  await proposals.remove({ calendarId: view.calendars[0]?.id });
  expect((await proposals.settings()).calendars).toHaveLength(3);
});

test('an address is read as an address, however it is written', async () => {
  const asked: string[] = [];
  const transport = (url: string) => {
    asked.push(url);
    return Promise.reject(new Error('Offline'));
  };
  const { proposals } = desk({ on: ['calendars'] }, { transport });
  await proposals.addCalendar('HTTPS://loud.example/a.ics');
  await proposals.addCalendar('https:short.example/a.ics');
  await proposals.refresh(NOON);
  expect([...new Set(asked)].sort()).toEqual(['https://loud.example/a.ics', 'https://short.example/a.ics']);
});
