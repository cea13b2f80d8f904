/**
 * Properties of reminders over random lists, settings, sleeps, restarts, time zones and clock changes: no reminder is missed or
 * repeated, and quiet hours are quiet. The expected reminders are computed here without the planner.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskView } from '../../../shared/contract/task-view.ts';

import type { SnoozeFor } from '../../../shared/reminders/snooze.ts';
import { inZone, ZONES } from '../tasks/zone.ts';
import { DAY, HOUR, MINUTE, machine, type RemindersSetting, task } from './machine.ts';

const START = Date.UTC(2026, 9, 20, 10);
const IDS = ['1', '2', '3', '4', '5', '6'];

type Event =
  | { do: 'wait' | 'sleep' | 'restart' | 'setClock'; ms: number }
  | { do: 'travel'; zone: string }
  | { do: 'dueDate'; id: string; in: number; isDay: boolean }
  | { do: 'gone'; id: string }
  | { do: 'snooze'; id: string; length: SnoozeFor }
  | { do: 'pause'; length: '1-hour' | 'tomorrow' }
  | { do: 'resume' }
  | { do: 'inhibit'; on: boolean }
  | { do: 'press'; action: string };

const id = fc.constantFrom(...IDS);
const length = fc.constantFrom<SnoozeFor>('10-min', '1-hour', 'tomorrow', 'due');
const ms = (most: number) => fc.oneof(fc.integer({ min: 1, max: 3 * HOUR }), fc.integer({ min: 1, max: most }));
const dueDate: fc.Arbitrary<Event> = fc.record({
  do: fc.constant('dueDate' as const),
  id,
  in: fc.oneof(fc.integer({ min: -3 * HOUR, max: 3 * HOUR }), fc.integer({ min: -4 * DAY, max: 5 * DAY })),
  isDay: fc.boolean(),
});
const common: fc.Arbitrary<Event>[] = [
  fc.record({ do: fc.constant('wait' as const), ms: ms(3 * DAY) }),
  fc.record({ do: fc.constant('sleep' as const), ms: ms(4 * DAY) }),
  fc.record({ do: fc.constant('restart' as const), ms: ms(2 * DAY) }),
  dueDate,
  fc.record({ do: fc.constant('gone' as const), id }),
  fc.record({ do: fc.constant('snooze' as const), id, length }),
  fc.record({ do: fc.constant('pause' as const), length: fc.constantFrom('1-hour' as const, 'tomorrow' as const) }),
  fc.constant({ do: 'resume' as const }),
  fc.record({ do: fc.constant('inhibit' as const), on: fc.boolean() }),
  fc.record({ do: fc.constant('press' as const), action: fc.constantFrom('default', 'start', 'snooze-1-hour') }),
];
const clocks: fc.Arbitrary<Event>[] = [
  fc.record({ do: fc.constant('setClock' as const), ms: fc.integer({ min: -3 * DAY, max: 3 * DAY }) }),
  fc.record({ do: fc.constant('travel' as const), zone: fc.constantFrom(...ZONES) }),
];
const time = fc.constantFrom('00:00', '06:30', '08:00', '09:00', '19:00', '23:30');
const settings = fc.record({
  beforeMinutes: fc.subarray([2880, 1440, 60, 15]),
  dailyAt: fc.constantFrom('00:00', '07:15', '09:00', '23:30'),
  quiet: fc.record({ on: fc.boolean(), from: time, to: time, days: fc.subarray([0, 2, 6]) }),
});
const histories = (...more: fc.Arbitrary<Event>[]) =>
  fc.record({
    zone: fc.constantFrom(...ZONES),
    setting: settings,
    first: fc.array(dueDate, { minLength: 1, maxLength: 6 }),
    events: fc.array(fc.oneof(...common, ...more), { minLength: 1, maxLength: 25 }),
  });

type History = ReturnType<typeof histories> extends fc.Arbitrary<infer T> ? T : never;

/** Whether these settings make an instant quiet, by local time. */
function isQuiet({ quiet }: Pick<RemindersSetting, 'quiet'>, at: number): boolean {
  const date = new Date(at);
  const clock = date.toTimeString().slice(0, 5);
  const { from, to } = quiet;
  const inHours = from < to ? clock >= from && clock < to : from > to && (clock >= from || clock < to);
  return quiet.on && (quiet.days.includes(date.getDay()) || inHours);
}

