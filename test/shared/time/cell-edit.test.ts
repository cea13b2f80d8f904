/** What typing over a cell changes: the plan that is described before Enter, and carried out after it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CellPlan, planCell } from '../../../shared/time/cell-edit.ts';
import { dayBounds, pieces, total } from '../../../shared/time/day.ts';
import { inZone } from '../tasks/zone.ts';
import { HOUR, local, MINUTE } from './entries.ts';

interface Given {
  id: string;
  taskId: string;
  start: number;
  end: number | null;
}

/** On 11 November 2026; hours and minutes as `[9, 30]`. */
const entry = (id: string, taskId: string, start: number, end: number | null): Given => ({ id, taskId, start, end });
const at = (hour: number, minute = 0): number => local(11, hour, minute);
const DAY = '2026-11-11';

function plan(given: readonly Given[], ms: number, now = local(12, 12), day = DAY): CellPlan {
  return planCell({ entries: given.map(viewOf), task: { taskId: 'own' }, day: dayBounds(day), ms, now });
}

const viewOf = ({ id, taskId, start, end }: Given) => ({
  id,
  task: { taskId, identifier: taskId, title: '', projectName: '' },
  startTime: new Date(start).toISOString(),
  endTime: end === null ? null : new Date(end).toISOString(),
});

const steps = (made: CellPlan) => (made.kind === 'change' ? made.steps : made);
const refused = (reason: string) => ({ kind: 'refused', reason });

describe('one entry', () => {
  const one = [entry('a', 'own', at(9), at(10))];

  test('ends later or earlier', () => {
    const place = { do: 'move', entryId: 'a', position: 1, of: 1, edge: 'end', was: at(10) };
    expect(plan(one, 90 * MINUTE)).toEqual({
      kind: 'change',
      steps: [{ ...place, at: at(10, 30) }],
      was: HOUR,
      becomes: 90 * MINUTE,
    });
    expect(steps(plan(one, 45 * MINUTE))).toEqual([{ ...place, at: at(9, 45) }]);
  });

  test('starts earlier if the next entry is in the way', () => {
    const crowded = [...one, entry('b', 'other', at(10, 10), at(11))];
    expect(steps(plan(crowded, 70 * MINUTE))).toMatchObject([{ edge: 'end', at: at(10, 10) }]);
    expect(steps(plan(crowded, 71 * MINUTE))).toMatchObject([{ edge: 'start', was: at(9), at: at(8, 49) }]);
  });

  test('starts earlier if it would end in the future or tomorrow', () => {
    expect(steps(plan(one, 90 * MINUTE, at(10, 15)))).toMatchObject([{ edge: 'start', at: at(8, 30) }]);
    const late = [entry('a', 'own', at(22), at(23, 30))];
    expect(steps(plan(late, 3 * HOUR))).toMatchObject([{ edge: 'start', at: at(20, 30) }]);
  });

  test('needs the person if entries are in the way on both sides', () => {
    const walled = [entry('c', 'other', at(8), at(9)), ...one, entry('b', 'other', at(10), at(11))];
    expect(plan(walled, 61 * MINUTE)).toEqual(refused('needs-entries'));
    // Shortening needs no room.
    expect(steps(plan(walled, 59 * MINUTE))).toMatchObject([{ edge: 'end', at: at(9, 59) }]);
  });

  test('is not lengthened over one that it already overlaps', () => {
    const overlapped = [...one, entry('b', 'other', at(9, 30), at(11))];
    expect(steps(plan(overlapped, 61 * MINUTE))).toMatchObject([{ edge: 'start', at: at(8, 59) }]);
  });

  test('stays as it is if its length is typed', () => {
    expect(plan(one, HOUR)).toEqual({ kind: 'unchanged' });
  });

  test('goes if 0 is typed', () => {
    expect(plan(one, 0)).toEqual({ kind: 'change', steps: [{ do: 'remove', entryId: 'a' }], was: HOUR, becomes: 0 });
  });
});

