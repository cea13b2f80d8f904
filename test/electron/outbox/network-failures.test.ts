/** The outbox with a real service and all failures of network and server: no write is lost or duplicated. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { outboxView } from '../../../electron/features/outbox/outbox-view.ts';
import { FIELD_WRITES } from '../../../electron/features/tasks/task-field-writes.ts';
import { TIME_ENTRY_CREATE } from '../../../electron/features/time/entry-create-write.ts';
import { LATE_LANDING_MS } from '../../../electron/outbox/delivery.ts';
import type { WriteKind } from '../../../electron/outbox/write-kind.ts';
import { ServiceError } from '../../../electron/service/errors.ts';
import { eventually } from '../../until.ts';
import { addAccount } from '../features/account/account-row.ts';
import type { Interception } from '../local/serve.ts';
import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from './machine.ts';

const YEAR = 365 * 24 * HOUR;
/** A change is sent when it can no longer be undone. */
const UNDO_PASSED = 11 * SECOND;

/** Intercepts the first `times` writes of that method. */
function interceptWrites(
  { server }: Machine,
  method: string,
  how: (request: Request) => Interception | Promise<Interception>,
  times = 1,
): void {
  let left = times;
  server.intercept = (request) => {
    if (request.method !== method || !request.url.includes('/time-entry') || left === 0) return undefined;
    left -= 1;
    return how(request);
  };
}

/** Loses the first `times` writes of that method. Returns the last lost request, which may still arrive late. */
function lose(machine: Machine, method: string, how: Interception = 'drop', times = 1) {
  let late: Request | undefined;
  interceptWrites(
    machine,
    method,
    (request) => {
      late = request.clone();
      return how;
    },
    times,
  );
  return () => late;
}

/** A timer that has been running since T0 and is due to be posted. */
async function started(options: Parameters<typeof startMachine>[0] = {}): Promise<Machine> {
  const machine = await startMachine(options);
  machine.timer.start(ACCOUNT, machine.task);
  return machine;
}

async function drain(machine: Machine): Promise<void> {
  for (let round = 0; round < 20 && machine.items().length > 0; round += 1) await machine.pass(5 * MINUTE);
  expect(machine.items()).toEqual([]);
}

describe('the states of a write', () => {
  test('waiting, sending, sent', async () => {
    const machine = await started();
    expect(machine.items()).toMatchObject([
      { kind: TIME_ENTRY_CREATE, state: 'waiting', attempts: 0, lastError: null, sendingSince: null },
    ]);
    const seen: string[] = [];
    interceptWrites(machine, 'POST', () => {
      seen.push(...machine.state());
      return undefined;
    });
    await machine.pass(15 * SECOND);
    expect(seen).toEqual(['sending']);
    expect(machine.items()).toEqual([]);
    expect(machine.run.database.prepare('SELECT state, attempts FROM outbox').all()).toMatchObject([
      { state: 'sent', attempts: 1 },
    ]);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: null }]);
  });

  test('is committed as sending before the request', async () => {
    const machine = await started();
    const { openDatabase } = await import('../../../electron/store/database.ts');
    let onDisk: unknown;
    interceptWrites(machine, 'POST', () => {
      const { database } = openDatabase(machine.path, new Date());
      onDisk = database.prepare('SELECT state, sending_since FROM outbox').get();
      database.close();
      return undefined;
    });
    await machine.pass(15 * SECOND);
    expect(onDisk).toMatchObject({ state: 'sending', sending_since: iso(T0 + 15 * SECOND) });
  });

  test('reports every change', async () => {
    const machine = await started();
    machine.changes.count = 0;
    await machine.pass(15 * SECOND);
    expect([machine.changes.count, machine.sent.count]).toEqual([2, 1]);
  });

  test('sleeps until the next write is due', async () => {
    const machine = await startMachine();
    machine.run.outbox.add(createOf(machine, 'one'), machine.clock.ms + 30);
    machine.outbox.wake();
    await machine.outbox.idle();
    expect(machine.posts()).toBe(0);
    machine.elapse(30);
    await eventually(() => expect(machine.items()).toEqual([]));
    expect(machine.posts()).toBe(1);
  });
});

