/** Reminders on a simulated computer with sleep, restarts, time zones and clock changes: which notifications appear, and when. */
import { describe, expect, test } from 'vitest';
import { SETTLE_MS } from '../../../../electron/features/reminders/reminders.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { ACCOUNT, DAY, HOUR, MINUTE, machine, task } from '../../../shared/reminders/machine.ts';
import { inZone } from '../../../shared/tasks/zone.ts';

const local = (text: string) => new Date(text).getTime();
const iso = (text: string) => new Date(text).toISOString();
/** A whole day, as the service stores it. */
const day = (text: string) => `${text}T00:00:00.000Z`;
/** The shown notifications, with local times. */
const lines = ({ shows }: Awaited<ReturnType<typeof machine>>) =>
  shows.map(({ at, content }) => `${new Date(at).toString().slice(0, 21)} | ${content.title} | ${content.body}`);
const kinds = ({ shows }: Awaited<ReturnType<typeof machine>>) =>
  shows.flatMap(({ reminders }) => reminders.map((one) => `${one.task.id} ${one.kind}`));

describe('notifications about one task', () => {
  test('A task with a due time shows a notification a day before, an hour before, when due, and overdue the next morning', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-16T12:00'), [task('1', iso('2026-11-18T15:00'))]);
    await pc.wait(3 * DAY - 3.5 * HOUR);
    expect(lines(pc)).toEqual([
      `Tue Nov 17 2026 15:00 | PAY-1 Task 1 | Due tomorrow, at ${clock(local('2026-11-18T15:00'))} · Payments`,
      `Wed Nov 18 2026 14:00 | PAY-1 Task 1 | Due in 1 h, at ${clock(local('2026-11-18T15:00'))} · Payments`,
      'Wed Nov 18 2026 15:00 | PAY-1 Task 1 | Due now · Payments',
    ]);
    expect(pc.due).toEqual(['1']);
    await pc.wait(DAY);
    expect(kinds(pc).at(-1)).toBe('1 overdue');
    // The due date was reached once.
    expect(pc.due).toEqual(['1']);
  });

  test('A task due on a whole day shows a notification the morning before, that morning, and overdue the next morning', async () => {
    inZone('America/New_York');
    const pc = await machine(local('2026-11-16T12:00'), [task('1', day('2026-11-18'))]);
    await pc.wait(3 * DAY);
    expect(lines(pc)).toEqual([
      'Tue Nov 17 2026 09:00 | PAY-1 Task 1 | Due tomorrow · Payments',
      'Wed Nov 18 2026 09:00 | PAY-1 Task 1 | Due today · Payments',
      'Thu Nov 19 2026 09:00 | PAY-1 Task 1 | 1 day late · Payments',
    ]);
  });

  test('Overdue tasks are repeated once a day in one digest', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-17T12:00'), [
      task('1', day('2026-11-17')),
      task('2', iso('2026-11-17T13:00')),
    ]);
    await pc.wait(3 * DAY);
    expect(lines(pc).slice(-3)).toEqual([
      'Wed Nov 18 2026 09:00 | 2 tasks overdue | PAY-2 Task 2: 20 h late\nPAY-1 Task 1: 1 day late',
      'Thu Nov 19 2026 09:00 | 2 tasks overdue | PAY-2 Task 2: 2 days late\nPAY-1 Task 1: 2 days late',
      'Fri Nov 20 2026 09:00 | 2 tasks overdue | PAY-2 Task 2: 3 days late\nPAY-1 Task 1: 3 days late',
    ]);
  });

  test('A lead time of one day keeps the time of day across the end of daylight saving time', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-10-23T12:00'), [task('1', iso('2026-10-25T10:00'))], {
      beforeMinutes: [1440],
    });
    await pc.wait(2 * DAY);
    expect(lines(pc).map((line) => line.slice(0, 21))).toEqual(['Sat Oct 24 2026 10:00', 'Sun Oct 25 2026 10:00']);
  });

  test('A new due date starts again; a task that leaves the list has no more reminders and its notification closes', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T13:00')), task('2', null)]);
    expect(kinds(pc)).toEqual(['1 before-60']);
    await pc.poll([task('1', iso('2026-11-18T18:00'))]);
    expect(pc.closed).toEqual(['task:1']);
    await pc.wait(5.5 * HOUR);
    // A day before the new due date is past too, so that reminder is shown at once.
    expect(kinds(pc)).toEqual(['1 before-60', '1 before-1440', '1 before-60']);
    await pc.poll([]);
    await pc.wait(3 * DAY);
    expect(pc.shows).toHaveLength(3);
    expect(pc.onScreen.size).toBe(0);
  });

  test('A changed title updates the notification in place', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T13:00'))]);
    await pc.poll([task('1', iso('2026-11-18T13:00'), { title: 'Another title' })]);
    expect(pc.onScreen.get('task:1')?.content.title).toBe('PAY-1 Another title');
    expect(pc.shows).toHaveLength(1);
  });

  test('An older notification keeps its title: updated it would pop up again with a sound, also in quiet hours', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T13:00'))]);
    await pc.wait(2 * MINUTE);
    await pc.poll([task('1', iso('2026-11-18T13:00'), { title: 'Another title' })]);
    expect(pc.onScreen.get('task:1')?.content.title).toBe('PAY-1 Task 1');
  });

  test('The project’s lead time is added to the person’s, if they have any', async () => {
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

  test('A newly chosen lead time shows no reminder for the past', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T15:00')), task('2', iso('2026-11-20T15:00'))];
    const pc = await machine(local('2026-11-18T12:00'), tasks, { beforeMinutes: [60] });
    await pc.change({ beforeMinutes: [1440, 60] });
    expect(pc.shows).toEqual([]);
    await pc.wait(DAY + 4 * HOUR);
    expect(kinds(pc)).toEqual(['1 before-60', '1 due', '1 overdue', '2 before-1440']);
  });

  test('Reminders that are switched off show nothing and arm no alarm', async () => {
    const pc = await machine(Date.now(), [task('1', new Date(Date.now() + HOUR).toISOString())], { on: false });
    await pc.wait(3 * DAY);
    expect([pc.shows, pc.nextWake()]).toEqual([[], null]);
  });
});

