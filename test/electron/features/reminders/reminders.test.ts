/** Reminders on a computer that sleeps, restarts and travels: what is said, when, and that it is said once. */
import { describe, expect, test } from 'vitest';
import { SETTLE_MS } from '../../../../electron/features/reminders/reminders.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { ACCOUNT, DAY, HOUR, MINUTE, machine, task } from '../../../shared/reminders/machine.ts';
import { inZone } from '../../../shared/tasks/zone.ts';

const local = (text: string) => new Date(text).getTime();
const iso = (text: string) => new Date(text).toISOString();
/** A plain day, as the service stores it. */
const day = (text: string) => `${text}T00:00:00.000Z`;
/** What was said, and when by the clock on the wall. */
const told = ({ shows }: Awaited<ReturnType<typeof machine>>) =>
  shows.map(({ at, notice }) => `${new Date(at).toString().slice(0, 21)} | ${notice.title} | ${notice.body}`);
const kinds = ({ shows }: Awaited<ReturnType<typeof machine>>) =>
  shows.flatMap(({ reminders }) => reminders.map((one) => `${one.task.id} ${one.kind}`));

describe('what is said of a task', () => {
  test('due at a moment: a day and an hour before, when it is due, and overdue the next morning, each once', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-16T12:00'), [task('1', iso('2026-11-18T15:00'))]);
    await pc.wait(3 * DAY - 3.5 * HOUR);
    expect(told(pc)).toEqual([
      `Tue Nov 17 2026 15:00 | PAY-1 Task 1 | Due tomorrow, at ${clock(local('2026-11-18T15:00'))} · Payments`,
      `Wed Nov 18 2026 14:00 | PAY-1 Task 1 | Due in 1 h, at ${clock(local('2026-11-18T15:00'))} · Payments`,
      'Wed Nov 18 2026 15:00 | PAY-1 Task 1 | Due now · Payments',
    ]);
    await pc.wait(DAY);
    expect(kinds(pc).at(-1)).toBe('1 overdue');
  });

  test('due on a day: told the morning before and that morning, never an hour before; overdue the morning after', async () => {
    inZone('America/New_York');
    const pc = await machine(local('2026-11-16T12:00'), [task('1', day('2026-11-18'))]);
    await pc.wait(3 * DAY);
    expect(told(pc)).toEqual([
      'Tue Nov 17 2026 09:00 | PAY-1 Task 1 | Due tomorrow · Payments',
      'Wed Nov 18 2026 09:00 | PAY-1 Task 1 | Due today · Payments',
      'Thu Nov 19 2026 09:00 | PAY-1 Task 1 | 1 day late · Payments',
    ]);
  });

  test('overdue once, then one line a day', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-17T12:00'), [
      task('1', day('2026-11-17')),
      task('2', iso('2026-11-17T13:00')),
    ]);
    await pc.wait(3 * DAY);
    expect(told(pc).slice(-3)).toEqual([
      'Wed Nov 18 2026 09:00 | 2 tasks overdue | PAY-2 Task 2: 20 h late\nPAY-1 Task 1: 1 day late',
      'Thu Nov 19 2026 09:00 | 2 tasks overdue | PAY-2 Task 2: 2 days late\nPAY-1 Task 1: 2 days late',
      'Fri Nov 20 2026 09:00 | 2 tasks overdue | PAY-2 Task 2: 3 days late\nPAY-1 Task 1: 3 days late',
    ]);
  });

  test('a day before ten o’clock is at ten, also when the clock is changed in that night', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-10-23T12:00'), [task('1', iso('2026-10-25T10:00'))], {
      beforeMinutes: [1440],
    });
    await pc.wait(2 * DAY);
    expect(told(pc).map((line) => line.slice(0, 21))).toEqual(['Sat Oct 24 2026 10:00', 'Sun Oct 25 2026 10:00']);
  });

  test('another due date plans anew; a task that is gone falls silent, and leaves the screen', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T13:00')), task('2', null)]);
    expect(kinds(pc)).toEqual(['1 before-60']);
    await pc.poll([task('1', iso('2026-11-18T18:00'))]);
    expect(pc.closed).toEqual(['task:1']);
    await pc.wait(5.5 * HOUR);
    // A day before the new date has passed, too; that is said at once.
    expect(kinds(pc)).toEqual(['1 before-60', '1 before-1440', '1 before-60']);
    await pc.poll([]);
    await pc.wait(3 * DAY);
    expect(pc.shows).toHaveLength(3);
    expect(pc.onScreen.size).toBe(0);
  });

  test('a changed title is shown in place', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T13:00'))]);
    await pc.poll([task('1', iso('2026-11-18T13:00'), { title: 'Another title' })]);
    expect(pc.onScreen.get('task:1')?.notice.title).toBe('PAY-1 Another title');
    expect(pc.shows).toHaveLength(1);
  });

  test('a project’s own lead comes on top, unless the person wants none', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-16T12:00'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [60] });
    pc.state.leads.set('p1', 120);
    await pc.poll();
    await pc.wait(2 * DAY + 2.5 * HOUR);
    expect(kinds(pc)).toEqual(['1 before-120', '1 before-60']);
    const none = await machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [] });
    none.state.leads.set('p1', 120);
    await none.poll();
    expect(none.shows).toEqual([]);
  });

  test('a lead that is switched on is not made up for', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T15:00')), task('2', iso('2026-11-20T15:00'))];
    const pc = await machine(local('2026-11-18T12:00'), tasks, { beforeMinutes: [60] });
    await pc.change({ beforeMinutes: [1440, 60] });
    expect(pc.shows).toEqual([]);
    await pc.wait(DAY + 4 * HOUR);
    expect(kinds(pc)).toEqual(['1 before-60', '1 due', '1 overdue', '2 before-1440']);
  });

  test('switched off, nothing is said and nothing wakes', async () => {
    const pc = await machine(Date.now(), [task('1', new Date(Date.now() + HOUR).toISOString())], { on: false });
    await pc.wait(3 * DAY);
    expect([pc.shows, pc.nextWake()]).toEqual([[], null]);
  });
});

