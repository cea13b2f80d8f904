/** "Still working?" without an answer: the timer stops, and the person can continue from there. */

import { describe, expect, test } from 'vitest';
import { createIdleController, type IdleController } from '../../../../electron/features/idle/idle-controller.ts';
import { createIdleStore } from '../../../../electron/features/idle/idle-store.ts';
import type { StillWorkingMemory } from '../../../../electron/features/idle/still-working.ts';
import { createTimer } from '../../../../electron/features/time/timer.ts';
import type { StoppedTimer } from '../../../../shared/contract/idle-view.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { ACCOUNT, HOUR, iso, type Machine, MINUTE, startMachine, T0 } from '../../outbox/machine.ts';

const openStore = ({ clock, run: { database, entries } }: Machine) =>
  createIdleStore({
    database,
    now: () => clock.ms,
    isOn: () => true,
    thresholdMs: () => 10 * MINUTE,
    find: entries.find,
  });

/** Starts a timer, three hours ago by now; the person was away in the second one. */
async function anHourAway(machine: Machine, task: TaskRef): Promise<void> {
  machine.timer.start(ACCOUNT, task);
  const running = machine.run.entries.running(ACCOUNT);
  if (running === undefined) throw new Error('No timer');
  const store = openStore(machine);
  await machine.pass(HOUR);
  store.openSegment('idle', machine.clock.ms, running);
  await machine.pass(HOUR);
  store.closeSegment('idle', machine.clock.ms);
  await machine.pass(HOUR);
}

/** A controller whose changes of entries are only noted, over a question about an hour away. */
async function askedAboutAnHour(stop: boolean) {
  const machine = await startMachine();
  await anHourAway(machine, machine.task);
  if (stop) machine.timer.stop(ACCOUNT);
  const allowed: (boolean | undefined)[] = [];
  const changes = { apply: ({ allowClosed }: { allowClosed?: boolean | undefined }) => void allowed.push(allowClosed) };
  const controller = startController(
    { ...machine, run: { ...machine.run, changes: { ...machine.run.changes, ...changes } } },
    { memory: null, stopped: null },
  );
  return { controller, allowed, id: controller.away()?.question.id ?? 'none' };
}

interface Stored {
  memory: StillWorkingMemory | null;
  stopped: StoppedTimer | null;
}

/** With `stored` from an earlier controller, as after a restart. */
function startController(machine: Machine, stored: Stored, lastInput: number | null = null): IdleController {
  const { entries, changes, timer } = machine.run;
  return createIdleController({
    entries,
    changes,
    timer,
    store: openStore(machine),
    settings: () => ({ stillWorkingHours: 4, remindToTrack: { on: false, days: [], from: '09:00', to: '17:00' } }),
    memory: {
      read: () => stored.memory,
      write: (memory) => {
        stored.memory = memory;
      },
    },
    stopped: {
      read: () => stored.stopped,
      write: (stopped) => {
        stored.stopped = stopped;
      },
    },
    lastInput: () => lastInput,
    isAway: () => false,
    accountId: () => ACCOUNT,
    alarm: () => ({ set: () => undefined, check: () => undefined, stop: () => undefined }),
    now: () => machine.clock.ms,
    onAsk: () => undefined,
    onRemind: () => undefined,
    onChange: () => undefined,
  });
}

async function withoutAnswer(lastInput: number | null = null) {
  const machine = await startMachine();
  const stored: Stored = { memory: null, stopped: null };
  const idleController = startController(machine, stored, lastInput);
  machine.timer.start(ACCOUNT, machine.task, undefined, 'note');
  await machine.pass(4 * HOUR);
  idleController.update();
  await machine.pass(10 * MINUTE);
  idleController.update();
  return { machine, stored, idleController };
}

