/** Trying again: by itself, when the service says so, and when the person asks. */
import { expect, test } from 'vitest';
import { ACCOUNT, SECOND, startMachine } from './machine.ts';

async function refusedOnce() {
  const machine = await startMachine();
  machine.server.intercept = (request) =>
    request.method === 'POST' ? Response.json({ message: 'Not now', code: 'FORBIDDEN' }, { status: 403 }) : undefined;
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(15 * SECOND);
  expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: 'Not now' }]);
  return machine;
}

test('a refused write goes out when the person asks again, once the service lets it', async () => {
  const machine = await refusedOnce();
  machine.server.intercept = undefined;
  machine.outbox.tryNow();
  await machine.outbox.idle();
  expect(machine.items()).toMatchObject([{ state: 'needs-you' }]);
  machine.outbox.retry();
  await machine.outbox.idle();
  expect(machine.items()).toEqual([]);
  expect(await machine.atService()).toHaveLength(1);
});

test('still refused, it needs the person again, with the words', async () => {
  const machine = await refusedOnce();
  machine.outbox.retry();
  await machine.outbox.idle();
  expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: 'Not now' }]);
});

test('Retry-After: 0 is no invitation to ask without a pause', async () => {
  const machine = await startMachine();
  machine.server.intercept = (request) =>
    request.method === 'POST' ? new Response('{}', { status: 429, headers: { 'Retry-After': '0' } }) : undefined;
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(15 * SECOND);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(machine.posts()).toBe(1);
});

test('while the service asks to wait, only the person may ask sooner', async () => {
  const machine = await startMachine();
  machine.server.intercept = (request) =>
    request.method === 'POST' ? new Response('{}', { status: 429, headers: { 'Retry-After': '90' } }) : undefined;
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(15 * SECOND);
  machine.server.intercept = undefined;
  machine.outbox.tryNow();
  await machine.outbox.idle();
  expect(machine.posts()).toBe(1);
  machine.outbox.retry();
  await machine.outbox.idle();
  expect(machine.items()).toEqual([]);
});