describe('a lost answer', () => {
  const acting = (answer: () => Response) => async (machine: Machine, request: Request) => {
    await machine.local.workspace.fetch(request.clone());
    return answer();
  };
  const cases: [string, (machine: Machine, request: Request) => Interception | Promise<Interception>, boolean][] = [
    ['the connection drops before the service sees it', () => 'drop', false],
    ['the connection drops after the service has acted', () => 'commit-then-drop', true],
    ['500 although it acted', acting(() => json({ message: 'Internal Server Error' }, 500)), true],
    ['500 without having acted', () => json('oops', 500), false],
    ['503 with Retry-After although it acted', acting(() => json({}, 503, { 'Retry-After': '7' })), true],
    ['truncated JSON after it acted', acting(() => json('{"id":"abc","taskId":"t')), true],
    [
      'truncated text after it acted',
      acting(() => new Response('{"id":', { headers: { 'Content-Type': 'text/plain' } })),
      true,
    ],
    ['an empty body after it acted', acting(() => json('')), true],
    ['another record after it acted', acting(() => json({ ok: true })), true],
    ['a body that breaks off', acting(() => brokenOff()), true],
    ['an HTML 502 after it acted', acting(() => html(502)), true],
    ['an HTML 502 without having acted', () => html(502), false],
    ['an HTML 200 after it acted', acting(() => html(200)), true],
    ['an HTML 200 without having acted', () => html(200), false],
  ];

  test.each(cases)('%s: exactly one entry', async (_, fault, acted) => {
    // The server logs the truncated body.
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    const machine = await started();
    interceptWrites(machine, 'POST', (request) => fault(machine, request));
    await machine.pass(15 * SECOND);
    expect(machine.state()).toEqual(['unknown']);
    await machine.pass(MINUTE);
    // Searched for: adopted if the service has it; otherwise it may still arrive.
    expect(machine.state()).toEqual(acted ? [] : ['unknown']);
    await drain(machine);
    expect(await machine.atService()).toHaveLength(1);
    expect(machine.posts()).toBe(acted ? 1 : 2);
  });

  test('the time limit passes while the service still works on it', async () => {
    const machine = await started();
    const limits: AbortController[] = [];
    const limited = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      limits.push(new AbortController());
      return limits.at(-1)?.signal ?? AbortSignal.abort();
    });
    onTestFinished(() => limited.mockRestore());
    let finish: () => void = () => undefined;
    let finished: Promise<unknown> | undefined;
    interceptWrites(machine, 'POST', async (request) => {
      const isTime = new Promise<void>((resolve) => {
        finish = resolve;
      });
      finished = isTime.then(() => machine.local.workspace.fetch(request.clone()));
      for (const limit of limits) limit.abort();
      await finished;
      return json('{}');
    });
    await machine.pass(15 * SECOND);
    finish();
    expect(machine.items()).toMatchObject([{ state: 'unknown', lastError: expect.stringContaining('No answer') }]);
    await finished;
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
  });

  test('is searched for and not sent again while the first request may arrive', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => 'drop');
    await machine.pass(15 * SECOND);
    const sentAt = machine.clock.ms;
    while (machine.posts() === 1 && machine.clock.ms < sentAt + HOUR) await machine.pass(SECOND);
    expect(machine.clock.ms - sentAt).toBe(LATE_LANDING_MS);
    const searches = machine.server.requests.filter(({ path }) => path.includes('/time-entry/task/'));
    expect(searches.length).toBeGreaterThanOrEqual(4);
    expect(searches.length).toBeLessThanOrEqual(7);
  });

  test('of a request that arrives late is adopted', async () => {
    const machine = await started();
    const late = lose(machine, 'POST');
    await machine.pass(15 * SECOND);
    await machine.pass(10 * SECOND);
    expect(machine.state()).toEqual(['unknown']);
    await arrive(machine, late());
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
  });

  test('may be lost twice, and the second request may arrive late as well', async () => {
    const machine = await started();
    const late = lose(machine, 'POST', 'drop', 2);
    await machine.pass(15 * SECOND);
    while (machine.posts() === 1) await machine.pass(10 * SECOND);
    expect(machine.state()).toEqual(['unknown']);
    await machine.pass(20 * SECOND);
    await machine.pass(20 * SECOND);
    expect(machine.posts()).toBe(2);
    await arrive(machine, late());
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([2, 1]);
  });

  test('waits while the service cannot be read', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => 'commit-then-drop');
    await machine.pass(15 * SECOND);
    machine.network.isDown = true;
    for (let round = 0; round < 20; round += 1) await machine.pass(5 * MINUTE);
    expect(machine.state()).toEqual(['unknown']);
    machine.network.isDown = false;
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
  });

  describe('of an update', () => {
    async function lost(how: Interception, wait = MINUTE) {
      const machine = await started();
      await machine.pass(wait);
      machine.timer.setNote(ACCOUNT, 'old');
      const late = lose(machine, 'PUT', how);
      await machine.pass(UNDO_PASSED);
      expect(machine.state()).toEqual(['unknown']);
      return { machine, late };
    }

    test.each<[Interception, string, string[]]>([
      ['drop', 'it is sent again', ['POST', 'PUT', 'PUT']],
      ['commit-then-drop', 'it is read, and not sent again', ['POST', 'PUT']],
    ])('(%s): %s when the first request can no longer arrive', async (how, _, methods) => {
      const { machine } = await lost(how);
      await machine.pass(LATE_LANDING_MS - 1);
      machine.outbox.tryNow();
      machine.outbox.retry(machine.items()[0]?.id);
      machine.outbox.flush();
      await machine.outbox.idle();
      expect(machine.writes.map(({ method }) => method)).toEqual(['POST', 'PUT']);
      await machine.pass(1);
      expect(machine.writes.map(({ method }) => method)).toEqual(methods);
      expect(machine.items()).toEqual([]);
      expect(await machine.atService()).toMatchObject([{ description: 'old', endTime: null }]);
    });

    test('is looked for once, not again and again, in the last part of a millisecond', async () => {
      const { machine } = await lost('drop', MINUTE + 0.5);
      machine.elapse(LATE_LANDING_MS - 0.25);
      const { ms } = machine.passed;
      let looks = 0;
      Object.defineProperty(machine.passed, 'ms', {
        set: () => undefined,
        get: () => {
          looks += 1;
          // Ends what would not end while the clock stands.
          return looks < 1000 ? ms : ms + 1;
        },
      });
      await machine.pass(0);
      expect(looks).toBeLessThan(100);
      expect(machine.state()).toEqual(['unknown']);
    });

    test('that arrives late never overwrites a newer one', async () => {
      const { machine, late } = await lost('drop');
      machine.timer.setNote(ACCOUNT, 'new');
      machine.timer.stop(ACCOUNT);
      await machine.pass(LATE_LANDING_MS / 2);
      expect(machine.state()).toEqual(['unknown', 'waiting']);
      await arrive(machine, late());
      await machine.pass(LATE_LANDING_MS / 2);
      expect(machine.items()).toEqual([]);
      expect(await machine.atService()).toMatchObject([{ description: 'new', duration: 71 }]);
    });

    test('does not block other entries', async () => {
      const { machine } = await lost('drop');
      machine.run.outbox.add(createOf(machine, 'other', { taskId: machine.otherTask.taskId }), machine.clock.ms);
      await machine.pass(0);
      expect(await machine.atService(machine.otherTask)).toHaveLength(1);
      expect(machine.state()).toEqual(['unknown']);
    });

    test('that was killed while sending waits from the next start', async () => {
      const { machine } = await lost('drop');
      await machine.pass(LATE_LANDING_MS - SECOND);
      machine.crash();
      await machine.pass(LATE_LANDING_MS - 1);
      expect(machine.writes).toHaveLength(2);
      await machine.pass(1);
      expect(machine.items()).toEqual([]);
    });
  });

  test('of two equal entries: each is linked to its own record', async () => {
    const machine = await startMachine();
    for (const subject of ['one', 'two']) machine.run.outbox.add(createOf(machine, subject), T0);
    interceptWrites(machine, 'POST', () => 'commit-then-drop', 2);
    await machine.pass(0);
    // Writes are sent one at a time.
    expect(machine.state()).toEqual(['unknown', 'waiting']);
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([2, 2]);
    expect(machine.outbox.serverId('one')).not.toBe(machine.outbox.serverId('two'));
  });

  test('of two equal entries of which one arrived: the other is sent again', async () => {
    const machine = await startMachine();
    for (const subject of ['one', 'two']) machine.run.outbox.add(createOf(machine, subject), T0);
    let first = true;
    interceptWrites(
      machine,
      'POST',
      () => {
        const how: Interception = first ? 'drop' : 'commit-then-drop';
        first = false;
        return how;
      },
      2,
    );
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([3, 2]);
    expect(machine.outbox.serverId('one')).not.toBe(machine.outbox.serverId('two'));
  });

  test('of an entry whose start was changed, with another entry at that start: each is linked to its own record', async () => {
    const machine = await startMachine();
    machine.edit.add(ACCOUNT, machine.task, { start: T0 - 2 * HOUR, end: T0 - HOUR, note: '' }, {});
    const [first] = machine.view().today;
    const late: Request[] = [];
    interceptWrites(
      machine,
      'POST',
      (request) => {
        late.push(request.clone());
        return 'drop';
      },
      2,
    );
    await machine.pass(UNDO_PASSED);
    const later = { start: T0 - 1.5 * HOUR, end: T0 - HOUR, note: '' };
    machine.edit.edit(ACCOUNT, first?.id ?? '', later, {});
    machine.edit.add(ACCOUNT, machine.task, { start: T0 - 2 * HOUR, end: T0 - 1.5 * HOUR, note: '' }, {});
    await machine.pass(UNDO_PASSED);
    expect(late).toHaveLength(1);
    // The second is sent after the first is found, and arrives before it is searched for.
    await arrive(machine, late[0]);
    await machine.pass(MINUTE);
    expect(late).toHaveLength(2);
    await arrive(machine, late[1]);
    await drain(machine);
    const spans = (await machine.atService()).map(({ startTime, endTime }) => [startTime, endTime]);
    expect(spans).toEqual([
      [iso(T0 - 2 * HOUR), iso(T0 - 1.5 * HOUR)],
      [iso(T0 - 1.5 * HOUR), iso(T0 - HOUR)],
    ]);
  });

  test('never adopts another person’s entry with the same start', async () => {
    const machine = await startMachine();
    machine.run.outbox.add({ ...createOf(machine, 'one') }, T0);
    interceptWrites(machine, 'POST', () => 'commit-then-drop');
    machine.outbox.startSending({ ...machine.sender, userId: 'somebody-else' });
    await machine.pass(0);
    await machine.pass(MINUTE);
    expect(machine.state()).toEqual(['unknown']);
  });
});