describe('digests', () => {
  test('Fifty tasks that are overdue after a weekend asleep show one digest', async () => {
    inZone('Europe/Berlin');
    const tasks = Array.from({ length: 50 }, (_, i) =>
      task(String(i), iso(`2026-11-21T10:${String(i).padStart(2, '0')}`)),
    );
    const pc = await machine(local('2026-11-19T17:00'), tasks);
    await pc.sleep(3 * DAY + 16 * HOUR);
    expect(pc.shows).toHaveLength(1);
    expect(pc.shows[0]?.content).toMatchObject({ id: 'digest', title: '50 tasks overdue' });
    expect(pc.shows[0]?.content.body.split('\n')).toHaveLength(4);
    await pc.wait(HOUR);
    expect(pc.shows).toHaveLength(1);
  });

  test('Two tasks due at the same time show one digest', async () => {
    inZone('Europe/Berlin');
    const at = (count: number) => Array.from({ length: count }, (_, i) => task(String(i), iso('2026-11-18T15:00')));
    const two = await machine(local('2026-11-18T14:30'), at(2), { beforeMinutes: [] });
    await two.wait(HOUR);
    expect(two.shows.map(({ content }) => content.title)).toEqual(['2 tasks due now']);
    const asleep = await machine(local('2026-11-18T14:30'), at(2), { beforeMinutes: [] });
    await asleep.sleep(HOUR);
    expect(asleep.shows).toHaveLength(1);
  });

  test('A second reminder within a minute replaces the first with a digest of both; a later one is separate', async () => {
    inZone('Europe/Berlin');
    const due = ['15:00:00', '15:00:50', '15:02:00'].map((time) => iso(`2026-11-18T${time}`));
    const pc = await machine(
      local('2026-11-18T14:30'),
      due.map((text, i) => task(String(i), text)),
      { beforeMinutes: [] },
    );
    await pc.wait(30 * MINUTE + 51_000);
    expect([...pc.onScreen.keys()]).toEqual(['digest']);
    expect(pc.onScreen.get('digest')?.content).toMatchObject({
      replaces: 'task:0',
      title: '2 tasks due now',
      body: 'PAY-0 Task 0: due now\nPAY-1 Task 1: due now',
    });
    await pc.wait(2 * MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['digest', 'task:2']);
    expect(kinds(pc)).toEqual(['0 due', '1 due', '2 due']);
  });

  test('A digest replaces an older digest and repeats it', async () => {
    inZone('Europe/Berlin');
    const due = ['14:40:00', '14:40:00', '15:00:00', '15:00:50'].map((time) => iso(`2026-11-18T${time}`));
    const tasks = due.map((text, i) => task(String(i), text));
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [] });
    await pc.wait(30 * MINUTE + 1_000);
    expect([...pc.onScreen.keys()]).toEqual(['digest', 'task:2']);
    await pc.wait(MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['digest']);
    expect(pc.onScreen.get('digest')?.content.title).toBe('2 tasks overdue, 2 due now');
  });

  test('A digest that repeats an older digest lists a task in both once', async () => {
    inZone('Europe/Berlin');
    const tasks = ['15:00:00', '15:00:50'].map((time, i) => task(String(i), iso(`2026-11-18T${time}`)));
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [20] });
    await pc.wait(15 * MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['digest']);
    await pc.wait(16 * MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['digest']);
    expect(pc.onScreen.get('digest')?.content.title).toBe('2 tasks due now');
  });

  test('A reminder that was answered within the minute is not repeated in the next one', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('0', iso('2026-11-18T15:00:00')), task('1', iso('2026-11-18T15:00:50'))];
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [] });
    await pc.wait(30 * MINUTE + 1_000);
    await pc.press('task:0', 'start');
    await pc.wait(MINUTE);
    expect([...pc.onScreen.keys()]).toEqual(['task:1']);
  });

  test('After a wake-up reminders wait for a fresh list: a task that was completed meanwhile shows nothing', async () => {
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

  test('Ten thousand tasks due in the same minute show one digest', async () => {
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
    expect(pc.shows.map(({ content }) => content.title)).toEqual(['10,000 tasks due now']);
    await pc.restart();
    expect(pc.shows).toHaveLength(1);
  });
});

