/** Command lines after the computer's clock was set back while the app was closed. */
import { expect, test } from 'vitest';
import { lastTimeAt } from '../../../electron/cli/dates.ts';
import type { Request } from '../../../electron/cli/protocol.ts';
import { inZone } from '../../shared/tasks/zone.ts';
import { ACCOUNT, HOUR, type Machine, MINUTE, startMachine } from '../outbox/machine.ts';
import { answersOf } from './app.ts';

async function early(): Promise<{
  machine: Machine;
  ask: (request: Request) => ReturnType<ReturnType<typeof answersOf>>;
}> {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(HOUR);
  machine.crash(() => {
    machine.clock.ms -= 2 * HOUR;
  });
  return { machine, ask: answersOf(machine) };
}

test('status reports it instead of a negative time', async () => {
  const { machine, ask } = await early();
  expect(await ask({ do: 'status' })).toMatchObject({
    ok: true,
    said: `${machine.task.identifier} First  starts later: the clock was set back`,
    data: { elapsedMs: 0 },
  });
});

test('stop ends it at its start and says so', async () => {
  const { machine, ask } = await early();
  const reply = await ask({ do: 'stop' });
  expect(reply).toMatchObject({ ok: true, data: { elapsedMs: 0 } });
  expect(reply.said).toContain('stopped with no time');
  expect(machine.view().running).toBeNull();
});

test('stop with a time starts the entry at that time', async () => {
  const { machine, ask } = await early();
  const half = new Date(machine.clock.ms - 30 * MINUTE);
  const from = `${half.getHours()}:${String(half.getMinutes()).padStart(2, '0')}`;
  expect(await ask({ do: 'stop', from })).toMatchObject({
    ok: true,
    data: { elapsedMs: 30 * MINUTE + (machine.clock.ms % MINUTE) },
  });
  expect(machine.view().running).toBeNull();
});

test('a time later than now was yesterday, which is more than twelve hours that nobody confirms', async () => {
  const { machine, ask } = await early();
  const later = new Date(machine.clock.ms + HOUR);
  const from = `${later.getHours()}:${String(later.getMinutes()).padStart(2, '0')}`;
  expect(await ask({ do: 'stop', from })).toMatchObject({ ok: false, said: expect.stringContaining('twelve hours') });
  expect(machine.view().running).not.toBeNull();
});

test('a time that the clock showed twice is the last one that has passed', () => {
  inZone('Europe/Berlin');
  const first = Date.UTC(2026, 9, 25, 0, 30);
  const second = Date.UTC(2026, 9, 25, 1, 30);
  expect(lastTimeAt('2:30', new Date(first + 10 * MINUTE))).toBe(first);
  expect(lastTimeAt('2:30', new Date(second + 10 * MINUTE))).toBe(second);
  expect(lastTimeAt('2:30', new Date(second - 10 * MINUTE))).toBe(first);
  // Before that time on the next day.
  expect(lastTimeAt('2:30', new Date(second + 23 * HOUR))).toBe(second);
});

test('discard discards the entry', async () => {
  const { machine, ask } = await early();
  expect(await ask({ do: 'discard' })).toMatchObject({ ok: true, said: `Discarded ${machine.task.identifier} First` });
  expect(machine.view().running).toBeNull();
});
