/** Changes of entries are on disk at once and sent once they can no longer be undone. */

import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Entry } from '../../../../shared/time/entry.ts';

import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';

const LEAVES = 11 * SECOND;

function entryOf({ task }: Machine, changed: Partial<Entry> = {}): Entry {
  return {
    id: 'e1',
    accountId: ACCOUNT,
    task,
    startTime: iso(T0 - HOUR),
    endTime: iso(T0 - MINUTE),
    note: '',
    discardedAt: null,
    createdAt: iso(T0),
    ...changed,
  };
}

const UNDO = { label: 'Undo' };
const one = (entry: Entry) => ({ accountId: ACCOUNT, entries: [entry], toast: 'Done', undo: UNDO });

function isTooLate({ run, toasts }: Machine, undoId = toasts.at(-1)?.undo?.undoId ?? -1, accountId = ACCOUNT): boolean {
  try {
    run.undo.undo(accountId, undoId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.view.title).toBe('Too late to undo');
    return true;
  }
  return false;
}

const shown = (machine: Machine) => machine.run.entries.find(ACCOUNT, 'e1');

describe('a change', () => {
  test('is on disk and published at once, and sent after eleven seconds', async () => {
    const machine = await startMachine();
    machine.changes.count = 0;
    machine.run.changes.apply(one(entryOf(machine)));
    expect(machine.changes.count).toBe(1);
    expect(machine.toasts).toEqual([{ text: 'Done', undo: { label: 'Undo', undoId: 1 } }]);
    machine.crash();
    expect(shown(machine)).toEqual(entryOf(machine));
    await machine.pass(LEAVES - 1);
    expect(machine.writes).toEqual([]);
    await machine.pass(1);
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0 - HOUR), endTime: iso(T0 - MINUTE) }]);
  });

  test('is sent at the given time, if one is given', async () => {
    const machine = await startMachine();
    machine.run.changes.apply({ ...one(entryOf(machine)), notBefore: T0 });
    await machine.pass(0);
    expect(await machine.atService()).toHaveLength(1);
  });

  test('of an unsent entry is sent with it; of a sent entry it is sent separately', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine)));
    machine.run.changes.apply(one(entryOf(machine, { note: 'a' })));
    await machine.pass(LEAVES);
    machine.run.changes.apply(one(entryOf(machine, { note: 'b' })));
    machine.run.changes.apply(one(entryOf(machine, { note: 'c' })));
    await machine.pass(LEAVES);
    expect(machine.writes.map(({ method, body }) => [method, body.description])).toEqual([
      ['POST', 'a'],
      ['PUT', 'c'],
    ]);
  });

  test('without undo ends the undo of those before', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine)));
    machine.run.changes.apply({
      accountId: ACCOUNT,
      entries: [entryOf(machine, { note: 'x' })],
      toast: 'Noted',
      undo: false,
    });
    expect(machine.toasts.at(-1)).toEqual({ text: 'Noted', undo: undefined });
    expect(machine.run.undo.list(ACCOUNT)).toMatchObject([
      { text: 'Noted', isPossible: false, obstacle: 'cannot be undone' },
      { text: 'Done', isPossible: false, obstacle: 'First undo: Noted' },
    ]);
    machine.run.undo.undo(ACCOUNT, 1);
    expect(shown(machine)?.note).toBe('x');
  });

  test('of several entries is atomic', async () => {
    const machine = await startMachine();
    const entries = [entryOf(machine, { endTime: null }), entryOf(machine, { id: 'e2', endTime: null })];
    expect(() => machine.run.changes.apply({ accountId: ACCOUNT, entries, toast: 'Done', undo: UNDO })).toThrow(
      /UNIQUE/,
    );
    expect(shown(machine)).toBeUndefined();
    expect([machine.items(), machine.toasts]).toEqual([[], []]);
  });

  test('that ends one entry and starts another accepts any order', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine, { endTime: null })));
    const next = entryOf(machine, { id: 'e2', startTime: iso(T0), endTime: null });
    machine.run.changes.apply({ accountId: ACCOUNT, entries: [next, entryOf(machine)], toast: 'Done' });
    expect(machine.view().running?.id).toBe('e2');
  });

  test('that discards an entry reports whether something remains at the service', async () => {
    const machine = await startMachine();
    const toast = (remains: boolean) => String(remains);
    const discarded = entryOf(machine, { discardedAt: iso(T0) });
    machine.run.changes.apply(one(entryOf(machine)));
    machine.run.changes.apply({ ...one(discarded), toast });
    machine.undo();
    await machine.pass(LEAVES);
    machine.run.changes.apply({ ...one(discarded), toast });
    expect(machine.toasts.slice(1).map(({ text }) => text)).toEqual(['false', 'true']);
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ endTime: iso(T0 - HOUR), duration: 0 }]);
    expect(machine.view().today).toEqual([]);
  });

  test('discarded before its undo has expired is not sent earlier', async () => {
    const machine = await startMachine();
    machine.run.changes.apply({ ...one(entryOf(machine)), notBefore: T0 });
    await machine.pass(0);
    machine.run.changes.apply({ ...one(entryOf(machine, { discardedAt: iso(T0) })), notBefore: T0 });
    await machine.pass(LEAVES - 1);
    expect(machine.writes).toHaveLength(1);
  });
});

