/** The questions about a timer, connected to the detection of away times. */

import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createIdleService } from '../../../../electron/features/idle/idle-service.ts';
import { ACCOUNT, HOUR, MINUTE, startMachine } from '../../outbox/machine.ts';
import { testContext } from '../context.ts';

test('“Still working?” is asked after a short lock that its time fell into', async () => {
  const machine = await startMachine();
  const { entries, changes, timer, database } = machine.run;
  const monitor = Object.assign(new EventEmitter(), { getSystemIdleState: () => 'active' });
  const idle = createIdleService(
    testContext(database, () => machine.clock.ms),
    {
      account: { id: () => ACCOUNT },
      together: (accountId) => [accountId],
      time: { entries, changes, timer, running: () => entries.running(ACCOUNT), on: () => undefined } as never,
      power: monitor,
      idleTime: { start: () => undefined, stop: () => undefined, idleMs: () => null, isAvailable: () => true },
    },
  );
  onTestFinished(idle.part.stop);
  machine.timer.start(ACCOUNT, machine.task);
  idle.update();
  await machine.pass(4 * HOUR - MINUTE);
  monitor.emit('lock-screen');
  await machine.pass(2 * MINUTE);
  idle.controller.update();
  expect(idle.controller.stillWorking()).toBeNull();
  monitor.emit('unlock-screen');
  expect(idle.controller.stillWorking()).not.toBeNull();
});