describe('several entries', () => {
  const two = [entry('a', 'own', at(9), at(10)), entry('b', 'own', at(14), at(16, 32))];

  test('the last one changes', () => {
    expect(steps(plan(two, 3 * HOUR + 15 * MINUTE))).toEqual([
      { do: 'move', entryId: 'b', position: 2, of: 2, edge: 'end', was: at(16, 32), at: at(16, 15) },
    ]);
  });

  test('the last one goes if that is just enough', () => {
    expect(steps(plan(two, HOUR))).toEqual([{ do: 'remove', entryId: 'b' }]);
  });

  test('if that is not enough, the person chooses among them', () => {
    expect(plan(two, HOUR - MINUTE)).toEqual(refused('needs-entries'));
  });

  test('all go if 0 is typed', () => {
    expect(steps(plan(two, 0))).toEqual([
      { do: 'remove', entryId: 'a' },
      { do: 'remove', entryId: 'b' },
    ]);
  });
});

describe('no entry', () => {
  test('a new one goes into the first gap that is long enough', () => {
    const day = [
      entry('a', 'other', at(9), at(10)),
      entry('b', 'other', at(10, 30), at(12)),
      entry('c', 'other', at(13), at(14)),
    ];
    expect(steps(plan(day, 30 * MINUTE))).toEqual([{ do: 'add', start: at(10), end: at(10, 30), where: 'gap' }]);
    expect(steps(plan(day, 45 * MINUTE))).toEqual([{ do: 'add', start: at(12), end: at(12, 45), where: 'gap' }]);
  });

  test('a gap that is less than a second too short is long enough', () => {
    const day = [entry('a', 'other', at(9), at(10) + 264), entry('b', 'other', at(10, 20), at(12))];
    expect(steps(plan(day, 20 * MINUTE))).toMatchObject([{ do: 'add', start: at(10), where: 'gap' }]);
    const own = [entry('a', 'own', at(9), at(10) + 264), entry('b', 'other', at(10, 20), at(12))];
    expect(steps(plan(own, 80 * MINUTE))).toMatchObject([{ do: 'move', edge: 'end' }]);
  });

  test('else after the last entry of the day, else before its first', () => {
    const day = [entry('a', 'other', at(9), at(10)), entry('b', 'other', at(10, 30), at(12))];
    expect(steps(plan(day, 2 * HOUR))).toEqual([{ do: 'add', start: at(12), end: at(14), where: 'after' }]);
    expect(steps(plan(day, 2 * HOUR, at(13)))).toEqual([{ do: 'add', start: at(7), end: at(9), where: 'before' }]);
    expect(plan(day, 10 * HOUR, at(13))).toEqual(refused('no-room'));
  });

  test('on an empty day it begins at nine, earlier if it would end tomorrow or in the future', () => {
    expect(steps(plan([], 8 * HOUR))).toEqual([{ do: 'add', start: at(9), end: at(17), where: 'empty-day' }]);
    expect(steps(plan([], 20 * HOUR))).toMatchObject([{ start: at(4), end: at(24) }]);
    expect(steps(plan([], HOUR, at(9, 30)))).toMatchObject([{ start: at(8, 30), end: at(9, 30) }]);
    expect(plan([], 10 * HOUR, at(9, 30))).toEqual(refused('no-room'));
  });

  test('after work across midnight it goes into the day, not into the night', () => {
    const night = [entry('a', 'other', local(10, 22), at(0, 30))];
    const day = [...night, entry('b', 'other', at(9), at(10)), entry('c', 'other', at(11), at(12))];
    expect(steps(plan(night, HOUR))).toEqual([{ do: 'add', start: at(9), end: at(10), where: 'after' }]);
    expect(steps(plan(night, HOUR, at(3)))).toMatchObject([{ start: at(0, 30), where: 'after' }]);
    expect(steps(plan(day, HOUR))).toMatchObject([{ start: at(10), where: 'gap' }]);
    expect(steps(plan(day, 2 * HOUR))).toMatchObject([{ start: at(12), where: 'after' }]);
  });

  test('0 changes nothing', () => {
    expect(plan([], 0)).toEqual({ kind: 'unchanged' });
  });
});

test('nothing can be typed on a day that has not begun', () => {
  expect(plan([], HOUR, local(10, 12))).toEqual(refused('future'));
});