describe('one digest, not a storm', () => {
  test('fifty tasks overdue after a weekend asleep', async () => {
    inZone('Europe/Berlin');
    const tasks = Array.from({ length: 50 }, (_, i) =>
      task(String(i), iso(`2026-11-21T10:${String(i).padStart(2, '0')}`)),
    );
    const pc = await machine(local('2026-11-19T17:00'), tasks);
    await pc.sleep(3 * DAY + 16 * HOUR);
    expect(pc.shows).toHaveLength(1);
    expect(pc.shows[0]?.notice).toMatchObject({ id: 'digest', title: '50 tasks overdue' });
    expect(pc.shows[0]?.notice.body.split('\n')).toHaveLength(4);
    await pc.wait(HOUR);
    expect(pc.shows).toHaveLength(1);
  });

  test('two at once are one', async () => {
    inZone('Europe/Berlin');
    const at = (count: number) => Array.from({ length: count }, (_, i) => task(String(i), iso('2026-11-18T15:00')));
    const two = await machine(local('2026-11-18T14:30'), at(2), { beforeMinutes: [] });
    await two.wait(HOUR);
    expect(two.shows.map(({ notice }) => notice.title)).toEqual(['2 tasks due now']);
    const asleep = await machine(local('2026-11-18T14:30'), at(2), { beforeMinutes: [] });
    await asleep.sleep(HOUR);
    expect(asleep.shows).toHaveLength(1);
  });

  test('two within a minute: the second takes the place of the first and says both; later it stands alone', async () => {
    inZone('Europe/Berlin');
    const due = ['15:00:00', '15:00:50', '15:02:00'].map((time) => iso(`2026-11-18T${time}`));
    const pc = await machine(
      local('2026-11-18T14:30'),
      due.map((text, i) => task(String(i), text)),
      { beforeMinutes: [] },
    );
    await pc.wait(30 * MINUTE + 51_000);
    expect([...pc.onScreen.keys()]).toEqual(['digest']);
    expect(pc.onScreen.get('digest')?.notice).toMatchObject({
      replaces: 'task:0',
      title: '2 tasks due now',
      body: 'PAY-0 Task 0: due now\nPAY-1 Task 1: due now',
    });
    await pc.wait(2 * MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['digest', 'task:2']);
    expect(kinds(pc)).toEqual(['0 due', '1 due', '2 due']);
  });

  test('a digest from before is part of what two within a minute become', async () => {
    inZone('Europe/Berlin');
    const due = ['14:40:00', '14:40:00', '15:00:00', '15:00:50'].map((time) => iso(`2026-11-18T${time}`));
    const tasks = due.map((text, i) => task(String(i), text));
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [] });
    await pc.wait(30 * MINUTE + 1_000);
    expect([...pc.onScreen.keys()]).toEqual(['digest', 'task:2']);
    await pc.wait(MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['digest']);
    expect(pc.onScreen.get('digest')?.notice.title).toBe('2 tasks overdue, 2 due now');
  });

  test('a task is in it once, although the digest from before has it, too', async () => {
    inZone('Europe/Berlin');
    const tasks = ['15:00:00', '15:00:50'].map((time, i) => task(String(i), iso(`2026-11-18T${time}`)));
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [20] });
    await pc.wait(15 * MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['digest']);
    await pc.wait(16 * MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['digest']);
    expect(pc.onScreen.get('digest')?.notice.title).toBe('2 tasks due now');
  });

  test('what the person has dealt with within the minute does not come back with the second', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('0', iso('2026-11-18T15:00:00')), task('1', iso('2026-11-18T15:00:50'))];
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [] });
    await pc.wait(30 * MINUTE + 1_000);
    await pc.press('task:0', 'start');
    await pc.wait(MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['task:1']);
  });

  test('a fresh list is waited for after a wake: what was done meanwhile is not said', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [] });
    pc.state.now += 5 * HOUR;
    pc.reminders.woke();
    await pc.wait(SETTLE_MS / 2);
    expect(pc.shows).toEqual([]);
    await pc.poll([]);
    await pc.wait(MINUTE);
    expect(pc.shows).toEqual([]);
  });

  test('ten thousand tasks due in the same minute are one digest', async () => {
    inZone('Europe/Berlin');
    const due = iso('2026-11-18T15:00');
    const pc = await machine(
      local('2026-11-18T14:59'),
      Array.from({ length: 10_000 }, (_, i) => task(String(i), due)),
      {
        beforeMinutes: [],
      },
    );
    await pc.wait(HOUR);
    expect(pc.shows.map(({ notice }) => notice.title)).toEqual(['10,000 tasks due now']);
    await pc.restart();
    expect(pc.shows).toHaveLength(1);
  });
});