describe('undo', () => {
  test('of a new entry: it is never sent', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine)));
    await machine.pass(10 * SECOND);
    machine.undo();
    expect(shown(machine)?.discardedAt).toBe(iso(T0));
    await machine.pass(HOUR);
    expect([machine.writes, machine.items(), machine.view().today]).toEqual([[], [], []]);
  });

  test('of a change: restores the entry here and at the service', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine, { note: 'old' })));
    await machine.pass(LEAVES);
    machine.run.changes.apply(one(entryOf(machine, { note: 'new', startTime: iso(T0 - 2 * HOUR) })));
    await machine.pass(10 * SECOND);
    machine.undo();
    expect(shown(machine)).toEqual(entryOf(machine, { note: 'old' }));
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ description: 'old', startTime: iso(T0 - HOUR) }]);
  });

  test('restores the state that the change specifies, if any', async () => {
    const machine = await startMachine();
    const entries = [entryOf(machine, { note: 'kept' })];
    const discarded = entryOf(machine, { discardedAt: iso(T0) });
    machine.run.changes.apply({ ...one(discarded), undo: { label: 'Keep', entries } });
    expect(machine.toasts.at(-1)?.undo?.label).toBe('Keep');
    machine.undo();
    expect(shown(machine)).toEqual(entries[0]);
  });

  test('is possible after the writes were sent; redo sends the change once more', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine, { note: 'old' })));
    machine.run.changes.apply(one(entryOf(machine, { note: 'new' })));
    await machine.pass(HOUR);
    machine.undo();
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ description: 'old' }]);
    machine.run.undo.redo(ACCOUNT);
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ description: 'new' }]);
  });

  test('of a new entry that was sent leaves it there with no duration; redo gives it its time back', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine)));
    await machine.pass(HOUR);
    machine.undo();
    expect(machine.view().today).toEqual([]);
    await machine.pass(HOUR);
    expect(await machine.atService()).toMatchObject([{ duration: 0 }]);
    machine.run.undo.redo(ACCOUNT);
    await machine.pass(HOUR);
    expect(shown(machine)).toEqual(entryOf(machine));
    expect(await machine.atService()).toMatchObject([{ startTime: iso(T0 - HOUR), endTime: iso(T0 - MINUTE) }]);
  });

  test('and redo before anything was sent: one request', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine)));
    machine.undo();
    machine.run.undo.redo(ACCOUNT);
    await machine.pass(LEAVES - 1);
    expect(machine.posts()).toBe(0);
    await machine.pass(HOUR);
    expect([machine.posts(), await machine.atService()]).toMatchObject([1, [{ endTime: iso(T0 - MINUTE) }]]);
  });

  test('goes back step by step; a running timer is one thread', async () => {
    const machine = await startMachine();
    const first = entryOf(machine, { startTime: iso(T0), endTime: null });
    machine.run.changes.apply({ ...one(first), toast: 'Started' });
    machine.run.changes.apply({ ...one({ ...first, endTime: iso(T0) }), toast: 'Stopped' });
    machine.run.changes.apply({ ...one({ ...first, id: 'e2' }), toast: 'Started another' });
    expect(machine.run.undo.list(ACCOUNT)[1]?.obstacle).toBe('First undo: Started another');
    machine.run.undo.undo(ACCOUNT);
    expect(machine.view().running).toBeNull();
    machine.run.undo.undo(ACCOUNT);
    expect(machine.view().running?.id).toBe('e1');
    machine.run.undo.redo(ACCOUNT);
    machine.run.undo.redo(ACCOUNT);
    expect(machine.view().running?.id).toBe('e2');
  });

  test('is rejected the second time, for another account and without a change', async () => {
    const machine = await startMachine();
    addAccount(machine.run.database, 'account-2', 'other');
    expect(isTooLate(machine, 1)).toBe(true);
    machine.run.changes.apply(one(entryOf(machine)));
    machine.run.changes.apply(one(entryOf(machine, { note: 'x' })));
    expect(isTooLate(machine, 2, 'account-2')).toBe(true);
    expect(isTooLate(machine, 2)).toBe(false);
    expect(isTooLate(machine, 2)).toBe(true);
    expect(shown(machine)?.note).toBe('');
  });

  test('with a failing disk changes nothing', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine)));
    machine.run.database.exec('PRAGMA query_only = ON');
    expect(() => machine.undo()).toThrow(/readonly/);
    machine.run.database.exec('PRAGMA query_only = OFF');
    expect(shown(machine)?.discardedAt).toBeNull();
    await machine.pass(LEAVES);
    expect(await machine.atService()).toHaveLength(1);
  });

  test('works after the write was rejected or sent early', async () => {
    const machine = await startMachine();
    machine.server.intercept = ({ method }) =>
      method === 'POST' ? json({ message: 'no', code: 'FORBIDDEN' }, 403) : undefined;
    machine.run.changes.apply(one(entryOf(machine)));
    await machine.pass(LEAVES);
    machine.run.changes.apply(one(entryOf(machine, { discardedAt: iso(T0) })));
    // The service is asked first whether it stored the entry all the same.
    await machine.pass(0);
    expect(machine.items()).toEqual([]);
    machine.server.intercept = undefined;
    machine.undo();
    machine.outbox.flush();
    await machine.outbox.idle();
    machine.run.changes.apply(one(entryOf(machine, { note: 'x' })));
    machine.outbox.flush();
    await machine.outbox.idle();
    machine.undo();
    await machine.pass(LEAVES);
    expect(await machine.atService()).toMatchObject([{ description: '' }]);
    expect(machine.items()).toEqual([]);
  });
});

