/** After an outage the first success ends the delays of all other writes, time entries first. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { idempotentWrite } from '../../../electron/outbox/idempotent-write.ts';
import { startDesk } from '../features/account/desk.ts';
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

const page = (status: number) => () =>
  new Response('<!doctype html><title>Not now</title>', { status, headers: { 'Content-Type': 'text/html' } });

/** What answers during the outage. */
const OUTAGES = {
  'no connection': () => 'drop' as const,
  'the page of a proxy whose server is away': page(521),
  'a page about maintenance': page(200),
};

describe.each(Object.entries(OUTAGES))('after an hour of %s', (_, answer) => {
  test('everything is sent within five seconds of the first success', async () => {
    sent.length = 0;
    const machine = await startMachine({ furtherKinds: [note] });
    machine.server.intercept = answer;
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
    while (machine.items().length === 6) await machine.pass(SECOND);
    const first = machine.clock.ms;
    while (machine.items().length > 0 && machine.clock.ms < first + MINUTE) await machine.pass(SECOND);
    expect(machine.items()).toEqual([]);
    expect(machine.clock.ms - first).toBeLessThanOrEqual(5 * SECOND);
    expect(await machine.atService()).toHaveLength(1);
    // One write was due by itself.
    expect(sent.indexOf('the entry')).toBeLessThanOrEqual(1);
  });

  test('any successful read sends everything', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const { outbox, timer, accounts, sessions } = desk.run;
    const { id = '' } = accounts.current() ?? {};
    const client = sessions.at(-1)?.client;
    const tasks = [await desk.task(), await desk.task()];
    desk.server.intercept = answer;
    for (const task of tasks) {
      timer.start(id, task);
      desk.clock.ms += MINUTE;
    }
    for (let round = 0; round < 30; round += 1) {
      desk.clock.ms += MINUTE;
      await client?.getTask('any').catch(() => undefined);
      outbox.wake();
      await outbox.idle();
    }
    expect(outbox.list(id)).toHaveLength(2);
    desk.server.intercept = undefined;
    // None is due within these five seconds.
    desk.clock.ms += SECOND;
    await client?.listWorkspaces();
    await outbox.idle();
    expect(outbox.list(id)).toEqual([]);
  });
});

test('a server that answers reads but no writes does not shorten their delays', async () => {
  const desk = await startDesk();
  await desk.signIn();
  const { outbox, timer, accounts, sessions } = desk.run;
  const { id = '' } = accounts.current() ?? {};
  timer.start(id, await desk.task());
  desk.server.intercept = ({ method }) => (method === 'POST' ? page(521)() : undefined);
  desk.clock.ms += MINUTE;
  const posts = () => desk.server.requests.filter(({ method }) => method === 'POST').length;
  for (let round = 0; round < 20; round += 1) {
    outbox.wake();
    await sessions.at(-1)?.client.listWorkspaces();
    await outbox.idle();
  }
  expect(posts()).toBe(1);
});