describe('“Still working?” without an answer', () => {
  test('The question shows the backdated end, which is the last input if that was earlier', async () => {
    const machine = await startMachine();
    const idleController = startController(machine, { memory: null, stopped: null }, T0 + 3 * HOUR);
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(4 * HOUR);
    idleController.update();
    expect(idleController.stillWorking()).toMatchObject({ askedAt: iso(T0 + 4 * HOUR), stopsAt: iso(T0 + 3 * HOUR) });
  });

  test('The timer stops, and the stop stays visible also after a restart', async () => {
    const { machine, stored, idleController } = await withoutAnswer(T0 + 3 * HOUR);
    expect(machine.view().running).toBeNull();
    const stopped = { identifier: machine.task.identifier, stoppedAt: iso(T0 + 3 * HOUR) };
    expect(idleController.stoppedTimer()).toMatchObject(stopped);
    await machine.pass(12 * HOUR);
    machine.crash();
    expect(startController(machine, stored).stoppedTimer()).toMatchObject(stopped);
  });

  test('Continuing starts an entry at the end of the stopped one, without a gap', async () => {
    const { machine, idleController } = await withoutAnswer();
    await machine.pass(2 * HOUR);
    idleController.answerStopped('go-on');
    expect(idleController.stoppedTimer()).toBeNull();
    expect(machine.view().running).toMatchObject({ startTime: iso(T0 + 4 * HOUR), note: 'note' });
    await machine.pass(MINUTE);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 + 4 * HOUR) }, { endTime: null }]);
  });

  test('Continuing without permission leaves the question open', async () => {
    const { machine, stored } = await withoutAnswer();
    const timer = createTimer({
      ...machine.run,
      missingPermissions: () => ['task:update'],
      now: () => machine.clock.ms,
    });
    const idleController = startController({ ...machine, run: { ...machine.run, timer } }, stored);
    expect(() => idleController.answerStopped('go-on')).toThrow();
    expect(idleController.stoppedTimer()).not.toBeNull();
  });

  test('Leaving the timer stopped closes the question', async () => {
    const { machine, idleController } = await withoutAnswer();
    idleController.answerStopped('leave');
    expect([idleController.stoppedTimer(), machine.view().running]).toEqual([null, null]);
  });

  test('Another started timer closes the question', async () => {
    const { machine, idleController } = await withoutAnswer();
    machine.timer.start(ACCOUNT, machine.otherTask);
    expect(idleController.stoppedTimer()).toBeNull();
    idleController.answerStopped('go-on');
    expect(machine.view().running?.task).toEqual(machine.otherTask);
  });

  test('The question does not come back when another timer stops, whose time it would book again', async () => {
    const { machine, idleController } = await withoutAnswer();
    machine.timer.start(ACCOUNT, machine.otherTask);
    idleController.update();
    await machine.pass(HOUR);
    machine.timer.stop(ACCOUNT);
    idleController.update();
    expect(idleController.stoppedTimer()).toBeNull();
  });

  test('A stop requested by the person is not reported', async () => {
    const machine = await startMachine();
    const idleController = startController(machine, { memory: null, stopped: null });
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(4 * HOUR);
    idleController.update();
    idleController.answerStillWorking('stop');
    expect([idleController.stoppedTimer(), machine.view().running]).toEqual([null, null]);
  });

  test('A stop by the person that is undone continues the timer and is not asked about again', async () => {
    const machine = await startMachine();
    const idleController = startController(machine, { memory: null, stopped: null });
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(5 * HOUR);
    idleController.update();
    expect(idleController.stillWorking()).not.toBeNull();
    idleController.answerStillWorking('stop');
    machine.undo();
    idleController.update();
    expect(machine.view().running?.startTime).toBe(iso(T0));
    expect(idleController.stillWorking()).toBeNull();
  });
});

describe('“Still working?” beside a question about time away', () => {
  test('waits for the answer about the running entry, also while an older entry is asked about first', async () => {
    const machine = await startMachine();
    await anHourAway(machine, machine.task);
    await anHourAway(machine, machine.otherTask);
    await machine.pass(HOUR);
    const controller = startController(machine, { memory: null, stopped: null });
    controller.update();
    expect(controller.away()).toMatchObject({ question: { identifier: machine.task.identifier }, more: 1 });
    expect(controller.stillWorking()).toBeNull();
  });

  test('stays confirmed when time away of an older entry is kept', async () => {
    const machine = await startMachine();
    await anHourAway(machine, machine.task);
    machine.timer.start(ACCOUNT, machine.otherTask);
    await machine.pass(4 * HOUR);
    const controller = startController(machine, { memory: null, stopped: null });
    controller.update();
    controller.answerStillWorking('yes');
    controller.applyAwayAnswer(controller.away()?.question.id ?? 'none', 'keep');
    expect([controller.away(), controller.stillWorking()]).toEqual([null, null]);
  });
});

describe('an answer about time away', () => {
  test('changes a completed entry of a closed week only after a question', async () => {
    const asked = await askedAboutAnHour(true);
    asked.controller.applyAwayAnswer(asked.id, 'split');
    expect(asked.allowed).toEqual([false]);
    const confirmed = await askedAboutAnHour(true);
    confirmed.controller.applyAwayAnswer(confirmed.id, 'split', undefined, true);
    expect(confirmed.allowed).toEqual([true]);
  });

  test('always changes a running timer', async () => {
    const { controller, allowed, id } = await askedAboutAnHour(false);
    controller.applyAwayAnswer(id, 'discard-and-continue');
    expect(allowed).toEqual([true]);
  });
});