describe('a new list', () => {
  const past = () => [
    task('1', day('2026-11-10')),
    task('2', iso('2026-11-18T11:00')),
    task('3', iso('2026-11-18T12:30')),
    task('4', day('2026-11-18')),
  ];

  test('A new list shows nothing for past steps, then what becomes due, and the overdue tasks the next morning', async () => {
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

  test('A task that is added to a new list a second later is reminded of', async () => {
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

  test('A list that is new before the morning shows its overdue tasks that morning', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T08:00'), [task('1', day('2026-11-10'))], {}, true);
    expect(pc.shows).toEqual([]);
    await pc.wait(2 * HOUR);
    expect(lines(pc)).toEqual(['Wed Nov 18 2026 09:00 | PAY-1 Task 1 | 8 days late · Payments']);
  });

  test('A newly watched board shows nothing for past steps, nor when watched again; a task in two lists shows one notification', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('2', iso('2026-11-18T13:00'))], { beforeMinutes: [] });
    const others = [...past(), task('2', iso('2026-11-18T13:00'), { title: 'Another' })];
    const board = { id: 'board p', tasks: others.map((one) => ({ ...one, assignee: { id: 'priya', name: 'Priya' } })) };
    pc.state.boards = [board];
    await pc.poll();
    expect(pc.shows).toEqual([]);
    await pc.wait(2 * HOUR);
    expect(lines(pc)).toEqual([
      'Wed Nov 18 2026 12:30 | PAY-3 Task 3 | Due now · Payments · Priya',
      'Wed Nov 18 2026 13:00 | PAY-2 Task 2 | Due now · Payments',
    ]);
    pc.state.boards = [];
    pc.reminders.endList('board p');
    await pc.wait(0);
    expect(pc.closed).toContain('task:3');
    pc.state.boards = [{ id: 'board p', tasks: [...board.tasks, task('5', iso('2026-11-18T13:30'))] }];
    await pc.poll();
    expect(pc.shows).toHaveLength(2);
  });

  test('Reminders that are switched on again show nothing for past steps', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), past(), { on: false });
    await pc.change({ on: true });
    await pc.wait(10 * MINUTE);
    expect(pc.shows).toEqual([]);
    await pc.wait(HOUR);
    expect(kinds(pc)).toEqual(['3 due']);
  });
});

