/** After an outage the first success ends the delays of all other writes, time entries first. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { idempotentWrite } from '../../../electron/outbox/idempotent-write.ts';
import { ACCOUNT, MINUTE, SECOND, startMachine } from './machine.ts';

const sent: string[] = [];
const note = idempotentWrite<{ name: string }>({
  kind: 'test.note',
  schema: z.object({ name: z.string() }),
  affects: () => [],
  send: async ({ name }, client) => {
    await client.whoAmI();
    sent.push(name);
    return {};
  },
  describe: ({ name }) => name,
  rejected: ({ name }) => name,
});

test('after hours without a connection everything is sent within five seconds of the first success', async () => {
  const machine = await startMachine({ furtherKinds: [note] });
  machine.network.isDown = true;
  for (let at = 0; at < 5; at += 1)
    machine.outbox.add({ accountId: ACCOUNT, kind: 'test.note', subject: `s${at}`, payload: { name: `n${at}` } }, 0);
  machine.timer.start(ACCOUNT, machine.task);
  for (let round = 0; round < 60; round += 1) {
    await machine.pass(MINUTE);
    // Each write waits for its own next attempt.
    machine.outbox.wake();
  }
  expect(machine.items()).toHaveLength(6);
  const before = machine.items().map(({ notBefore }) => notBefore);
  expect(new Set(before).size, 'the delays differ').toBeGreaterThan(1);
  machine.server.intercept = (request) => {
    if (request.method === 'POST' && request.url.endsWith('/time-entry')) sent.push('the entry');
    return undefined;
  };
  machine.network.isDown = false;
  while (machine.items().length === 6) await machine.pass(SECOND);
  const first = machine.clock.ms;
  while (machine.items().length > 0 && machine.clock.ms < first + MINUTE) await machine.pass(SECOND);
  expect(machine.items()).toEqual([]);
  expect(machine.clock.ms - first).toBeLessThanOrEqual(5 * SECOND);
  expect(machine.posts()).toBe(1);
  // One write was due by itself.
  expect(sent.indexOf('the entry')).toBeLessThanOrEqual(1);
});