/** Whether a clock change is within a day: local hours may occur twice or never. */
const isNearChange = (at: number) => new Date(at - DAY).getTimezoneOffset() !== new Date(at + DAY).getTimezoneOffset();

/** The last step of a due date that is reached by now. */
function lastStep(dueDate: string, { beforeMinutes, dailyAt }: RemindersSetting, now: number) {
  const at = new Date(dueDate);
  const isDay = at.getTime() % DAY === 0;
  const [h = 0, m = 0] = dailyAt.split(':').map(Number);
  const [y, mo, d] = isDay
    ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
    : [at.getFullYear(), at.getMonth(), at.getDate()];
  const moment = isDay ? new Date(y, mo, d, h, m) : at;
  const back = (minutes: number) => {
    const days = Math.floor(minutes / 1440);
    const day = new Date(moment);
    day.setDate(day.getDate() - days);
    return day.getTime() - (minutes % 1440) * MINUTE;
  };
  const all = [
    ...beforeMinutes
      .filter((minutes) => !isDay || minutes >= 1440)
      .map((minutes) => ({ kind: `before-${minutes}`, at: back(minutes) })),
    { kind: 'due', at: moment.getTime() },
    { kind: 'overdue', at: new Date(y, mo, d + 1, h, m).getTime() },
  ];
  return all.filter((step) => step.at <= now).sort((one, other) => other.at - one.at)[0];
}

async function simulate({ zone, setting, first, events }: History) {
  const pc = await machine(START, [], setting);
  let checked = 0;
  const put = ({ id, in: offset, isDay }: Extract<Event, { do: 'dueDate' }>) => {
    const at = pc.state.now + offset;
    const text = isDay
      ? `${new Date(at).toISOString().slice(0, 10)}T00:00:00.000Z`
      : new Date(Math.floor(at / MINUTE) * MINUTE + 1000).toISOString();
    return pc.poll([...pc.state.tasks.filter((one) => one.id !== id), task(id, text)]);
  };
  const dueOf = (one: TaskView) => one.dueDate ?? '';
  /** The end of each snooze, by task and due date. */
  const snoozed = new Map<string, number>();

  /** The properties that hold after each event. */
  function check(): void {
    const { state, shows } = pc;
    const isSilent =
      state.isInhibited || isQuiet(state.settings, state.now) || pc.reminders.view().pausedUntil !== null;
    for (const show of shows.slice(checked)) {
      if (isNearChange(show.at)) continue;
      if (isQuiet(state.settings, show.at))
        throw new Error(`Shown in quiet hours: ${new Date(show.at)} ${show.content.title}`);
    }
    checked = shows.length;
    if (isSilent) return;
    for (const one of state.tasks) {
      const step = lastStep(dueOf(one), state.settings, state.now);
      const until = snoozed.get(`${one.id} ${one.dueDate}`);
      if (!step || (until !== undefined && until > state.now) || state.now - step.at < 0) continue;
      const wasShown = shows.some(({ reminders }) =>
        reminders.some(({ task, kind }) => task.id === one.id && task.dueDate === one.dueDate && kind === step.kind),
      );
      const rows = pc.database
        .prepare('SELECT kind FROM shown_reminder WHERE task_id = ? AND due_date = ?')
        .all(one.id, dueOf(one));
      // Settled by a later step, before the clock was set back.
      const isSettled = rows.some(({ kind }) => kind === step.kind);
      if (!wasShown && !isSettled) {
        throw new Error(`Missed at ${new Date(state.now)}: ${one.id} ${one.dueDate} ${step.kind}`);
      }
    }
  }

  process.env.TZ = zone;
  for (const one of first) if (one.do === 'dueDate') await put(one);
  await pc.wait(MINUTE);
  check();
  for (const event of events) {
    switch (event.do) {
      case 'wait':
        await pc.wait(event.ms);
        break;
      case 'sleep':
        await pc.sleep(event.ms);
        break;
      case 'restart':
        await pc.restart(event.ms);
        break;
      case 'setClock':
        await pc.setClock(event.ms);
        break;
      case 'travel':
        process.env.TZ = event.zone;
        await pc.sleep(MINUTE);
        break;
      case 'dueDate':
        await put(event);
        break;
      case 'gone':
        await pc.poll(pc.state.tasks.filter((one) => one.id !== event.id));
        break;
      case 'snooze': {
        const one = pc.state.tasks.find((candidate) => candidate.id === event.id);
        if (one) {
          pc.reminders.snooze(one, event.length);
          await pc.reminders.idle();
        }
        break;
      }
      case 'pause':
        pc.reminders.pause(event.length);
        await pc.wait(0);
        break;
      case 'resume':
        pc.reminders.resume();
        await pc.wait(0);
        break;
      case 'inhibit':
        pc.state.isInhibited = event.on;
        await pc.poll();
        break;
      case 'press': {
        const [shownId] = pc.onScreen.keys();
        if (shownId !== undefined) await pc.press(shownId, event.action);
        break;
      }
    }
    snoozed.clear();
    for (const row of pc.database.prepare('SELECT task_id, due_date, at FROM reminder_snooze').all()) {
      snoozed.set(`${row.task_id} ${row.due_date}`, Number(row.at));
    }
    // After the settling time of a wake-up or clock change.
    await pc.wait(11_000);
    check();
  }
  return pc;
}