describe('a list that is met for the first time', () => {
  const past = () => [
    task('1', day('2026-11-10')),
    task('2', iso('2026-11-18T11:00')),
    task('3', iso('2026-11-18T12:30')),
    task('4', day('2026-11-18')),
  ];

  test('nothing of what is past; then what becomes due, and the next morning’s line', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), past(), {}, true);
    expect([pc.shows, pc.nextWake()]).toEqual([[], local('2026-11-18T12:30')]);
    await pc.restart();
    await pc.wait(HOUR);
    expect(kinds(pc)).toEqual(['3 due']);
    await pc.wait(20 * HOUR);
    expect(kinds(pc).slice(1).sort()).toEqual(['1 overdue', '2 overdue', '3 overdue', '4 overdue']);
    expect(pc.shows).toHaveLength(2);
  });

  test('what changes a second later is told', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [], {});
    await pc.restart();
    pc.state.boards = [{ id: 'board p', tasks: [] }];
    pc.reminders.woke();
    await pc.wait(1_000);
    pc.state.boards = [{ id: 'board p', tasks: [task('1', iso('2026-11-18T12:30'))] }];
    await pc.poll();
    await pc.wait(11_000);
    expect(kinds(pc)).toEqual(['1 before-60']);
  });

  test('before the morning, this morning has its line', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T08:00'), [task('1', day('2026-11-10'))], {}, true);
    expect(pc.shows).toEqual([]);
    await pc.wait(2 * HOUR);
    expect(told(pc)).toEqual(['Wed Nov 18 2026 09:00 | PAY-1 Task 1 | 8 days late · Payments']);
  });

  test('also a board, and again after it was given up; a task in two lists is told once, as the first has it', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('2', iso('2026-11-18T13:00'))], { beforeMinutes: [] });
    const others = [...past(), task('2', iso('2026-11-18T13:00'), { title: 'Another' })];
    const board = { id: 'board p', tasks: others.map((one) => ({ ...one, assignee: { id: 'priya', name: 'Priya' } })) };
    pc.state.boards = [board];
    await pc.poll();
    expect(pc.shows).toEqual([]);
    await pc.wait(2 * HOUR);
    expect(told(pc)).toEqual([
      'Wed Nov 18 2026 12:30 | PAY-3 Task 3 | Due now · Payments · Priya',
      'Wed Nov 18 2026 13:00 | PAY-2 Task 2 | Due now · Payments',
    ]);
    pc.state.boards = [];
    pc.reminders.end('board p');
    await pc.wait(0);
    expect(pc.closed).toContain('task:3');
    pc.state.boards = [{ id: 'board p', tasks: [...board.tasks, task('5', iso('2026-11-18T13:30'))] }];
    await pc.poll();
    expect(pc.shows).toHaveLength(2);
  });

  test('reminders that are switched on again begin then', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), past(), { on: false });
    await pc.change({ on: true });
    await pc.wait(10 * MINUTE);
    expect(pc.shows).toEqual([]);
    await pc.wait(HOUR);
    expect(kinds(pc)).toEqual(['3 due']);
  });
});