describe('an entry that the service already has', () => {
  const seen = { serverId: 's1', startTime: iso(T0), endTime: null, note: '', createdAt: null };
  const adopted = { entryId: 'e1', seen };

  test('is linked to its id; a running one causes no write', async () => {
    const machine = await startMachine();
    machine.run.changes.apply({
      accountId: ACCOUNT,
      entries: [entryOf(machine, { endTime: null })],
      toast: 'Done',
      adopted,
    });
    expect(machine.outbox.serverId('e1')).toBe('s1');
    expect(machine.items()).toEqual([]);
    expect(machine.view().running).toMatchObject({ sync: 'sent' });
  });

  test('is completed by an update', async () => {
    const machine = await startMachine();
    machine.run.changes.apply({ accountId: ACCOUNT, entries: [entryOf(machine)], toast: 'Done', adopted });
    expect(machine.items()).toMatchObject([{ kind: 'time-entry.update' }]);
  });

  test('is not linked if the disk fails', async () => {
    const machine = await startMachine();
    machine.run.changes.apply(one(entryOf(machine, { id: 'e0', endTime: null })));
    const second = { accountId: ACCOUNT, entries: [entryOf(machine, { endTime: null })], toast: 'Done', adopted };
    expect(() => machine.run.changes.apply(second)).toThrow(/UNIQUE/);
    expect(machine.outbox.isKnown(ACCOUNT, 's1')).toBe(false);
  });
});