/** Lines per day, and reminders shown more than once, except after a snooze. */
function repetitions(pc: Awaited<ReturnType<typeof simulate>>) {
  const lines = new Map<string, number>();
  const first = new Map<string, number>();
  for (const { reminders, day } of pc.shows) {
    const isLine = reminders.some((one) => one.kind === 'overdue' && one.settles.length === 0 && !one.wasSnoozed);
    if (isLine) lines.set(String(day), (lines.get(String(day)) ?? 0) + 1);
    for (const one of reminders) {
      const isFirst = one.settles.length > 0 && !one.wasSnoozed;
      if (isFirst) {
        const key = `${one.task.id} ${one.task.dueDate} ${one.kind}`;
        first.set(key, (first.get(key) ?? 0) + 1);
      }
    }
  }
  return { lines: [...lines.values()], first: [...first].filter(([, count]) => count > 1) };
}

describe('properties', () => {
  test('No reminder is missed or repeated, and quiet hours are quiet', async () => {
    inZone('UTC');
    await fc.assert(
      fc.asyncProperty(histories(), async (history) => {
        const pc = await simulate(history);
        const { lines, first } = repetitions(pc);
        expect(first).toEqual([]);
        expect(lines.filter((count) => count > 1)).toEqual([]);
      }),
    );
  });

  test('The same holds across time zones and clock changes', async () => {
    inZone('UTC');
    await fc.assert(
      fc.asyncProperty(histories(...clocks), async (history) => {
        const pc = await simulate(history);
        const { lines, first } = repetitions(pc);
        expect(first).toEqual([]);
        expect(lines.filter((count) => count > 1)).toEqual([]);
      }),
    );
  });

  test('A snoozed reminder returns exactly once, and not before its end', async () => {
    inZone('Europe/Berlin');
    const some = fc.record({
      length: fc.constantFrom<SnoozeFor>('10-min', '1-hour', 'tomorrow'),
      sleeps: fc.array(ms(DAY), { maxLength: 4 }),
      restarts: fc.boolean(),
      in: ms(2 * DAY),
    });
    await fc.assert(
      fc.asyncProperty(some, async ({ length, sleeps, restarts, in: offset }) => {
        const one = task('1', new Date(START + offset).toISOString());
        const pc = await machine(START, [one]);
        pc.reminders.snooze(one, length);
        await pc.reminders.idle();
        const until = pc.nextWake() ?? 0;
        const before = pc.shows.length;
        for (const gap of sleeps) await (restarts ? pc.restart(gap) : pc.sleep(gap));
        await pc.wait(Math.max(0, until - pc.state.now) + 11_000);
        const later = pc.shows.slice(before);
        expect(later.filter(({ reminders }) => reminders.some(({ wasSnoozed }) => wasSnoozed))).toHaveLength(1);
        expect(later.filter(({ at }) => at < until).map(({ at, reminders }) => [at - until, reminders])).toEqual([]);
      }),
    );
  });
});