describe('a crash', () => {
  test.each([
    ['before the request arrived', false],
    ['after the service acted', true],
  ])('during a request, %s: exactly one entry', async (_, acts) => {
    const machine = await started();
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let answer: () => void = () => undefined;
    interceptWrites(machine, 'POST', async (request): Promise<Interception> => {
      if (acts) await machine.local.workspace.fetch(request.clone());
      arrived();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return 'drop';
    });
    machine.elapse(15 * SECOND);
    machine.outbox.wake();
    await arrival;
    expect(machine.state()).toEqual(['sending']);
    machine.crash();
    answer();
    expect(['unknown', 'sending']).toContain(machine.state()[0]);
    expect(machine.view().running).toMatchObject({ startTime: iso(T0) });
    await drain(machine);
    expect(await machine.atService()).toHaveLength(1);
    expect(machine.posts()).toBe(acts ? 1 : 2);
  });

  test('during a request, before the clock is set back: “Try now” finds the entry at once', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => 'commit-then-drop');
    await machine.pass(15 * SECOND);
    // As if the answer had not been lost before the crash.
    machine.run.database.exec(
      `UPDATE outbox SET state = 'sending', attempts = 0, not_before = '${iso(T0 + 10 * SECOND)}'`,
    );
    machine.crash(() => {
      machine.clock.ms = T0;
    });
    machine.run.outbox.retry();
    await machine.pass(0);
    expect(machine.items()).toEqual([]);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
  });

  test('repeated at every step: exactly one entry', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => 'commit-then-drop');
    for (let step = 0; step < 30; step += 1) {
      await machine.pass(7 * SECOND);
      machine.crash();
    }
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
    machine.timer.stop(ACCOUNT);
    machine.crash();
    await drain(machine);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: iso(T0 + 210 * SECOND) }]);
  });

  test('leaves no row as sending', async () => {
    const machine = await started();
    const { database } = machine.run;
    database.exec(`UPDATE outbox SET state = 'sending', sending_since = '${iso(T0)}'`);
    machine.network.isDown = true;
    machine.crash();
    await machine.pass(0);
    expect(machine.state()).toEqual(['unknown']);
  });

  test('during the grace period: the request is sent at its time', async () => {
    const machine = await started();
    await machine.pass(10 * SECOND);
    machine.crash();
    await machine.pass(4 * SECOND);
    expect(machine.posts()).toBe(0);
    await machine.pass(SECOND);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0) }]);
  });
});

describe('a disk error', () => {
  test('while an answer is stored: the write is searched for, not sent again', async () => {
    const machine = await started();
    const { database } = machine.run;
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    database.exec(
      `CREATE TRIGGER full BEFORE UPDATE ON outbox WHEN NEW.state = 'sent' BEGIN SELECT raise(ABORT, 'full'); END`,
    );
    await machine.pass(15 * SECOND);
    expect(machine.state()).toEqual(['sending']);
    await machine.pass(MINUTE);
    expect(machine.posts()).toBe(1);
    database.exec('DROP TRIGGER full');
    await drain(machine);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
    expect(log).toHaveBeenCalled();
    log.mockRestore();
  });

  test('before a request: nothing is sent, and the queue pauses', async () => {
    const machine = await started();
    const { database } = machine.run;
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    database.exec(`CREATE TRIGGER full BEFORE UPDATE ON outbox BEGIN SELECT raise(ABORT, 'full'); END`);
    await machine.pass(15 * SECOND);
    await delay(50);
    expect(machine.posts()).toBe(0);
    expect(log.mock.calls.length).toBeLessThan(5);
    log.mockRestore();
    database.exec('DROP TRIGGER full');
    await drain(machine);
    expect(await machine.atService()).toHaveLength(1);
  });
});

describe('order', () => {
  test('keeps the order of writes on one subject', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => 'drop');
    await machine.pass(15 * SECOND);
    machine.timer.setNote(ACCOUNT, 'a note');
    await machine.pass(MINUTE);
    expect(machine.state()).toEqual(['unknown', 'waiting']);
    machine.timer.stop(ACCOUNT);
    await drain(machine);
    expect(machine.writes.map(({ method }) => method)).toEqual(['POST', 'POST', 'PUT']);
    expect(await machine.atService()).toMatchObject([{ description: 'a note', endTime: iso(T0 + 75 * SECOND) }]);
  });

  test('a stuck subject does not block others', async () => {
    const machine = await startMachine();
    machine.run.outbox.add(createOf(machine, 'rejected', { taskId: 'no-such-task' }), T0);
    machine.run.outbox.add(updateOf('rejected'), T0);
    machine.run.outbox.add(createOf(machine, 'crashing'), T0);
    machine.run.outbox.add(createOf(machine, 'fine', { taskId: machine.otherTask.taskId }), T0);
    machine.server.intercept = async (request) => {
      if (request.method !== 'POST') return undefined;
      const body: unknown = await request.clone().json();
      return JSON.stringify(body).includes(machine.task.taskId) ? json({}, 500) : undefined;
    };
    await machine.pass(0);
    expect(machine.items()).toMatchObject([
      { subject: 'rejected', state: 'needs-you', lastError: 'Task not found' },
      { subject: 'rejected', state: 'waiting' },
      { subject: 'crashing', state: 'unknown' },
    ]);
    expect(await machine.atService(machine.otherTask)).toHaveLength(1);
  });

  test('a write added during the last answer is sent in the same turn', async () => {
    const machine = await startMachine();
    machine.network.isDown = true;
    machine.run.outbox.add(createOf(machine, 'one'), T0);
    await machine.pass(0);
    machine.network.isDown = false;
    // As during sign-out: a last write, all delays ended, then only the requests in flight are awaited.
    machine.run.outbox.add(createOf(machine, 'two'), T0);
    machine.outbox.wake();
    machine.outbox.tryNow();
    await machine.outbox.idle();
    expect(machine.items()).toEqual([]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'a change made %i turns after it was found due is not marked as sent',
    async (turns) => {
      const machine = await started();
      await machine.pass(15 * SECOND);
      machine.timer.setNote(ACCOUNT, 'first');
      let isFirst = true;
      function changeAfter(remaining: number): void {
        if (remaining > 0) queueMicrotask(() => changeAfter(remaining - 1));
        else machine.timer.setNote(ACCOUNT, 'second');
      }
      machine.outbox.startSending({
        ...machine.sender,
        confirm: async () => {
          if (isFirst) changeAfter(turns);
          isFirst = false;
        },
      });
      await machine.pass(11 * SECOND);
      await drain(machine);
      expect(await machine.atService()).toMatchObject([{ description: 'second' }]);
    },
  );

  test('sends one write at a time', async () => {
    const machine = await startMachine();
    for (const subject of ['one', 'two', 'three']) machine.run.outbox.add(createOf(machine, subject), T0);
    let current = 0;
    let highest = 0;
    machine.server.intercept = async () => {
      current += 1;
      highest = Math.max(highest, current);
      await delay(10);
      current -= 1;
      return undefined;
    };
    machine.outbox.wake();
    machine.outbox.wake();
    machine.outbox.tryNow();
    machine.outbox.startSending(machine.sender);
    await machine.outbox.idle();
    expect([highest, machine.posts()]).toEqual([1, 3]);
  });
});