describe('a due date that the person set', () => {
  test('says nothing of what it had passed by then; the later steps come', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', null)]);
    const changed = task('1', iso('2026-11-18T12:30'));
    pc.reminders.dueDateSet(ACCOUNT, changed);
    await pc.poll([changed]);
    await pc.wait(MINUTE);
    expect(pc.shows).toEqual([]);
    await pc.wait(HOUR);
    expect(kinds(pc)).toEqual(['1 due']);
  });

  test('set by somebody else, it is told at once', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', null)]);
    await pc.poll([task('1', iso('2026-11-18T12:30'))]);
    expect(kinds(pc)).toEqual(['1 before-60']);
  });

  test('a project’s own lead counts, too', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', null)], { beforeMinutes: [60] });
    pc.state.leads.set('p1', 120);
    const changed = task('1', iso('2026-11-18T13:30'));
    pc.reminders.dueDateSet(ACCOUNT, changed);
    await pc.poll([changed]);
    expect(pc.shows).toEqual([]);
    await pc.wait(HOUR);
    expect(kinds(pc)).toEqual(['1 before-60']);
  });

  test('in the past: no line of that day about it alone; the next morning’s has it', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', null)]);
    const changed = task('1', day('2026-11-16'));
    pc.reminders.dueDateSet(ACCOUNT, changed);
    await pc.poll([changed]);
    await pc.wait(20 * HOUR);
    expect(pc.shows).toEqual([]);
    await pc.wait(2 * HOUR);
    expect(kinds(pc)).toEqual(['1 overdue']);
  });

  test('in the past, while another task’s line of the day is held back: that one comes', async () => {
    inZone('Europe/Berlin');
    const late = task('2', day('2026-11-10'));
    const pc = await machine(local('2026-11-17T12:00'), [late]);
    pc.state.isInhibited = true;
    await pc.wait(DAY);
    const changed = task('1', day('2026-11-16'));
    pc.reminders.dueDateSet(ACCOUNT, changed);
    await pc.poll([late, changed]);
    pc.state.isInhibited = false;
    await pc.poll();
    expect(kinds(pc).slice(-2).sort()).toEqual(['1 overdue', '2 overdue']);
  });

  test('of a new task: counts from when it was written, under the name that the service gives it', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'));
    const written = { ...task('local', iso('2026-11-18T12:50')) };
    pc.reminders.dueDateSet(ACCOUNT, written, local('2026-11-18T11:55'));
    pc.reminders.adopt(ACCOUNT, 'local', '7');
    await pc.poll([task('7', iso('2026-11-18T12:50'))]);
    expect(pc.shows).toEqual([]);
    // Written before that step was reached.
    const early = task('early', iso('2026-11-18T12:40'));
    pc.reminders.dueDateSet(ACCOUNT, early, local('2026-11-18T11:00'));
    pc.reminders.adopt(ACCOUNT, 'early', '8');
    await pc.poll([...pc.state.tasks, task('8', iso('2026-11-18T12:40'))]);
    expect(kinds(pc)).toEqual(['8 before-60']);
  });
});

