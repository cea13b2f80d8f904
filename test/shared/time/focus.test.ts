import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedTwice, type Piece } from '../../../shared/time/day.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import {
  type FocusEvent,
  type FocusSession,
  focusShare,
  focusStep,
  nextHalfHour,
  type RunningTimer,
} from '../../../shared/time/focus.ts';
import { local, MINUTE } from './entries.ts';

const NOW = local(19, 14);
const task = (id: string): TaskRef => ({ taskId: id, identifier: id, title: id, projectName: 'Payments' });
const PAY: RunningTimer = { task: task('PAY-134'), note: 'Reproduced' };
const LENGTHS = { focusMs: 25 * MINUTE, breakMs: 5 * MINUTE };
const begin = () => session(focusStep(null, { kind: 'start', running: PAY, ...LENGTHS }, NOW));

function session({ session: of }: { session: FocusSession | null }): FocusSession {
  if (of === null) throw new Error('The session ended');
  return of;
}

describe('a round', () => {
  test('takes the chosen time and leaves the timer alone', () => {
    const step = focusStep(null, { kind: 'start', running: PAY, ...LENGTHS }, NOW);
    expect(step.timer).toEqual({ do: 'keep' });
    expect(step.session).toMatchObject({ phase: 'focus', startedAt: NOW, endsAt: NOW + 25 * MINUTE, task: PAY.task });
  });

  test('fills up to its end and never ends by itself', () => {
    const of = begin();
    expect(focusShare(of, NOW + 5 * MINUTE)).toBeCloseTo(0.2);
    expect(focusShare(of, NOW + 26 * MINUTE)).toBe(1);
  });

  test('takes some minutes more: from its end, or from now on if it is over', () => {
    const more = (now: number) => session(focusStep(begin(), { kind: 'more', ms: 5 * MINUTE }, now)).endsAt;
    expect(more(NOW + 20 * MINUTE)).toBe(NOW + 30 * MINUTE);
    expect(more(NOW + 40 * MINUTE)).toBe(NOW + 45 * MINUTE);
  });

  test('is done once its time has passed, however it is left', () => {
    for (const kind of ['break', 'next', 'end'] as const) {
      const event: FocusEvent = kind === 'break' ? { kind, task: null } : { kind };
      expect(focusStep(begin(), event, NOW + 24 * MINUTE).isRoundDone).toBe(false);
      expect(focusStep(begin(), event, NOW + 25 * MINUTE).isRoundDone).toBe(true);
    }
  });

  test('goes on with another task when the person switches, and ends when the timer stops', () => {
    const other = { task: task('WEB-1'), note: '' };
    const switched = focusStep(begin(), { kind: 'timer', running: other }, NOW + MINUTE);
    expect(switched.session).toMatchObject({ task: other.task, endsAt: NOW + 25 * MINUTE });
    expect(focusStep(begin(), { kind: 'timer', running: null }, NOW + MINUTE).session).toBeNull();
  });
});

describe('a break', () => {
  const at = NOW + 26 * MINUTE;

  test('stops the timer; the next round starts it again, with the same note, only when the person says so', () => {
    const step = focusStep(begin(), { kind: 'break', task: null }, at);
    expect(step.timer).toEqual({ do: 'stop' });
    expect(step.session).toMatchObject({ phase: 'break', startedAt: at, endsAt: at + 5 * MINUTE });
    const later = at + 20 * MINUTE;
    const next = focusStep(step.session, { kind: 'next' }, later);
    expect(next.timer).toEqual({ do: 'start', task: PAY.task, note: 'Reproduced' });
    expect(next.session).toMatchObject({ phase: 'focus', startedAt: later, endsAt: later + 25 * MINUTE });
  });

  test('can be logged on a task, whose timer stops with the session', () => {
    const step = focusStep(begin(), { kind: 'break', task: task('BREAK') }, at);
    expect(step.timer).toEqual({ do: 'start', task: task('BREAK'), note: '' });
    const own = focusStep(step.session, { kind: 'timer', running: { task: task('BREAK'), note: '' } }, at);
    expect(own.session).toEqual(step.session);
    expect(focusStep(step.session, { kind: 'end' }, at + MINUTE)).toMatchObject({
      session: null,
      timer: { do: 'stop' },
    });
  });

  test('on the task of the round is a gap', () => {
    expect(focusStep(begin(), { kind: 'break', task: PAY.task }, at).timer).toEqual({ do: 'stop' });
  });

  test('goes on as a gap when its timer is stopped, and ends with another timer', () => {
    const logged = focusStep(begin(), { kind: 'break', task: task('BREAK') }, at).session;
    expect(focusStep(logged, { kind: 'timer', running: null }, at).session).toMatchObject({ breakTask: null });
    expect(focusStep(logged, { kind: 'timer', running: PAY }, at).session).toBeNull();
  });
});

