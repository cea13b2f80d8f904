/** Two accounts one after the other: pending requests of the first are never sent as the second. */
import { describe, expect, test } from 'vitest';
import { LATE_LANDING_MS } from '../../../../electron/outbox/delivery.ts';
import { ACCOUNT, SECOND, startMachine } from '../../outbox/machine.ts';
import { startDesk } from './desk.ts';

describe('switching accounts', () => {
  test('after a switch, a request of the old session still carries the old token', async () => {
    const desk = await startDesk();
    const first = await desk.signIn();
    const old = desk.run.sessions.at(-1);
    const second = await desk.signIn();
    expect(second).not.toBe(first);
    await old?.client.listWorkspaces().catch(() => undefined);
    expect(desk.server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${first}`);
  });

  test('an entry that is being looked up when another person signs in is not sent as that person', async () => {
    const machine = await startMachine();
    machine.server.intercept = (request) => (request.method === 'POST' ? 'drop' : undefined);
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(15 * SECOND);
    expect(machine.items().map(({ state }) => state)).toEqual(['unknown']);
    let arrive = () => {};
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    machine.server.intercept = async (request) => {
      if (request.method !== 'GET') return undefined;
      arrive();
      await released;
      return undefined;
    };
    const posts = machine.posts();
    machine.clock.ms += LATE_LANDING_MS + SECOND;
    machine.outbox.tryNow();
    await arrived;
    machine.outbox.stopSending();
    release();
    await machine.outbox.idle();
    expect(machine.posts()).toBe(posts);
    expect(machine.items().map(({ state }) => state)).toEqual(['unknown']);
  });
});