describe('a due date set by the person', () => {
  test('A due date set by the person shows no past steps, only later ones', async () => {
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

  test('A due date set by somebody else shows the reached step at once', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', null)]);
    await pc.poll([task('1', iso('2026-11-18T12:30'))]);
    expect(kinds(pc)).toEqual(['1 before-60']);
  });

  test('The project’s lead time counts for past steps too', async () => {
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

  test('A due date in the past shows nothing that day and is in the digest of the next morning', async () => {
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

  test('A due date in the past does not suppress the delayed digest of another overdue task', async () => {
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

  test('The due date of a new task counts from its creation, under the id that the service assigns', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'));
    const written = { ...task('local', iso('2026-11-18T12:50')) };
    pc.reminders.dueDateSet(ACCOUNT, written, local('2026-11-18T11:55'));
    pc.reminders.replaceTaskId(ACCOUNT, 'local', '7');
    await pc.poll([task('7', iso('2026-11-18T12:50'))]);
    expect(pc.shows).toEqual([]);
    // Created before that step was reached.
    const early = task('early', iso('2026-11-18T12:40'));
    pc.reminders.dueDateSet(ACCOUNT, early, local('2026-11-18T11:00'));
    pc.reminders.replaceTaskId(ACCOUNT, 'early', '8');
    await pc.poll([...pc.state.tasks, task('8', iso('2026-11-18T12:40'))]);
    expect(kinds(pc)).toEqual(['8 before-60']);
  });
});

describe('consecutive digests', () => {
  const at = (hour: string, ids: number[]) => ids.map((id) => task(String(id), iso(`2026-11-18T${hour}`)));

  test('A newer digest repeats the still valid reminders of the one it replaces', async () => {
    inZone('Europe/Berlin');
    const tasks = [...at('13:00', [1, 2, 3, 4]), ...at('14:00', [5, 6, 7, 8])];
    const pc = await machine(local('2026-11-18T12:30'), tasks, { beforeMinutes: [] });
    await pc.wait(HOUR);
    const [first] = tasks;
    if (first) pc.reminders.snooze(first, '1-hour');
    await pc.poll(tasks.filter(({ id }) => id !== '2'));
    await pc.wait(HOUR / 2);
    expect(pc.onScreen.get('digest')?.content).toMatchObject({ title: '2 tasks overdue, 4 due now' });
    await pc.press('digest', 'snooze-1-hour');
    await pc.wait(2 * HOUR);
    expect(kinds(pc).filter((text) => text.startsWith('3'))).toHaveLength(2);
  });

  test('A newer digest does not repeat a closed one', async () => {
    inZone('Europe/Berlin');
    const tasks = [...at('13:00', [1, 2, 3, 4]), ...at('14:00', [5, 6, 7, 8])];
    const pc = await machine(local('2026-11-18T12:30'), tasks, { beforeMinutes: [] });
    await pc.wait(HOUR);
    pc.onScreen.get('digest')?.events.onClosed?.();
    await pc.wait(HOUR);
    expect(pc.onScreen.get('digest')?.content.title).toBe('4 tasks due now');
  });

  test('Snoozing a digest keeps the own snooze of a task whose due date changed', async () => {
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

describe('quiet hours, pause and do-not-disturb', () => {
  test('Quiet hours delay all reminders to one digest at their end', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T21:00')), task('2', iso('2026-11-19T07:59:30'))];
    const quiet = { on: true, from: '19:00', to: '08:00', days: [] };
    const pc = await machine(local('2026-11-18T18:00'), tasks, { quiet, beforeMinutes: [] });
    await pc.wait(13 * HOUR);
    expect(pc.shows).toEqual([]);
    await pc.wait(2 * HOUR - MINUTE);
    expect(lines(pc)).toEqual([
      'Thu Nov 19 2026 08:00 | 1 task overdue, 1 due now | PAY-1 Task 1: 11 h late\nPAY-2 Task 2: due now',
    ]);
  });

  test('A setting changed during the quiet hours keeps the reminders that wait for their end', async () => {
    inZone('Europe/Berlin');
    const quiet = { on: true, from: '19:00', to: '08:00', days: [] };
    const tasks = [task('1', iso('2026-11-18T21:00'))];
    const pc = await machine(local('2026-11-18T18:00'), tasks, { quiet, beforeMinutes: [] });
    await pc.wait(4 * HOUR);
    await pc.change({ respectDoNotDisturb: false });
    await pc.wait(10 * HOUR + MINUTE);
    expect(kinds(pc)).toEqual(['1 due']);
  });

  test('A pause delays all reminders, also through a restart, to one digest; resuming shows them at once', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T12:30')), task('2', iso('2026-11-18T12:59:55'))];
    const pc = await machine(local('2026-11-18T12:00'), tasks, { beforeMinutes: [] });
    pc.reminders.pause('1-hour');
    await pc.wait(40 * MINUTE);
    await pc.restart();
    expect(pc.shows).toEqual([]);
    expect(pc.reminders.view().pausedUntil).toBe(new Date(local('2026-11-18T13:00') + 11_000).toISOString());
    await pc.wait(HOUR);
    expect(pc.shows.map(({ content }) => content.title)).toEqual(['1 task overdue, 1 due now']);
    await pc.poll([task('3', iso('2026-11-18T18:00'))]);
    pc.reminders.pause('tomorrow');
    expect(pc.reminders.view().pausedUntil).toBe(iso('2026-11-19T09:00'));
    await pc.wait(8 * HOUR);
    expect(pc.shows).toHaveLength(1);
    pc.reminders.resume();
    await pc.wait(0);
    expect(kinds(pc).at(-1)).toBe('3 due');
  });

  test('The desktop’s do-not-disturb delays reminders, unless the setting is off', async () => {
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

  test('A desktop that shows no notifications is retried with back-off, and then gets one digest', async () => {
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

  test('A notification that the desktop rejected is retried', async () => {
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

describe('buttons', () => {
  const one = async () => {
    inZone('Europe/Berlin');
    return machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [60] });
  };

  const labels = (pc: Awaited<ReturnType<typeof machine>>, id: string) =>
    pc.onScreen.get(id)?.content.actions.map(({ label }) => label);

  test('“Start timer” starts the timer, and a click opens the task', async () => {
    const pc = await one();
    expect(labels(pc, 'task:1')).toEqual(['Start timer', 'Snooze 10 min', 'Snooze until due']);
    await pc.press('task:1', 'start');
    expect([pc.started, pc.onScreen.size]).toEqual([['1'], 0]);
    await pc.wait(HOUR);
    await pc.press('task:1', 'default');
    expect(pc.opened).toEqual(['1']);
  });

  test('The task with the running timer has no “Start timer” button', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [] });
    pc.state.runningTaskId = '1';
    await pc.wait(HOUR);
    expect(labels(pc, 'task:1')).toEqual(['Snooze 10 min', 'Snooze 1 h', 'Snooze until tomorrow']);
  });

  test('A snooze from an old notification ends at the due time', async () => {
    const pc = await one();
    await pc.wait(25 * MINUTE);
    await pc.press('task:1', 'snooze-10-min');
    await pc.wait(10 * MINUTE);
    expect(lines(pc).slice(1)).toEqual(['Wed Nov 18 2026 15:00 | PAY-1 Task 1 | Due now · Payments']);
  });

  test('A snooze of a notification from an earlier run ends at the due time, too', async () => {
    const pc = await one();
    await pc.wait(25 * MINUTE);
    pc.reminders.handleEarlierAction('task:1', 'snooze-10-min');
    await pc.wait(10 * MINUTE);
    expect(lines(pc).at(-1)).toBe('Wed Nov 18 2026 15:00 | PAY-1 Task 1 | Due now · Payments');
  });

  test('A snoozed digest still shows a task at its due time', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T15:00')), task('2', day('2026-11-10'))];
    const pc = await machine(local('2026-11-18T14:30'), tasks, { beforeMinutes: [60] });
    expect(labels(pc, 'digest')).toEqual(['Snooze 1 h', 'Snooze until evening', 'Snooze until tomorrow']);
    await pc.press('digest', 'snooze-evening');
    await pc.wait(4 * HOUR);
    expect(lines(pc).slice(1)).toEqual([
      'Wed Nov 18 2026 15:00 | PAY-1 Task 1 | Due now · Payments',
      'Wed Nov 18 2026 18:00 | PAY-2 Task 2 | 8 days late · Payments',
    ]);
  });

  test.each([
    ['snooze-10-min', '2026-11-18T14:40'],
    ['snooze-due', '2026-11-18T15:00'],
  ])('%s hides the reminder until its end and shows it once, also through restarts', async (action, back) => {
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

  test('A snoozed digest returns as one digest without the tasks completed meanwhile', async () => {
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

  test('At night, “until tomorrow” ends the coming morning', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T01:00'), [task('1', iso('2026-11-18T01:30'))], { beforeMinutes: [60] });
    const [one] = pc.state.tasks;
    if (one) pc.reminders.snooze(one, 'tomorrow');
    await pc.wait(0);
    expect(pc.nextWake()).toBe(local('2026-11-18T09:00'));
  });
});

describe('clock, restarts and crashes', () => {
  test('The alarm rings only when a reminder is due', async () => {
    inZone('Europe/Berlin');
    const tasks = [task('1', iso('2026-11-18T15:00')), task('2', iso('2027-06-01T15:00'))];
    const pc = await machine(local('2026-11-18T12:00'), tasks, { beforeMinutes: [] });
    await pc.poll([task('2', iso('2027-06-01T15:00'))]);
    const rings = pc.rings();
    await pc.wait(100 * DAY);
    expect(pc.rings()).toBe(rings);
    expect(pc.nextWake()).toBe(local('2027-06-01T15:00'));
  });

  test('A clock set back and forward repeats no reminder', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T12:00'), [task('1', iso('2026-11-18T13:00'))]);
    await pc.wait(2 * DAY);
    const before = kinds(pc);
    await pc.setClock(-30 * HOUR);
    await pc.wait(29 * HOUR);
    expect(kinds(pc)).toEqual(before);
  });

  test('After a change of time zone a whole day follows the new zone and is shown once', async () => {
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

  test('A crash between showing and saving repeats the reminder and loses none', async () => {
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

describe('full disk', () => {
  test('A reminder shown while the disk is full is shown once and saved when there is room', async () => {
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

  test('A click on a reminder that could not be saved opens its task', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'))], { beforeMinutes: [] });
    pc.state.cannotWrite = true;
    await pc.wait(30 * MINUTE);
    await pc.press('task:1', 'default');
    expect(pc.opened).toEqual(['1']);
  });
});

describe('unusual input', () => {
  test.each([
    '1926-05-01T10:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '9999-12-31T23:59:59.000Z',
    '+275760-09-13T00:00:00.000Z',
    '+275760-09-12T23:00:00.000Z',
    'tomorrow',
    '',
    '2026-02-31',
  ])('The due date “%s” breaks nothing, and other tasks have their reminders', async (due) => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T14:58'), [task('1', due), task('2', iso('2026-11-18T15:00'))], {
      beforeMinutes: [1, 43_200],
    });
    await pc.wait(2 * DAY);
    expect(kinds(pc)).toContain('2 due');
    for (const { content } of pc.shows) expect(`${content.title}${content.body}`).not.toMatch(/NaN|Invalid/);
  });

  test('A task without a title is shown as “(no title)”', async () => {
    inZone('Europe/Berlin');
    const pc = await machine(local('2026-11-18T14:30'), [task('1', iso('2026-11-18T15:00'), { title: '' })]);
    expect(pc.shows[0]?.content.title).toBe('PAY-1 (no title)');
  });
});