describe('a final rejection', () => {
  test('needs the person, shows the service’s message and is not retried', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () =>
      json({ message: 'You may not track time here', code: 'MISSING_PERMISSION' }, 403),
    );
    await machine.pass(15 * SECOND);
    machine.outbox.tryNow();
    await machine.pass(HOUR);
    machine.crash();
    await machine.pass(HOUR);
    expect(machine.items()).toMatchObject([
      { state: 'needs-you', lastError: 'You may not track time here', attempts: 1 },
    ]);
    expect(machine.posts()).toBe(1);
    expect(outboxView(machine.outbox, ACCOUNT, () => '')).toMatchObject({
      total: 1,
      items: [{ what: `Start ${machine.task.identifier}`, state: 'needs-you', nextTryAt: null }],
    });
    expect(machine.view().running).toMatchObject({ sync: 'needs-you', why: 'Not sent: You may not track time here' });
  });

  test('can be removed, with the writes that follow it on the same subject', async () => {
    const machine = await startMachine();
    machine.run.outbox.add(createOf(machine, 'rejected', { taskId: 'no-such-task' }), T0);
    machine.run.outbox.add(updateOf('rejected'), T0);
    machine.run.outbox.add(createOf(machine, 'later'), T0 + MINUTE);
    await machine.pass(0);
    const [rejected, following, later] = machine.items();
    machine.outbox.remove(ACCOUNT, Number(following?.id));
    machine.outbox.remove(ACCOUNT, Number(later?.id));
    machine.outbox.remove(ACCOUNT, 4711);
    expect(machine.items()).toHaveLength(3);
    machine.outbox.remove(ACCOUNT, Number(rejected?.id));
    expect(machine.items()).toMatchObject([{ subject: 'later' }]);
  });

  test('is sent again after a change of the entry', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => json({ message: 'no' }, 400));
    await machine.pass(15 * SECOND);
    machine.timer.setNote(ACCOUNT, 'better');
    await machine.pass(0);
    expect(await machine.atService()).toMatchObject([{ description: 'better' }]);
  });

  test('of the search for a lost write: a change does not send the write twice', async () => {
    const machine = await started();
    machine.server.intercept = (request) => {
      if (request.method === 'POST') return 'commit-then-drop';
      return request.method === 'GET' ? json({ message: 'Insufficient permissions' }, 403) : undefined;
    };
    await machine.pass(15 * SECOND);
    await machine.pass(MINUTE);
    expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: 'Insufficient permissions' }]);
    machine.server.intercept = undefined;
    machine.timer.setNote(ACCOUNT, 'changed');
    await machine.pass(HOUR);
    expect([machine.posts(), (await machine.atService()).length]).toEqual([1, 1]);
    machine.timer.discard(ACCOUNT);
    expect(machine.toasts.at(-1)?.text).toContain('0:00 will remain on the server');
  });

  test('lists every validation issue', async () => {
    const machine = await started();
    const issues = [{ path: 'startTime', message: 'is no date' }];
    interceptWrites(machine, 'POST', () => json({ message: 'Invalid body', code: 'VALIDATION', issues }, 400));
    await machine.pass(15 * SECOND);
    expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: 'Invalid body · startTime: is no date' }]);
  });

  describe('with pending changes of the entry behind it', () => {
    /** The first POST is rejected during `behind`. */
    async function rejectedWhile(behind: (machine: Machine) => void, times = 1): Promise<Machine> {
      const machine = await started();
      let isFirst = true;
      interceptWrites(
        machine,
        'POST',
        () => {
          if (isFirst) behind(machine);
          isFirst = false;
          return json({ message: 'Note refused' }, 400);
        },
        times,
      );
      await machine.pass(15 * SECOND);
      return machine;
    }

    test('is replaced by the newest change, at the time of that change', async () => {
      const machine = await rejectedWhile(({ timer }) => {
        timer.setNote(ACCOUNT, 'one');
        timer.setNote(ACCOUNT, 'two');
      });
      expect(machine.items()).toMatchObject([{ kind: TIME_ENTRY_CREATE, state: 'waiting', lastError: null }]);
      await machine.pass(UNDO_PASSED - 1);
      expect(machine.posts()).toBe(1);
      await machine.pass(1);
      expect(machine.items()).toEqual([]);
      expect(machine.writes.map(({ method }) => method)).toEqual(['POST', 'POST']);
      expect(await machine.atService()).toMatchObject([{ description: 'two', endTime: null }]);
    });

    test('needs the person once if the change is rejected as well, and one removal ends both', async () => {
      const machine = await rejectedWhile(({ timer }) => timer.setNote(ACCOUNT, 'behind'), 2);
      await machine.pass(UNDO_PASSED);
      expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: 'Note refused', sendingSince: null }]);
      machine.outbox.remove(ACCOUNT, machine.items()[0]?.id ?? 0);
      expect(machine.items()).toEqual([]);
    });

    test('sends nothing if the entry was discarded meanwhile', async () => {
      const machine = await rejectedWhile(({ timer }) => timer.discard(ACCOUNT));
      expect(machine.items()).toEqual([]);
      await machine.pass(HOUR);
      expect([machine.posts(), await machine.atService()]).toEqual([1, []]);
    });

    test('can be moved to another task completely', async () => {
      const machine = await rejectedWhile(({ timer }) => timer.setNote(ACCOUNT, 'behind'), 2);
      await machine.pass(UNDO_PASSED);
      machine.edit.move(ACCOUNT, machine.items()[0]?.subject ?? '', machine.otherTask);
      expect(machine.toasts.at(-1)?.text).toBe(`Moved to ${machine.otherTask.identifier}`);
      await machine.pass(UNDO_PASSED);
      expect(machine.items()).toEqual([]);
      expect(await machine.atService()).toEqual([]);
      expect(await machine.atService(machine.otherTask)).toMatchObject([{ description: 'behind', endTime: null }]);
    });

    test('a lost create that is rejected on the second request does not block its correction', async () => {
      const machine = await started();
      machine.timer.setNote(ACCOUNT, 'bad');
      machine.server.intercept = async (request) => {
        if (request.method !== 'POST') return undefined;
        if (machine.posts() === 1) return 'drop';
        const { description } = (await request.clone().json()) as { description?: string };
        return description === 'bad' ? json({ message: 'Note refused' }, 400) : undefined;
      };
      await machine.pass(15 * SECOND);
      machine.timer.setNote(ACCOUNT, 'good');
      await drain(machine);
      expect(await machine.atService()).toMatchObject([{ description: 'good' }]);
    });

    test('a lost update that is rejected on the second request does not block the stop behind it', async () => {
      const machine = await startMachine();
      machine.timer.start(ACCOUNT, machine.task, T0 - HOUR);
      await machine.pass(15 * SECOND);
      let puts = 0;
      interceptWrites(
        machine,
        'PUT',
        () => {
          puts += 1;
          return puts === 1 ? 'drop' : json({ message: 'Start refused' }, 400);
        },
        2,
      );
      machine.timer.setStart(ACCOUNT, T0 - 10 * MINUTE);
      await machine.pass(UNDO_PASSED);
      machine.timer.stop(ACCOUNT, T0);
      await drain(machine);
      expect(await machine.atService()).toMatchObject([{ startTime: iso(T0 - 10 * MINUTE), endTime: iso(T0) }]);
    });

    test('a rejected idempotent write is replaced silently by the newer one', async () => {
      const machine = await startMachine({ furtherKinds: [FIELD_WRITES.priority.write] as WriteKind[] });
      const { taskId, identifier } = machine.task;
      const write = (priority: string) =>
        machine.run.outbox.add(
          { accountId: ACCOUNT, kind: 'task.priority', subject: 'p', payload: { taskId, identifier, priority } },
          machine.clock.ms,
        );
      let times = 0;
      machine.server.intercept = (request) => {
        if (request.method !== 'PUT') return undefined;
        times += 1;
        if (times > 1) return undefined;
        write('low');
        return json({ message: 'no' }, 400);
      };
      write('high');
      await machine.pass(0);
      expect([machine.items(), machine.rejected]).toEqual([[], []]);
      expect((await machine.local.call('GET', `/task/${taskId}`)).json).toMatchObject({ priority: 'low' });
    });
  });

  describe('of the search, after which the write was abandoned', () => {
    async function abandoned(): Promise<Machine> {
      const machine = await started();
      machine.server.intercept = (request) => {
        if (request.method === 'POST') return 'commit-then-drop';
        return request.method === 'GET' ? json({ message: 'Insufficient permissions' }, 403) : undefined;
      };
      await machine.pass(15 * SECOND);
      await machine.pass(MINUTE);
      machine.outbox.remove(ACCOUNT, machine.items()[0]?.id ?? 0);
      expect(machine.items()).toEqual([]);
      expect(machine.view().running?.why).toBe('It was removed from the queue; the server may or may not have it.');
      machine.server.intercept = undefined;
      return machine;
    }

    test.each([
      ['at once', () => undefined],
      ['after a restart', (machine: Machine) => machine.crash()],
    ])('changed %s: the write is searched for first, and the change is applied to it', async (_, meanwhile) => {
      const machine = await abandoned();
      meanwhile(machine);
      machine.timer.setNote(ACCOUNT, 'changed');
      await drain(machine);
      expect(machine.posts()).toBe(1);
      expect(await machine.atService()).toMatchObject([{ description: 'changed' }]);
    });

    test('discarded: the entry is ended at the service', async () => {
      const machine = await abandoned();
      machine.timer.discard(ACCOUNT);
      expect(machine.toasts.at(-1)?.text).toContain('0:00 will remain on the server');
      await drain(machine);
      expect(machine.posts()).toBe(1);
      expect(await machine.atService()).toMatchObject([{ duration: 0, endTime: iso(T0) }]);
    });

    test('its record is not adopted by another entry of the task', async () => {
      const machine = await abandoned();
      machine.timer.stop(ACCOUNT);
      machine.outbox.remove(ACCOUNT, machine.items()[0]?.id ?? 0);
      const [old] = machine.view().today;
      machine.edit.edit(ACCOUNT, old?.id ?? '', { start: T0 + SECOND, end: T0 + MINUTE, note: '' }, {});
      machine.edit.add(ACCOUNT, machine.task, { start: T0, end: T0 + SECOND, note: '' }, {});
      interceptWrites(machine, 'POST', () => 'drop');
      await drain(machine);
      expect((await machine.atService()).map(({ startTime }) => startTime)).toEqual([iso(T0), iso(T0 + SECOND)]);
    });
  });

  test('an update of a deleted entry can be moved to another task completely', async () => {
    const machine = await started();
    await machine.pass(15 * SECOND);
    interceptWrites(machine, 'PUT', () => json({ message: 'Not found', code: 'NOT_FOUND' }, 404), 2);
    machine.timer.stop(ACCOUNT);
    await machine.pass(UNDO_PASSED);
    expect(machine.state()).toEqual(['needs-you']);
    machine.edit.move(ACCOUNT, machine.items()[0]?.subject ?? '', machine.otherTask);
    await machine.pass(UNDO_PASSED);
    expect(machine.items()).toEqual([]);
    expect(await machine.atService(machine.otherTask)).toMatchObject([{ duration: 15 }]);
  });

  test('a row of an unknown kind or with an unreadable payload needs the person', async () => {
    const machine = await startMachine();
    machine.run.outbox.add({ accountId: ACCOUNT, kind: 'task.create', subject: 'a', payload: { title: 'x' } }, T0);
    machine.run.outbox.add({ accountId: ACCOUNT, kind: TIME_ENTRY_CREATE, subject: 'b', payload: { unknown: 1 } }, T0);
    machine.run.database.exec(`INSERT INTO outbox (account_id, kind, subject, payload, state, created_at, not_before)
      VALUES ('${ACCOUNT}', '${TIME_ENTRY_CREATE}', 'c', 'no json', 'waiting', '${iso(T0)}', '${iso(T0)}')`);
    machine.run.outbox.add(createOf(machine, 'fine'), T0);
    await machine.pass(0);
    expect(machine.state()).toEqual(['needs-you', 'needs-you', 'needs-you']);
    expect(await machine.atService()).toHaveLength(1);
    expect(outboxView(machine.outbox, ACCOUNT, () => '').items[0]).toMatchObject({
      what: 'A change this version does not know',
      lastError: 'This version of Punchcard cannot read this change.',
    });
  });

  test('an error in Punchcard makes the write need the person', async () => {
    const broken: WriteKind<object> = {
      kind: 'broken',
      schema: z.object({}),
      affects: () => [],
      send: async () => {
        throw new TypeError('oops');
      },
      find: async () => undefined,
      describe: () => 'Break',
    };
    const machine = await startMachine({ furtherKinds: [broken as WriteKind] });
    machine.run.outbox.add({ accountId: ACCOUNT, kind: 'broken', subject: 'a', payload: {} }, T0);
    await machine.pass(0);
    expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: expect.stringContaining('“oops”') }]);
  });
});