describe('one digest after the other', () => {
  const at = (hour: string, ids: number[]) => ids.map((id) => task(String(id), iso(`2026-11-18T${hour}`)));

  test('a newer one says what the one in its place said, as far as it still holds', async () => {
    inZone('Europe/Berlin');
    const tasks = [...at('13:00', [1, 2, 3, 4]), ...at('14:00', [5, 6, 7, 8])];
    const pc = await machine(local('2026-11-18T12:30'), tasks, { beforeMinutes: [] });
    await pc.wait(HOUR);
    const [first] = tasks;
    if (first) pc.reminders.snooze(first, '1-hour');
    await pc.poll(tasks.filter(({ id }) => id !== '2'));
    await pc.wait(HOUR / 2);
    expect(pc.onScreen.get('digest')?.notice).toMatchObject({ title: '2 tasks overdue, 4 due now' });
    await pc.press('digest', 'snooze-1-hour');
    await pc.wait(2 * HOUR);
    expect(kinds(pc).filter((text) => text.startsWith('3'))).toHaveLength(2);
  });

  test('one that was closed does not come back with it', async () => {
    inZone('Europe/Berlin');
    const tasks = [...at('13:00', [1, 2, 3, 4]), ...at('14:00', [5, 6, 7, 8])];
    const pc = await machine(local('2026-11-18T12:30'), tasks, { beforeMinutes: [] });
    await pc.wait(HOUR);
    pc.onScreen.get('digest')?.events.onClosed?.();
    await pc.wait(HOUR);
    expect(pc.onScreen.get('digest')?.notice.title).toBe('4 tasks due now');
  });

  test('its snooze leaves alone what was given another date, and put off, meanwhile', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:30'), at('13:00', [1, 2, 3, 4]), { beforeMinutes: [] });
    await pc.wait(31 * MINUTE);
    const other = task('1', iso('2026-11-18T13:02'));
    await pc.poll([other, ...at('13:00', [2, 3, 4])]);
    await pc.wait(2 * MINUTE);
    await pc.press('task:1', 'snooze-10-min');
    await pc.press('digest', 'snooze-1-hour');
    await pc.wait(15 * MINUTE);
    expect(kinds(pc).filter((text) => text === '1 due')).toHaveLength(3);
  });
});

describe('silence', () => {
  test('quiet hours: nothing, then one digest', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T21:00')), task('2', iso('2026-11-19T07:59:30'))];
    const quiet = { on: true, from: '19:00', to: '08:00', days: [] };
    const pc = await machine(local('2026-11-18T18:00'), tasks, { quiet, beforeMinutes: [] });
    await pc.wait(13 * HOUR);
    expect(pc.shows).toEqual([]);
    await pc.wait(2 * HOUR - MINUTE);
    expect(told(pc)).toEqual([
      'Thu Nov 19 2026 08:00 | 1 task overdue, 1 due now | PAY-1 Task 1: 11 h late\nPAY-2 Task 2: due now',
    ]);
  });

  test('a pause: nothing, also after a restart; then one digest. Resumed: at once', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T12:30')), task('2', iso('2026-11-18T12:59:55'))];
    const pc = await machine(local('2026-11-18T12:00'), tasks, { beforeMinutes: [] });
    pc.reminders.pause('1-hour');
    await pc.wait(40 * MINUTE);
    await pc.restart();
    expect(pc.shows).toEqual([]);
    expect(pc.reminders.view().pausedUntil).toBe(new Date(local('2026-11-18T13:00') + 11_000).toISOString());
    await pc.wait(HOUR);
    expect(pc.shows.map(({ notice }) => notice.title)).toEqual(['1 task overdue, 1 due now']);
    await pc.poll([task('3', iso('2026-11-18T18:00'))]);
    pc.reminders.pause('tomorrow');
    expect(pc.reminders.view().pausedUntil).toBe(iso('2026-11-19T09:00'));
    await pc.wait(8 * HOUR);
    expect(pc.shows).toHaveLength(1);
    pc.reminders.resume();
    await pc.wait(0);
    expect(kinds(pc).at(-1)).toBe('3 due');
  });

  test('the desktop’s do-not-disturb, where it can be read and the person wants it', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T12:30')), task('2', iso('2026-11-18T13:30'))];
    const pc = await machine(local('2026-11-18T12:00'), tasks, { beforeMinutes: [] });
    pc.state.isInhibited = true;
    await pc.wait(2 * HOUR);
    expect(pc.shows).toEqual([]);
    pc.state.isInhibited = false;
    await pc.poll();
    expect(pc.shows).toHaveLength(1);
    pc.state.isInhibited = true;
    await pc.change({ respectDoNotDisturb: false });
    await pc.poll([task('3', iso('2026-11-18T14:10'))]);
    await pc.wait(HOUR);
    expect(kinds(pc).at(-1)).toBe('3 due');
  });

  test('a desktop that can show nothing: it is tried ever more rarely, and said in one as soon as it can', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T12:30')), task('2', iso('2026-11-18T12:30:30'))];
    const pc = await machine(local('2026-11-18T12:00'), tasks, { beforeMinutes: [] });
    pc.state.canShow = false;
    await pc.wait(31 * MINUTE);
    const rings = pc.rings();
    await pc.wait(DAY);
    expect(pc.rings() - rings).toBeLessThan(32);
    pc.state.canShow = true;
    await pc.poll();
    expect(pc.shows).toHaveLength(1);
  });

  test('a desktop that refuses one for a moment is asked again, although nothing else happens', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T12:30'))], { beforeMinutes: [] });
    pc.state.canShow = false;
    await pc.wait(30 * MINUTE);
    expect(pc.shows).toEqual([]);
    pc.state.canShow = true;
    await pc.wait(2 * MINUTE);
    expect(kinds(pc)).toEqual(['1 due']);
  });
});