test('a running timer has to be stopped first', () => {
  const running = [entry('a', 'own', at(9), at(10)), entry('b', 'own', at(11), null)];
  expect(plan(running, HOUR, at(12))).toEqual(refused('running'));
  // Another task's timer is only in the way.
  const other = [entry('a', 'own', at(9), at(10)), entry('b', 'other', at(10), null)];
  expect(steps(plan(other, 2 * HOUR, at(12)))).toMatchObject([{ edge: 'start', at: at(8) }]);
});

describe('an entry across midnight', () => {
  const night = [entry('a', 'own', local(10, 23), at(1))];
  const evening = [entry('a', 'own', at(23), local(12, 1))];

  test('keeps what lies in the other day', () => {
    expect(steps(plan(night, 0))).toMatchObject([{ do: 'move', edge: 'end', was: at(1), at: at(0) }]);
    expect(steps(plan(evening, 0))).toMatchObject([{ do: 'move', edge: 'start', was: at(23), at: at(24) }]);
  });

  test('changes at the end that lies in the day', () => {
    expect(steps(plan(night, 2 * HOUR))).toMatchObject([{ edge: 'end', at: at(2) }]);
    expect(steps(plan(evening, 2 * HOUR))).toMatchObject([{ edge: 'start', at: at(22) }]);
    expect(steps(plan(evening, 30 * MINUTE))).toMatchObject([{ edge: 'start', at: at(23, 30) }]);
  });

  test('over the whole day needs the person', () => {
    const whole = [entry('a', 'own', local(10, 23), local(12, 1))];
    expect(plan(whole, HOUR)).toEqual(refused('needs-entries'));
    expect(plan(whole, 0)).toEqual(refused('needs-entries'));
  });
});

describe('a day with 23 or 25 hours', () => {
  test('has room for as many', () => {
    inZone('Europe/Berlin');
    const now = new Date(2026, 10, 1, 12).getTime();
    const on = (day: string, hours: number) => plan([], hours * HOUR, now, day);
    expect(on('2026-10-25', 25)).toMatchObject({ kind: 'change', becomes: 25 * HOUR });
    expect(on('2026-03-29', 23)).toMatchObject({ kind: 'change', becomes: 23 * HOUR });
    expect(on('2026-03-29', 24)).toEqual(refused('no-room'));
  });
});

test('a plan that is carried out gives what was typed, in the past, on this day, and over no other entry', () => {
  const given = fc.array(
    fc.record({
      taskId: fc.constantFrom('own', 'other'),
      start: fc.integer({ min: -3 * 60, max: 23 * 60 }),
      minutes: fc.integer({ min: 0, max: 4 * 60 }),
    }),
    { maxLength: 6 },
  );
  const day = dayBounds(DAY);
  const overlap = (list: readonly Given[]) => {
    const spans = pieces(list.map(viewOf), day, 0);
    return spans.reduce(
      (sum, one) =>
        sum +
        spans.reduce((all, other) => all + Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from)), 0),
      -total(spans),
    );
  };
  fc.assert(
    fc.property(given, fc.integer({ min: 0, max: 24 * 60 }), (list, minutes) => {
      const entries = list.map(({ taskId, start, minutes: length }, index) =>
        entry(`e${index}`, taskId, at(0, start), at(0, start + length)),
      );
      const now = local(13, 12);
      const made = plan(entries, minutes * MINUTE, now);
      if (made.kind !== 'change') return;
      const after = new Map(entries.map((one) => [one.id, { ...one }]));
      for (const step of made.steps) {
        if (step.do === 'remove') after.delete(step.entryId);
        else if (step.do === 'add') after.set('new', entry('new', 'own', step.start, step.end));
        else Object.assign(after.get(step.entryId) ?? {}, { [step.edge]: step.at });
      }
      const result = [...after.values()];
      expect(result.every(({ start, end }) => end !== null && start <= end && end <= now)).toBe(true);
      const own = pieces(result.filter(({ taskId }) => taskId === 'own').map(viewOf), day, now);
      expect(total(own)).toBe(minutes * MINUTE);
      expect(made.becomes).toBe(minutes * MINUTE);
      expect(overlap(result)).toBeLessThanOrEqual(overlap(entries));
      // Nothing changes on the days before and after.
      for (const other of ['2026-11-10', '2026-11-12']) {
        const on = (all: readonly Given[]) => total(pieces(all.map(viewOf), dayBounds(other), now));
        expect(on(result)).toBe(on(entries));
      }
    }),
  );
});