describe('401', () => {
  const dead = () => json({ message: 'Unauthorized', code: 'UNAUTHORIZED' }, 401);

  test('with an expired credential: all writes wait for the next sign-in', async () => {
    const machine = await started();
    machine.run.outbox.add(createOf(machine, 'other'), T0 + 15 * SECOND);
    machine.credential.isDead = true;
    machine.server.intercept = (request) => (request.method === 'POST' ? dead() : undefined);
    await machine.pass(15 * SECOND);
    // A proxy may have sent the 401, so the write is searched for first.
    expect(machine.items()).toMatchObject([
      { state: 'unknown', lastError: 'You are signed out.' },
      { state: 'waiting', attempts: 0 },
    ]);
    machine.server.intercept = undefined;
    machine.outbox.tryNow();
    await machine.pass(HOUR);
    expect(machine.posts()).toBe(1);
    machine.outbox.startSending(machine.sender);
    await drain(machine);
    expect(await machine.atService()).toHaveLength(2);
  });

  test('during a search: the write stays unknown and is searched for again after the next sign-in', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => 'commit-then-drop');
    await machine.pass(15 * SECOND);
    machine.credential.isDead = true;
    machine.server.intercept = dead;
    await machine.pass(MINUTE);
    expect(machine.state()).toEqual(['unknown']);
    machine.server.intercept = undefined;
    machine.outbox.startSending(machine.sender);
    await machine.pass(0);
    expect([machine.posts(), (await machine.atService()).length, machine.items()]).toEqual([1, 1, []]);
  });

  test('that is about the write needs the person', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () =>
      json({ message: 'Integration failed', code: 'INTEGRATION_AUTH_FAILED' }, 401),
    );
    await machine.pass(15 * SECOND);
    expect(machine.items()).toMatchObject([{ state: 'needs-you', lastError: 'Integration failed' }]);
    expect(machine.credential.checks).toBe(1);
  });

  test('of unclear origin: the write waits', async () => {
    const machine = await started();
    machine.server.intercept = (request) => {
      if (request.method === 'POST') return dead();
      return request.url.includes('/time-entry/') ? undefined : 'drop';
    };
    await machine.pass(15 * SECOND);
    expect(machine.items()).toMatchObject([{ state: 'unknown', lastError: 'Unauthorized' }]);
    machine.server.intercept = undefined;
    await drain(machine);
    expect(await machine.atService()).toHaveLength(1);
  });

  test('of an ended session: the write is sent by the new one', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => {
      machine.outbox.stopSending();
      machine.outbox.startSending({ ...machine.sender });
      return dead();
    });
    await machine.pass(15 * SECOND);
    expect(machine.credential.checks).toBe(0);
    await drain(machine);
    expect(await machine.atService()).toHaveLength(1);
  });
});

