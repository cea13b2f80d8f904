/** "Still working?" without an answer: the timer is stopped, and whoever comes back finds out and can go on from there. */

import { describe, expect, test } from 'vitest';
import { createIdleController, type IdleController } from '../../../../electron/features/idle/idle-controller.ts';
import type { StillWorkingMemory } from '../../../../electron/features/idle/idle-policy.ts';
import { createIdleStore } from '../../../../electron/features/idle/idle-store.ts';
import { createTimer } from '../../../../electron/features/time/timer.ts';
import type { StoppedTimer } from '../../../../shared/contract/idle-view.ts';
import { ACCOUNT, HOUR, iso, type Machine, MINUTE, startMachine, T0 } from '../../outbox/machine.ts';

interface Kept {
  memory: StillWorkingMemory | null;
  stopped: StoppedTimer | null;
}

/** Over the same kept state as before: after a restart. */
function attend(machine: Machine, kept: Kept, lastInput: number | null = null): IdleController {
  const { entries, changes, timer, database } = machine.run;
  const now = () => machine.clock.ms;
  return createIdleController({
    entries,
    changes,
    timer,
    ledger: createIdleStore({ database, now, isOn: () => true, thresholdMs: () => 10 * MINUTE, find: entries.find }),
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
  const idleController = attend(machine, kept, lastInput);
  machine.timer.start(ACCOUNT, machine.task, undefined, 'note');
  await machine.pass(4 * HOUR);
  idleController.update();
  await machine.pass(10 * MINUTE);
  idleController.update();
  return { machine, kept, idleController };
}

describe('nobody answers', () => {
  test('the question says what the end will be: the last input, where that was earlier', async () => {
    const machine = await startMachine();
    const idleController = attend(machine, { memory: null, stopped: null }, T0 + 3 * HOUR);
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(4 * HOUR);
    idleController.update();
    expect(idleController.stillWorking()).toMatchObject({ askedAt: iso(T0 + 4 * HOUR), stopsAt: iso(T0 + 3 * HOUR) });
  });

  test('the timer is stopped then, and that stays to be read, also after a restart', async () => {
    const { machine, kept, idleController } = await unanswered(T0 + 3 * HOUR);
    expect(machine.view().running).toBeNull();
    const stopped = { identifier: machine.task.identifier, stoppedAt: iso(T0 + 3 * HOUR) };
    expect(idleController.stoppedTimer()).toMatchObject(stopped);
    await machine.pass(12 * HOUR);
    machine.crash();
    expect(attend(machine, kept).stoppedTimer()).toMatchObject(stopped);
  });

  test('going on is another entry from that very moment; together they are one stretch', async () => {
    const { machine, idleController } = await unanswered();
    await machine.pass(2 * HOUR);
    idleController.answerStopped('go-on');
    expect(idleController.stoppedTimer()).toBeNull();
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 + 4 * HOUR), note: 'note' });
    await machine.pass(MINUTE);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 + 4 * HOUR) }, { endTime: null }]);
  });

  test('going on that is not allowed leaves the question', async () => {
    const { machine, kept } = await unanswered();
    const timer = createTimer({
      ...machine.run,
      missingPermissions: () => ['task:update'],
      now: () => machine.clock.ms,
    });
    const idleController = attend({ ...machine, run: { ...machine.run, timer } }, kept);
    expect(() => idleController.answerStopped('go-on')).toThrow();
    expect(idleController.stoppedTimer()).not.toBeNull();
  });

  test('leaving it stopped ends the matter', async () => {
    const { machine, idleController } = await unanswered();
    idleController.answerStopped('leave');
    expect([idleController.stoppedTimer(), machine.view().running]).toEqual([null, null]);
  });

  test('a timer that was started since, or an entry that was changed, ends it as well', async () => {
    const { machine, idleController } = await unanswered();
    machine.timer.start(ACCOUNT, machine.otherTask);
    expect(idleController.stoppedTimer()).toBeNull();
    idleController.answerStopped('go-on');
    expect(machine.view().running?.task).toEqual(machine.otherTask);
  });

  test('a stop that the person asked for is not told again', async () => {
    const machine = await startMachine();
    const idleController = attend(machine, { memory: null, stopped: null });
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(4 * HOUR);
    idleController.update();
    idleController.answerStillWorking('stop');
    expect([idleController.stoppedTimer(), machine.view().running]).toEqual([null, null]);
  });
});