test('tasks of two accounts with the same id are two tasks', () => {
  const [own, theirs] = ['own', 'theirs'].map((accountId) => ({ ...PAY, task: { ...PAY.task, accountId } }));
  if (own === undefined || theirs === undefined) throw new Error('two');
  const of = session(focusStep(null, { kind: 'start', running: own, ...LENGTHS }, NOW));
  const step = focusStep(of, { kind: 'break', task: theirs.task }, NOW);
  expect(step.timer).toEqual({ do: 'start', task: theirs.task, note: '' });
  expect(focusStep(step.session, { kind: 'timer', running: theirs }, NOW).session).toBe(step.session);
  expect(focusStep(step.session, { kind: 'timer', running: own }, NOW).session).toBeNull();
});

test('without a session nothing but a start does anything', () => {
  for (const event of [
    { kind: 'next' },
    { kind: 'end' },
    { kind: 'more', ms: 1 },
    { kind: 'break', task: null },
  ] as const)
    expect(focusStep(null, event, NOW)).toEqual({ session: null, timer: { do: 'keep' }, isRoundDone: false });
});

test('whatever happens, no time is counted twice, and no time but that of breaks and stops is missing', () => {
  const step = fc.record({
    kind: fc.constantFrom('start', 'more', 'break', 'logged', 'next', 'end', 'stop', 'switch'),
    after: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = NOW;
      let of: FocusSession | null = null;
      let running: (RunningTimer & { from: number }) | null = { ...PAY, from: now };
      const entries: Pick<Piece, 'from' | 'to'>[] = [];
      /** Time in which no timer ran. */
      let idle = 0;
      const stop = () => {
        if (running) entries.push({ from: running.from, to: now });
        running = null;
      };
      const start = (timer: RunningTimer) => {
        stop();
        running = { ...timer, from: now };
      };
      for (const { kind, after } of steps) {
        now += after * MINUTE;
        if (running === null) idle += after * MINUTE;
        if (kind === 'stop' || kind === 'switch') {
          if (kind === 'stop') stop();
          else start({ task: task('WEB-1'), note: '' });
          of = focusStep(of, { kind: 'timer', running }, now).session;
          continue;
        }
        if (kind === 'start' && running === null) continue;
        const event: FocusEvent =
          kind === 'start'
            ? { kind, running: running ?? PAY, ...LENGTHS }
            : kind === 'more'
              ? { kind, ms: 5 * MINUTE }
              : kind === 'break' || kind === 'logged'
                ? { kind: 'break', task: kind === 'logged' ? task('BREAK') : null }
                : { kind };
        const next = focusStep(of, event, now);
        // A timer that is to be stopped runs, and one that is to be started does not run already.
        if (next.timer.do === 'stop') expect(running).not.toBeNull();
        if (next.timer.do === 'stop') stop();
        if (next.timer.do === 'start') start(next.timer);
        of = focusStep(next.session, { kind: 'timer', running }, now).session;
        if (next.session !== null) expect(of).toEqual(next.session);
      }
      stop();
      expect(countedTwice(entries)).toBe(0);
      expect(entries.reduce((sum, { from, to }) => sum + to - from, 0) + idle).toBe(now - NOW);
    }),
  );
});

test('“until” offers a half hour that is at least ten minutes away', () => {
  expect(nextHalfHour(local(19, 14, 10))).toBe(local(19, 14, 30));
  expect(nextHalfHour(local(19, 14, 20))).toBe(local(19, 14, 30));
  expect(nextHalfHour(local(19, 14, 21))).toBe(local(19, 15));
  expect(nextHalfHour(local(19, 14, 55))).toBe(local(19, 15, 30));
});
