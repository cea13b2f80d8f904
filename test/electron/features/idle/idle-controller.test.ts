/** "Still working?" without an answer: the timer is stopped, and whoever comes back finds out and can go on from there. */

import { describe, expect, test } from 'vitest';
import { type Attendance, createAttendance } from '../../../../electron/features/idle/idle-controller.ts';
import type { StillWorkingMemory } from '../../../../electron/features/idle/idle-policy.ts';
import { createAwayLedger } from '../../../../electron/features/idle/idle-store.ts';
import { createTimer } from '../../../../electron/features/time/timer.ts';
import type { StoppedTimer } from '../../../../shared/contract/idle-view.ts';
import { ACCOUNT, HOUR, iso, type Machine, MINUTE, startMachine, T0 } from '../../outbox/machine.ts';

interface Kept {
  memory: StillWorkingMemory | null;
  stopped: StoppedTimer | null;
}

/** Over the same kept state as before: after a restart. */
function attend(machine: Machine, kept: Kept, lastInput: number | null = null): Attendance {
  const { entries, changes, timer, database } = machine.run;
  const now = () => machine.clock.ms;
  return createAttendance({
    entries,
    changes,
    timer,
    ledger: createAwayLedger({ database, now, isOn: () => true, thresholdMs: () => 10 * MINUTE, find: entries.find }),
    settings: () => ({ stillWorkingHours: 4, remindToTrack: { on: false, days: [], from: '09:00', to: '17:00' } }),
    memory: {
      read: () => kept.memory,
      write: (memory) => {
        kept.memory = memory;
      },
    },
    stopped: {
      read: () => kept.stopped,
      write: (stopped) => {
        kept.stopped = stopped;
      },
    },
    lastInput: () => lastInput,
    isAway: () => false,
    accountId: () => ACCOUNT,
    wake: () => ({ set: () => undefined, check: () => undefined, stop: () => undefined }),
    now,
    onAsk: () => undefined,
    onRemind: () => undefined,
    onChange: () => undefined,
  });
}

async function unanswered(lastInput: number | null = null) {
  const machine = await startMachine();
  const kept: Kept = { memory: null, stopped: null };
  const attendance = attend(machine, kept, lastInput);
  machine.timer.start(ACCOUNT, machine.task, undefined, 'note');
  await machine.pass(4 * HOUR);
  attendance.update();
  await machine.pass(10 * MINUTE);
  attendance.update();
  return { machine, kept, attendance };
}

describe('nobody answers', () => {
  test('the question says what the end will be: the last input, where that was earlier', async () => {
    const machine = await startMachine();
    const attendance = attend(machine, { memory: null, stopped: null }, T0 + 3 * HOUR);
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(4 * HOUR);
    attendance.update();
    expect(attendance.stillWorking()).toMatchObject({ askedAt: iso(T0 + 4 * HOUR), stopsAt: iso(T0 + 3 * HOUR) });
  });

  test('the timer is stopped then, and that stays to be read, also after a restart', async () => {
    const { machine, kept, attendance } = await unanswered(T0 + 3 * HOUR);
    expect(machine.view().running).toBeNull();
    const stopped = { identifier: machine.task.identifier, stoppedAt: iso(T0 + 3 * HOUR) };
    expect(attendance.stoppedTimer()).toMatchObject(stopped);
    await machine.pass(12 * HOUR);
    machine.crash();
    expect(attend(machine, kept).stoppedTimer()).toMatchObject(stopped);
  });

  test('going on is another entry from that very moment; together they are one stretch', async () => {
    const { machine, attendance } = await unanswered();
    await machine.pass(2 * HOUR);
    attendance.answerStopped('go-on');
    expect(attendance.stoppedTimer()).toBeNull();
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 + 4 * HOUR), note: 'note' });
    await machine.pass(MINUTE);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 + 4 * HOUR) }, { endTime: null }]);
  });

  test('going on that is not allowed leaves the question', async () => {
    const { machine, kept } = await unanswered();
    const timer = createTimer({ ...machine.run, lacks: () => ['task:update'], now: () => machine.clock.ms });
    const attendance = attend({ ...machine, run: { ...machine.run, timer } }, kept);
    expect(() => attendance.answerStopped('go-on')).toThrow();
    expect(attendance.stoppedTimer()).not.toBeNull();
  });

  test('leaving it stopped ends the matter', async () => {
    const { machine, attendance } = await unanswered();
    attendance.answerStopped('leave');
    expect([attendance.stoppedTimer(), machine.view().running]).toEqual([null, null]);
  });

  test('a timer that was started since, or an entry that was changed, ends it as well', async () => {
    const { machine, attendance } = await unanswered();
    machine.timer.start(ACCOUNT, machine.otherTask);
    expect(attendance.stoppedTimer()).toBeNull();
    attendance.answerStopped('go-on');
    expect(machine.view().running?.task).toEqual(machine.otherTask);
  });

  test('a stop that the person asked for is not told again', async () => {
    const machine = await startMachine();
    const attendance = attend(machine, { memory: null, stopped: null });
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(4 * HOUR);
    attendance.update();
    attendance.answerStillWorking('stop');
    expect([attendance.stoppedTimer(), machine.view().running]).toEqual([null, null]);
  });
});