describe('all writes wait', () => {
  test('while the service is unreachable: one attempt for all, then increasing delays', async () => {
    const machine = await startMachine();
    let tries = 0;
    const { client } = machine.sender;
    const countingSender = {
      ...machine.sender,
      client: {
        ...client,
        // Called before each entry is sent.
        listTimeEntries: (taskId: string) => {
          tries += 1;
          return client.listTimeEntries(taskId);
        },
      },
    };
    machine.outbox.startSending(countingSender);
    machine.network.isDown = true;
    for (const subject of ['one', 'two', 'three']) machine.run.outbox.add(createOf(machine, subject), T0);
    await machine.pass(0);
    expect(tries).toBe(1);
    expect(machine.items()).toMatchObject([
      { state: 'waiting', attempts: 1, lastError: 'There is no connection to the server.', notBefore: iso(T0 + 3_750) },
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ]);
    await machine.pass(3_749);
    expect(tries).toBe(1);
    for (let second = 0; second < 3600; second += 1) await machine.pass(SECOND);
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(60);
    machine.network.isDown = false;
    machine.outbox.tryNow();
    await machine.outbox.idle();
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toHaveLength(3);
    expect(machine.posts()).toBeLessThan(tries);
  });

  test('tryNow ends every delay except a grace period', async () => {
    const machine = await started();
    machine.run.outbox.add(createOf(machine, 'due'), T0);
    machine.network.isDown = true;
    await machine.pass(0);
    machine.network.isDown = false;
    machine.outbox.tryNow();
    await machine.outbox.idle();
    expect(machine.items()).toMatchObject([{ state: 'waiting', attempts: 0, notBefore: iso(T0 + 15 * SECOND) }]);
    expect(machine.posts()).toBe(1);
  });

  test('retry of one write does not end a grace period or the time to undo', async () => {
    const machine = await started();
    for (const subject of ['one', 'two']) machine.run.outbox.add(createOf(machine, subject), T0);
    interceptWrites(machine, 'POST', () =>
      json({ message: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '900' }),
    );
    await machine.pass(0);
    interceptWrites(
      machine,
      'POST',
      () => json({ message: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '900' }),
      9,
    );
    const [timer, one, two] = machine.items();
    machine.outbox.retry(timer?.id);
    await machine.outbox.idle();
    expect(machine.outbox.openItem(timer?.id ?? 0)).toMatchObject({ attempts: 0 });
    expect(machine.outbox.openItem(two?.id ?? 0)).toMatchObject({ attempts: 1 });
    machine.server.intercept = undefined;
    machine.outbox.retry(one?.id);
    machine.outbox.retry(4711);
    await machine.outbox.idle();
    expect(machine.outbox.openItem(one?.id ?? 0)).toBeUndefined();
    expect(machine.outbox.openItem(timer?.id ?? 0)).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  test('a change that can be undone waits even if it replaces a failed one', async () => {
    const machine = await started();
    await machine.pass(15 * SECOND);
    machine.timer.setNote(ACCOUNT, 'a');
    machine.network.isDown = true;
    await machine.pass(UNDO_PASSED);
    expect(machine.items()).toMatchObject([{ attempts: 1 }]);
    machine.timer.stop(ACCOUNT);
    machine.network.isDown = false;
    machine.outbox.tryNow();
    await machine.outbox.idle();
    machine.undo();
    await machine.pass(UNDO_PASSED);
    expect(await machine.atService()).toMatchObject([{ description: 'a', endTime: null }]);
  });

  test('flush also sends writes in their grace period and writes that can be undone', async () => {
    const machine = await started();
    machine.outbox.flush();
    await machine.outbox.idle();
    machine.timer.setNote(ACCOUNT, 'x');
    machine.outbox.flush();
    await machine.outbox.idle();
    expect(machine.items()).toEqual([]);
    expect(await machine.atService()).toMatchObject([{ description: 'x' }]);
    machine.outbox.stopSending();
    machine.timer.setNote(ACCOUNT, 'y');
    machine.outbox.flush();
    await machine.outbox.idle();
    expect(machine.state()).toEqual(['waiting']);
  });

  test.each([
    [
      '429 with Retry-After',
      () => json({ message: 'Slow down', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '90' }),
      90,
    ],
    [
      '429 of a public cloud',
      () =>
        new Response('{"message":"x"}', {
          status: 429,
          headers: { 'X-Retry-After': '4', 'Content-Type': 'text/plain' },
        }),
      4,
    ],
    [
      '429 of an older server',
      () => json({ message: 'x', code: 'RATE_LIMITED', details: { tryAgainIn: 59_994 } }, 429),
      59.994,
    ],
    [
      '429 that asks for a day',
      () => json({ message: 'x', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '86400' }),
      3600,
    ],
  ])('%s', async (_, answer, seconds) => {
    const machine = await startMachine();
    for (const subject of ['one', 'two']) machine.run.outbox.add(createOf(machine, subject), T0);
    interceptWrites(machine, 'POST', () => answer());
    await machine.pass(0);
    await machine.pass(seconds * SECOND - 1);
    expect([machine.posts(), machine.state()]).toEqual([1, ['waiting', 'waiting']]);
    await machine.pass(1);
    expect([machine.posts(), machine.items()]).toEqual([3, []]);
  });

  test('a new session starts without the waits of the previous one', async () => {
    const machine = await startMachine();
    machine.run.outbox.add(createOf(machine, 'one'), T0);
    machine.network.isDown = true;
    await machine.pass(0);
    machine.network.isDown = false;
    machine.outbox.stopSending();
    addAccount(machine.run.database, 'account-2', 'other');
    machine.run.outbox.add({ ...createOf(machine, 'two'), accountId: 'account-2' }, T0);
    machine.outbox.startSending({ ...machine.sender, accountId: 'account-2' });
    expect(machine.outbox.isHeld()).toBe(false);
    await machine.pass(0);
    expect(machine.outbox.count('account-2')).toBe(0);
  });

  test('a lost request of another account counts from its time after the writes have moved', async () => {
    const machine = await startMachine();
    addAccount(machine.run.database, 'account-2', 'other');
    machine.outbox.startSending({ ...machine.sender, accountId: 'account-2' });
    machine.outbox.stopSending('account-2');
    await machine.pass(2 * LATE_LANDING_MS);
    lose(machine, 'POST', 'drop');
    machine.run.outbox.add(createOf(machine, 'one'), T0);
    await machine.pass(0);
    expect([machine.posts(), machine.state()]).toEqual([1, ['unknown']]);
    machine.outbox.stopSending();
    machine.outbox.transfer(ACCOUNT, 'account-2');
    machine.outbox.startSending({ ...machine.sender, accountId: 'account-2' });
    await machine.pass(LATE_LANDING_MS / 2);
    expect(machine.posts()).toBe(1);
    await machine.pass(LATE_LANDING_MS);
    expect([machine.posts(), machine.outbox.count('account-2')]).toEqual([2, 0]);
  });

  test.each([
    ['an outage', () => new ServiceError({ kind: 'unreachable', message: 'No answer' })],
    [
      'a wait that the service asks for',
      () => new ServiceError({ kind: 'rejected', status: 429, message: 'Slow down', retryAfterMs: HOUR }),
    ],
    ['a credential that is no longer valid', () => new ServiceError({ kind: 'rejected', status: 401, message: 'No' })],
    ['a server that does not answer', () => null],
  ])('%s of one account delays no other one', async (_, error) => {
    const machine = await startMachine();
    machine.credential.isDead = true;
    addAccount(machine.run.database, 'account-2', 'other');
    const { promise: untilEnd, resolve: end } = Promise.withResolvers<void>();
    onTestFinished(() => end());
    const fails = async () => {
      const thrown = error();
      if (thrown === null) await untilEnd;
      throw thrown ?? new ServiceError({ kind: 'timeout', message: 'No answer' });
    };
    const client = new Proxy(machine.sender.client, { get: () => fails });
    machine.run.outbox.add({ ...createOf(machine, 'two'), accountId: 'account-2' }, T0);
    machine.outbox.startSending({ ...machine.sender, accountId: 'account-2', client });
    machine.run.outbox.add(createOf(machine, 'one'), T0);
    machine.outbox.wake();
    await eventually(() => expect(machine.outbox.count(ACCOUNT)).toBe(0));
    const whenIdle = vi.fn();
    void machine.outbox.idle(ACCOUNT).then(whenIdle);
    await eventually(() => expect(whenIdle).toHaveBeenCalledOnce());
    expect([machine.posts(), machine.outbox.count('account-2')]).toEqual([1, 1]);
    expect(machine.outbox.isStopped(ACCOUNT)).toBe(false);
    machine.outbox.stopSending('account-2');
    machine.run.outbox.add(createOf(machine, 'three', { startTime: iso(T0 + MINUTE) }), T0);
    machine.outbox.wake();
    await eventually(() => expect(machine.outbox.count(ACCOUNT)).toBe(0));
    expect(machine.outbox.isStopped('account-2')).toBe(true);
  });

  test('a redirect and an untrusted certificate hold everything as well', async () => {
    const machine = await startMachine();
    for (const subject of ['one', 'two']) machine.run.outbox.add(createOf(machine, subject), T0);
    interceptWrites(
      machine,
      'POST',
      () => new Response(null, { status: 308, headers: { Location: 'https://elsewhere.example/' } }),
    );
    await machine.pass(0);
    expect([machine.posts(), machine.state()]).toEqual([1, ['unknown', 'waiting']]);
    await drain(machine);
    expect(machine.posts()).toBe(3);
  });
});

describe('a clock that is set', () => {
  test.each([
    ['back by a year', -YEAR],
    ['back by ten minutes', -10 * MINUTE],
    ['forward by a year', YEAR],
  ])('%s, with one waiting, one lost after and one lost before it arrived', async (_, jump) => {
    const machine = await startMachine();
    machine.run.outbox.add(createOf(machine, 'after'), T0);
    interceptWrites(machine, 'POST', () => 'commit-then-drop');
    await machine.pass(0);
    machine.run.outbox.add(createOf(machine, 'before', { taskId: machine.otherTask.taskId }), T0);
    const late = lose(machine, 'POST');
    await machine.pass(0);
    machine.run.outbox.add(createOf(machine, 'waiting', { note: 'w' }), machine.clock.ms + 15 * SECOND);
    await machine.setClock(jump);
    // Setting the clock does not change the delay for a late arrival.
    await machine.pass(10 * SECOND);
    expect(machine.posts() - machine.writes.filter(({ body }) => body.description === 'w').length).toBe(2);
    await arrive(machine, late());
    await drain(machine);
    expect(await machine.atService()).toHaveLength(2);
    expect(await machine.atService(machine.otherTask)).toHaveLength(1);
  });

  test('back by forty minutes: a write is sent at the same time as without', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.setClock(-40 * MINUTE);
    await machine.pass(14 * SECOND);
    expect(machine.posts()).toBe(0);
    await machine.pass(SECOND);
    expect([machine.posts(), machine.state()]).toEqual([1, []]);
  });

  test('forward: nothing is sent while it can be undone, and undo works', async () => {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await machine.setClock(10 * YEAR);
    await machine.pass(10 * SECOND);
    expect(machine.posts()).toBe(0);
    machine.undo();
    await machine.setClock(-10 * YEAR);
    await machine.pass(HOUR);
    expect([machine.posts(), machine.state()]).toEqual([0, []]);
  });

  test('back while the service is unreachable: the next attempt keeps its time, and the view shows it', async () => {
    const machine = await startMachine();
    machine.network.isDown = true;
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(15 * SECOND);
    await machine.setClock(-40 * MINUTE);
    const [item] = machine.items();
    const next = (item && machine.outbox.nextTry(item)) ?? 0;
    expect(next - machine.clock.ms).toBeGreaterThan(0);
    expect(next - machine.clock.ms).toBeLessThanOrEqual(5 * SECOND);
    machine.network.isDown = false;
    await machine.pass(next - machine.clock.ms);
    expect([machine.posts(), machine.state()]).toEqual([1, []]);
  });

  test.each([
    ['without attempts is sent within the grace period of a timer', false, 15 * SECOND],
    ['that failed is retried within five minutes', true, 5 * MINUTE],
  ])('back by forty minutes while the app was closed: a write %s', async (_, hasFailed, within) => {
    const machine = await startMachine();
    machine.network.isDown = hasFailed;
    machine.timer.start(ACCOUNT, machine.task);
    if (hasFailed) await machine.pass(15 * SECOND);
    machine.crash(() => {
      machine.clock.ms -= 40 * MINUTE;
      machine.network.isDown = false;
    });
    await machine.pass(within);
    expect([machine.posts(), machine.state()]).toEqual([1, []]);
  });

  test('an entry that ends before it starts is not sent until the person corrects it', async () => {
    const machine = await startMachine();
    const payload = { endTime: iso(T0 - 40 * MINUTE) };
    machine.run.outbox.add(createOf(machine, 'backwards', payload), T0);
    await machine.pass(0);
    expect([machine.posts(), machine.state()]).toEqual([0, ['needs-you']]);
    expect(machine.items()[0]?.lastError).toMatch(/^It ends before it starts/);
    machine.outbox.retry();
    await machine.pass(HOUR);
    expect([machine.posts(), machine.state()]).toEqual([0, ['needs-you']]);
    const [item] = machine.items();
    const right = { ...(item?.payload as object), endTime: iso(T0 + MINUTE) };
    machine.outbox.replace('backwards', right, () => machine.clock.ms);
    await machine.pass(0);
    expect([machine.posts(), machine.state()]).toEqual([1, []]);
  });

  test('an implausibly late time counts as due', async () => {
    const machine = await startMachine();
    machine.run.outbox.add(createOf(machine, 'one'), T0 + YEAR);
    await machine.pass(0);
    expect(machine.items()).toEqual([]);
  });
});

describe('several accounts', () => {
  test('sends each account’s writes only during its own session', async () => {
    const machine = await startMachine();
    addAccount(machine.run.database, 'account-2', 'other');
    machine.run.outbox.add(createOf(machine, 'one'), T0);
    machine.run.outbox.add({ ...createOf(machine, 'two', { startTime: iso(T0 + 1) }), accountId: 'account-2' }, T0);
    expect([machine.outbox.count(ACCOUNT), machine.outbox.count('account-2')]).toEqual([1, 1]);
    await machine.pass(0);
    expect([machine.outbox.count(ACCOUNT), machine.outbox.count('account-2')]).toEqual([0, 1]);
    machine.outbox.tryNow();
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0) }]);
    machine.outbox.stopSending();
    machine.outbox.startSending({ ...machine.sender, accountId: 'account-2' });
    await machine.pass(0);
    expect(machine.outbox.count('account-2')).toBe(0);
    expect(await machine.atService()).toHaveLength(2);
  });

  test('a write that one person removed stays removed when another changes the same of the task', async () => {
    const machine = await startMachine({ furtherKinds: [FIELD_WRITES.priority.write] as WriteKind[] });
    addAccount(machine.run.database, 'account-2', 'other');
    const { taskId, identifier } = machine.task;
    const change = (accountId: string, priority: string) => {
      const payload = { taskId, identifier, priority };
      if (!machine.outbox.replace('p', payload, () => undefined, accountId))
        machine.outbox.add({ accountId, kind: 'task.priority', subject: 'p', payload }, machine.clock.ms);
    };
    machine.server.intercept = (request) => (request.method === 'PUT' ? 'drop' : json({ message: 'no' }, 403));
    change(ACCOUNT, 'high');
    await machine.pass(0);
    machine.outbox.removeAll(ACCOUNT);
    change('account-2', 'low');
    expect([machine.outbox.count(ACCOUNT), machine.outbox.count('account-2')]).toEqual([0, 1]);
    // The person’s own next change finds out first what the service has.
    change(ACCOUNT, 'urgent');
    expect(machine.outbox.count(ACCOUNT)).toBe(2);
  });

  test('an account cannot remove or retry another account’s writes', async () => {
    const machine = await started();
    addAccount(machine.run.database, 'account-2', 'other');
    interceptWrites(machine, 'POST', () => json({ message: 'no', code: 'FORBIDDEN' }, 403));
    await machine.pass(15 * SECOND);
    const id = machine.items()[0]?.id ?? 0;
    for (const accountId of ['account-2', null]) {
      machine.outbox.stopSending();
      if (accountId !== null) machine.outbox.startSending({ ...machine.sender, accountId });
      machine.outbox.remove('account-2', id);
      machine.outbox.retry(id);
      await machine.pass(HOUR);
      expect(machine.state()).toEqual(['needs-you']);
    }
  });

  test('without a session nothing is sent and nothing is lost', async () => {
    const machine = await startMachine();
    machine.outbox.stopSending();
    machine.run.outbox.add(createOf(machine, 'one'), T0);
    machine.outbox.tryNow();
    await machine.pass(YEAR);
    expect([machine.posts(), machine.state()]).toEqual([0, ['waiting']]);
  });

  test('a write that is being sent when the account changes is settled', async () => {
    const machine = await startMachine();
    machine.run.outbox.add(createOf(machine, 'one'), T0);
    interceptWrites(machine, 'POST', () => {
      machine.outbox.stopSending();
      return undefined;
    });
    await machine.pass(0);
    expect(machine.items()).toEqual([]);
    expect(machine.outbox.serverId('one')).toBeDefined();
  });
});

