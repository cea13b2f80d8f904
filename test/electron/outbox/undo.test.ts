/** Undo: one offer at a time, for ten seconds. */

import { expect, test } from 'vitest';
import { createUndo, UNDO_PASSED_MS } from '../../../electron/outbox/undo.ts';

const TOO_LATE = 'Too late to undo';

function setUp() {
  const clock = { ms: 5_000 };
  const undone: string[] = [];
  const service = createUndo(() => clock.ms);
  const offer = (label: string, until?: number) =>
    service.offer({ accountId: 'ada', label, undo: () => undone.push(label), ...(until !== undefined && { until }) });
  const undo = (undoId: number, accountId = 'ada') => service.undo(accountId, undoId);
  return { ...service, clock, undone, offer, undo };
}

test('undoes the last change, once', () => {
  const { offer, undo, undone } = setUp();
  const first = offer('first');
  const second = offer('second');
  expect(second).toEqual({ label: 'second', undoId: second.undoId });
  expect(() => undo(first.undoId)).toThrow(TOO_LATE);
  undo(second.undoId);
  expect(() => undo(second.undoId)).toThrow(TOO_LATE);
  expect(undone).toEqual(['second']);
});

test('belongs to the account that made the change', () => {
  const { offer, undo, undone } = setUp();
  const { undoId } = offer('hers');
  expect(() => undo(undoId, 'bob')).toThrow(TOO_LATE);
  undo(undoId);
  expect(undone).toEqual(['hers']);
});

test('expires a second after the toast, or at a given time', () => {
  const { offer, undo, undone, clock, deadline } = setUp();
  const inTime = offer('in time');
  clock.ms += UNDO_PASSED_MS - 1;
  undo(inTime.undoId);
  const late = offer('late');
  clock.ms += UNDO_PASSED_MS;
  expect(() => undo(late.undoId)).toThrow(TOO_LATE);
  const until = deadline();
  clock.ms += 500;
  const given = offer('given', until);
  clock.ms = until;
  expect(() => undo(given.undoId)).toThrow(TOO_LATE);
  expect(undone).toEqual(['in time']);
});

test('can be withdrawn, but not by the id of an earlier change', () => {
  const { offer, undo, undone, withdraw } = setUp();
  const first = offer('first');
  const second = offer('second');
  withdraw(first.undoId);
  undo(second.undoId);
  const third = offer('third');
  withdraw(third.undoId);
  expect(() => undo(third.undoId)).toThrow(TOO_LATE);
  expect(undone).toEqual(['second']);
});

test('can be tried again if it fails', () => {
  const service = createUndo(() => 0);
  let isSending = true;
  const undo = () => {
    if (isSending) throw new Error('That is being sent right now');
  };
  const { undoId } = service.offer({ accountId: 'ada', label: 'new label', undo });
  expect(() => service.undo('ada', undoId)).toThrow('being sent');
  isSending = false;
  service.undo('ada', undoId);
  expect(() => service.undo('ada', undoId)).toThrow(TOO_LATE);
});