describe('the buttons', () => {
  const one = async () => {
    inZone('Europe/Berlin');
    return machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [60] });
  };

  const labels = (pc: Awaited<ReturnType<typeof machine>>, noticeId: string) =>
    pc.onScreen.get(noticeId)?.notice.actions.map(({ label }) => label);

  test('Start timer, and a click opens it', async () => {
    const pc = await one();
    expect(labels(pc, 'task:1')).toEqual(['Start timer', 'Snooze 10 min', 'Snooze until due']);
    await pc.press('task:1', 'start');
    expect([pc.started, pc.onScreen.size]).toEqual([['1'], 0]);
    await pc.wait(HOUR);
    await pc.press('task:1', 'default');
    expect(pc.opened).toEqual(['1']);
  });

  test('no Start timer for the task whose timer runs', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [] });
    pc.state.runningTaskId = '1';
    await pc.wait(HOUR);
    expect(labels(pc, 'task:1')).toEqual(['Snooze 10 min', 'Snooze 1 h', 'Snooze until tomorrow']);
  });

  test('a snooze ends at the due moment, however long ago its button was shown', async () => {
    const pc = await one();
    await pc.wait(25 * MINUTE);
    await pc.press('task:1', 'snooze-10-min');
    await pc.wait(10 * MINUTE);
    expect(told(pc).slice(1)).toEqual(['Wed Nov 18 2026 15:00 | PAY-1 Task 1 | Due now · Payments']);
  });

  test('a digest is put off, and the due moment of one of its tasks is told all the same', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T15:00')), task('2', day('2026-11-10'))];
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [60] });
    expect(labels(pc, 'digest')).toEqual(['Snooze 1 h', 'Snooze until evening', 'Snooze until tomorrow']);
    await pc.press('digest', 'snooze-evening');
    await pc.wait(4 * HOUR);
    expect(told(pc).slice(1)).toEqual([
      'Wed Nov 18 2026 15:00 | PAY-1 Task 1 | Due now · Payments',
      'Wed Nov 18 2026 18:00 | PAY-2 Task 2 | 8 days late · Payments',
    ]);
  });

  test.each([
    ['snooze-10-min', '2026-11-18T14:40'],
    ['snooze-due', '2026-11-18T15:00'],
  ])('%s: nothing of that task until then, then once, through a restart', async (action, back) => {
    const pc = await one();
    await pc.press('task:1', action);
    await pc.wait(2 * MINUTE);
    await pc.restart();
    await pc.wait(local(back) - pc.state.now - MINUTE);
    expect(pc.shows).toHaveLength(1);
    await pc.wait(2 * MINUTE);
    expect(pc.shows).toHaveLength(2);
    expect(pc.shows[1]?.reminders).toMatchObject([{ wasSnoozed: true }]);
    await pc.restart();
    const before = pc.shows.length;
    await pc.wait(MINUTE);
    expect(pc.shows).toHaveLength(before);
  });

  test('a snoozed digest comes back as one; a task that was done meanwhile does not', async () => {
    inZone('Europe/Berlin');
    const tasks = Array.from({ length: 6 }, (_, i) => task(String(i), iso('2026-11-18T15:00')));
    const pc = await machine(local('2026-11-18T14:59'), tasks, { beforeMinutes: [] });
    await pc.wait(5 * MINUTE);
    await pc.press('digest', 'snooze-1-hour');
    await pc.poll(tasks.slice(1));
    await pc.wait(2 * HOUR);
    expect(pc.shows.map(({ reminders }) => reminders.length)).toEqual([6, 5]);
    await pc.press('digest', 'default');
    expect(pc.opened).toEqual([null]);
  });

  test('deep in the night, tomorrow is the morning to come', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T01:00'), [task('1', iso('2026-11-18T01:30'))], { beforeMinutes: [60] });
    const [one] = pc.state.tasks;
    if (one) pc.reminders.snooze(one, 'tomorrow');
    await pc.wait(0);
    expect(pc.nextWake()).toBe(local('2026-11-18T09:00'));
  });
});