test('sent writes are deleted after 30 days, their server ids are not', async () => {
  const machine = await startMachine();
  machine.run.outbox.add(createOf(machine, 'old'), T0);
  await machine.pass(0);
  machine.clock.ms += 10 * 24 * HOUR;
  machine.run.outbox.add(createOf(machine, 'young'), machine.clock.ms);
  await machine.pass(0);
  machine.outbox.stopSending();
  machine.run.outbox.add(createOf(machine, 'open'), machine.clock.ms);
  machine.run.database.exec(`UPDATE outbox SET created_at = '2020-01-01T00:00:00.000Z' WHERE subject = 'open'`);
  machine.network.isDown = true;
  const subjects = () =>
    machine.run.database
      .prepare('SELECT subject FROM outbox')
      .all()
      .map((row) => row.subject);
  machine.crash(() => {
    machine.clock.ms = T0 + 30 * 24 * HOUR;
  });
  expect(subjects()).toEqual(['old', 'young', 'open']);
  machine.crash(() => {
    machine.clock.ms += 1;
  });
  expect(subjects()).toEqual(['young', 'open']);
  expect(machine.outbox.serverId('old')).toBeDefined();
});

describe('the view', () => {
  const view = ({ outbox, run }: Machine) =>
    outboxView(outbox, ACCOUNT, (id) => {
      const entry = run.entries.find(ACCOUNT, id);
      return entry?.discardedAt === null ? entry.task.title : undefined;
    });

  test('shows the time of the next attempt, for the first write of each entry, not before the hold ends', async () => {
    const machine = await startMachine();
    machine.network.isDown = true;
    machine.run.outbox.add(createOf(machine, 'a'), T0);
    machine.run.outbox.add(updateOf('a'), T0);
    machine.run.outbox.add(createOf(machine, 'b'), T0);
    await machine.pass(0);
    const held = machine.items()[0]?.notBefore ?? '';
    expect(Date.parse(held)).toBeGreaterThan(T0);
    expect(view(machine).items.map(({ nextTryAt }) => nextTryAt)).toEqual([held, null, held]);
    machine.outbox.stopSending();
    expect(view(machine)).toMatchObject({ isPaused: true, items: Array(3).fill({ nextTryAt: null }) });
  });

  test('names the entry only if it can be changed', async () => {
    const machine = await started();
    machine.run.outbox.add({ accountId: ACCOUNT, kind: 'task.title', subject: 'PAY-1:title', payload: {} }, T0);
    const entryId = machine.view().running?.id;
    expect(view(machine).items.map((item) => item.entryId)).toEqual([entryId, null]);
    machine.server.intercept = (request) => {
      if (request.method === 'POST') return 'commit-then-drop';
      return request.method === 'GET' ? json({ message: 'Insufficient permissions' }, 403) : undefined;
    };
    await machine.pass(15 * SECOND);
    await machine.pass(MINUTE);
    // Moved to another task: the remaining writes of the old entry cannot be changed.
    machine.edit.move(ACCOUNT, entryId ?? '', machine.otherTask);
    expect(view(machine).items.map((item) => item.entryId)).toEqual([null, null, null, machine.view().running?.id]);
  });

  test('a write that needs the person can be removed without a session', async () => {
    const machine = await started();
    interceptWrites(machine, 'POST', () => json({ message: 'no', code: 'FORBIDDEN' }, 403));
    await machine.pass(15 * SECOND);
    machine.outbox.stopSending();
    machine.outbox.remove(ACCOUNT, machine.items()[0]?.id ?? 0);
    expect(view(machine).total).toBe(0);
  });
});

