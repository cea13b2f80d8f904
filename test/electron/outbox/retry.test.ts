/** Automatic and manual retries. */
import { describe, expect, test } from 'vitest';
import type { TaskRef } from '../../../shared/time/entry.ts';
import { ACCOUNT, HOUR, json, MINUTE, SECOND, startMachine, T0 } from './machine.ts';

async function rejectedOnce() {
  const machine = await startMachine();
  machine.server.intercept = (request) =>
    request.method === 'POST' ? Response.json({ message: 'Not now', code: 'FORBIDDEN' }, { status: 403 }) : undefined;
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(15 * SECOND);
  expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: 'Not now' }]);
  expect([ACCOUNT, 'account-2'].map(machine.outbox.countNeeding)).toEqual([1, 0]);
  return machine;
}

test('a rejected write is sent again only after a manual retry', async () => {
  const machine = await rejectedOnce();
  machine.server.intercept = undefined;
  machine.outbox.tryNow();
  await machine.outbox.idle();
  expect(machine.items()).toMatchObject([{ state: 'needs-you' }]);
  machine.outbox.retry();
  await machine.outbox.idle();
  expect(machine.items()).toEqual([]);
  expect(await machine.atService()).toHaveLength(1);
});

test('everything is sent at once although one write cannot be read', async () => {
  const machine = await rejectedOnce();
  machine.server.intercept = undefined;
  const [{ id = 0 } = {}] = machine.items();
  machine.run.database.exec(
    `INSERT INTO outbox (account_id, kind, subject, payload, state, created_at, not_before, attempts)
     SELECT account_id, kind, 'damaged', '{"no', 'needs-you', created_at, not_before, 1 FROM outbox WHERE id = ${id}`,
  );
  machine.outbox.retry();
  await machine.outbox.idle();
  expect(machine.items()).toMatchObject([{ subject: 'damaged', state: 'needs-you' }]);
  expect(await machine.atService()).toHaveLength(1);
});

test('a write that is rejected again needs the person again', async () => {
  const machine = await rejectedOnce();
  machine.outbox.retry();
  await machine.outbox.idle();
  expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: 'Not now' }]);
});

test('Retry-After: 0 does not remove the back-off', async () => {
  const machine = await startMachine();
  machine.server.intercept = (request) =>
    request.method === 'POST' ? new Response('{}', { status: 429, headers: { 'Retry-After': '0' } }) : undefined;
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(15 * SECOND);
  await machine.pass(0);
  expect(machine.posts()).toBe(1);
});

test('during a Retry-After, only a manual retry sends sooner', async () => {
  const machine = await startMachine();
  machine.server.intercept = (request) =>
    request.method === 'POST'
      ? json({ message: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '90' })
      : undefined;
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

test('a 503 with a Retry-After holds all writes', async () => {
  const machine = await startMachine();
  machine.server.intercept = (request) =>
    request.method === 'POST' ? new Response('{}', { status: 503, headers: { 'Retry-After': '600' } }) : undefined;
  for (let at = 1; at <= 5; at += 1) {
    machine.edit.add(ACCOUNT, machine.task, { start: T0 - at * HOUR, end: T0 - at * HOUR + MINUTE, note: '' }, {});
  }
  await machine.pass(11 * SECOND);
  expect(machine.posts()).toBe(1);
  machine.outbox.tryNow();
  await machine.outbox.idle();
  await machine.pass(599 * SECOND);
  expect(machine.posts()).toBe(1);
  machine.server.intercept = undefined;
  for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
  expect([machine.posts(), (await machine.atService()).length]).toEqual([6, 5]);
});

describe('a web page sent by a proxy', () => {
  const page = () => new Response('<!doctype html>Blocked', { status: 403, headers: { 'Content-Type': 'text/html' } });

  test('for one write: it needs the person after two attempts and does not block others', async () => {
    const machine = await startMachine();
    machine.server.intercept = async (request) => {
      const isBad = request.method === 'POST' && (await request.clone().text()).includes('DROP TABLE');
      return isBad ? page() : undefined;
    };
    const add = (task: TaskRef, note: string, start: number) =>
      machine.edit.add(ACCOUNT, task, { start, end: start + MINUTE, note }, {});
    add(machine.task, 'DROP TABLE', T0 - HOUR);
    await machine.pass(11 * SECOND);
    add(machine.otherTask, 'fine', T0 - 2 * HOUR);
    add(machine.task, 'the next one of the same task', T0 - 3 * HOUR);
    await machine.pass(11 * SECOND);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ description: 'fine' }]);
    expect(await machine.atService()).toEqual([]);
    // After each attempt the write is searched for as long as it may arrive.
    for (let round = 0; round < 7; round += 1) await machine.pass(MINUTE);
    expect(machine.items()).toMatchObject([{ state: 'needs-you', attempts: 2, sendingSince: null }]);
    expect(machine.posts()).toBe(4);
    expect(await machine.atService()).toMatchObject([{ description: 'the next one of the same task' }]);
    expect(machine.items()[0]?.lastError).toContain(
      'Something between this computer and the server rejects this (403)',
    );
  });

  test('for every write: all wait until it ends', async () => {
    const machine = await startMachine();
    machine.server.intercept = page;
    for (const start of [T0 - HOUR, T0 - 2 * HOUR]) {
      machine.edit.add(ACCOUNT, machine.task, { start, end: start + MINUTE, note: '' }, {});
    }
    await machine.pass(11 * SECOND);
    expect([machine.posts(), machine.outbox.isHeld()]).toEqual([0, true]);
    for (let round = 0; round < 20; round += 1) await machine.pass(5 * MINUTE);
    expect(machine.state()).toEqual(['waiting', 'waiting']);
    machine.server.intercept = undefined;
    for (let round = 0; round < 3; round += 1) await machine.pass(5 * MINUTE);
    expect(await machine.atService()).toHaveLength(2);
  });
});