describe('the clock', () => {
  test('it wakes only when there is something to say', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T15:00')), task('2', iso('2027-06-01T15:00'))];
    const pc = await machine(local('2026-11-18T12:00'), tasks, { beforeMinutes: [] });
    await pc.poll([task('2', iso('2027-06-01T15:00'))]);
    const rings = pc.rings();
    await pc.wait(100 * DAY);
    expect(pc.rings()).toBe(rings);
    expect(pc.nextWake()).toBe(local('2027-06-01T15:00'));
  });

  test('set back and forward again, nothing is said twice', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T13:00'))]);
    await pc.wait(2 * DAY);
    const before = kinds(pc);
    await pc.setClock(-30 * HOUR);
    await pc.wait(29 * HOUR);
    expect(kinds(pc)).toEqual(before);
  });

  test('a journey: a plain day is the day where the person is, and is told once', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T08:00'), [task('1', day('2026-11-18'))], { beforeMinutes: [] });
    await pc.wait(2 * HOUR);
    expect(pc.shows).toHaveLength(1);
    process.env.TZ = 'America/New_York';
    pc.reminders.woke();
    await pc.wait(8 * HOUR);
    expect(pc.shows).toHaveLength(1);
    await pc.wait(local('2026-11-19T09:01') - pc.state.now);
    expect(kinds(pc)).toEqual(['1 due', '1 overdue']);
  });

  test('a crash between saying and writing says it once more, and loses nothing', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [] });
    pc.state.cannotWrite = true;
    await pc.wait(31 * MINUTE);
    pc.state.cannotWrite = false;
    await pc.restart();
    await pc.restart();
    expect(kinds(pc)).toEqual(['1 due', '1 due']);
  });
});

describe('a full disk', () => {
  test('what was said is said once all the same, and written down as soon as it can be', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T15:00')), task('2', iso('2026-11-18T15:10'))];
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [] });
    pc.state.cannotWrite = true;
    await pc.wait(HOUR);
    await pc.poll();
    expect(kinds(pc)).toEqual(['1 due']);
    pc.state.cannotWrite = false;
    await pc.wait(2 * MINUTE);
    await pc.restart();
    expect(kinds(pc)).toEqual(['1 due', '2 due']);
  });
});

describe('bad input', () => {
  test.each([
    '1926-05-01T10:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '9999-12-31T23:59:59.000Z',
    '+275760-09-13T00:00:00.000Z',
    '+275760-09-12T23:00:00.000Z',
    'tomorrow',
    '',
    '2026-02-31',
  ])('due %s: nothing breaks, and others are told', async (due) => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T14:58'), [task('1', due), task('2', iso('2026-11-18T15:00'))], {
      beforeMinutes: [1, 43_200],
    });
    await pc.wait(2 * DAY);
    expect(kinds(pc)).toContain('2 due');
    for (const { notice } of pc.shows) expect(`${notice.title}${notice.body}`).not.toMatch(/NaN|Invalid/);
  });

  test('an untitled task is named by the message for that', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'), { title: '' })]);
    expect(pc.shows[0]?.notice.title).toBe('PAY-1 (no title)');
  });
});