test('the view has the oldest hundred writes and the total', async () => {
  const machine = await startMachine();
  machine.outbox.stopSending();
  for (let at = 0; at < 101; at += 1) machine.run.outbox.add(createOf(machine, `s${at}`), T0);
  const view = outboxView(machine.outbox, ACCOUNT, () => '');
  expect([view.items.length, view.total]).toEqual([100, 101]);
  expect(view.items[0]).toEqual({
    id: String(machine.items()[0]?.id),
    accountId: ACCOUNT,
    subject: 's0',
    entryId: 's0',
    isNewTask: false,
    what: `Start ${machine.task.identifier}`,
    hasText: false,
    state: 'waiting',
    createdAt: iso(T0),
    attempts: 0,
    lastError: null,
    nextTryAt: null,
    question: null,
  });
  expect(view.isPaused).toBe(true);
});

function createOf({ task }: Machine, subject: string, changed: object = {}) {
  const payload = { taskId: task.taskId, identifier: task.identifier, startTime: iso(T0), endTime: null, note: '' };
  return { accountId: ACCOUNT, kind: TIME_ENTRY_CREATE, subject, payload: { ...payload, ...changed } };
}

function updateOf(subject: string) {
  const payload = { identifier: 'ME-1', startTime: iso(T0), endTime: null, note: 'later' };
  return { accountId: ACCOUNT, kind: 'time-entry.update', subject, payload };
}

async function arrive({ local }: Machine, request: Request | undefined): Promise<void> {
  if (request === undefined) throw new Error('no request was lost');
  expect((await local.workspace.fetch(request)).status).toBe(200);
}

const html = (status: number) =>
  new Response('<!doctype html><title>Gateway</title>', { status, headers: { 'Content-Type': 'text/html' } });

/** A body that ends with an error. */
function brokenOff(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":"abc",'));
      setTimeout(() => controller.error(new Error('broken off')), 5);
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}
