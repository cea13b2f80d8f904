/** Undo and redo, step by step. */

import { expect, test } from 'vitest';
import { undoAll } from '../../../electron/features/outbox/undo-answers.ts';
import { createUndo, type UndoableChange } from '../../../electron/outbox/undo.ts';

const TOO_LATE = 'Too late to undo';

function setUp() {
  const service = createUndo(() => 0);
  const done: string[] = [];
  const offer = (text: string, more: Partial<UndoableChange> = {}) =>
    service.offer({
      accountId: 'ada',
      text,
      label: 'Undo',
      subjects: [text],
      undo: () => done.push(`undo ${text}`),
      redo: () => done.push(`redo ${text}`),
      ...more,
    });
  const undo = (undoId?: number) => service.undo('ada', undoId);
  const redo = (undoId?: number) => service.redo('ada', undoId);
  const list = () => service.list('ada').map(({ text, state, obstacle }) => obstacle ?? `${text} ${state}`);
  return { service, done, offer, undo, redo, list };
}

test('goes back step by step, and forth again', () => {
  const { offer, undo, redo, done } = setUp();
  offer('a');
  offer('b');
  expect(undo()).toMatchObject({ text: 'b' });
  expect(undo()).toMatchObject({ text: 'a' });
  expect(undo()).toBeNull();
  expect(redo()).toMatchObject({ text: 'a' });
  expect(redo()).toMatchObject({ text: 'b' });
  expect(redo()).toBeNull();
  expect(done).toEqual(['undo b', 'undo a', 'redo a', 'redo b']);
});

test('something new ends redo', () => {
  const { service, offer, undo, redo } = setUp();
  offer('a');
  undo();
  offer('b');
  expect(redo()).toBeNull();
  expect(service.list('ada')).toMatchObject([
    { text: 'b', state: 'done', isPossible: true },
    { text: 'a', state: 'undone', isPossible: false, obstacle: null },
  ]);
});

test('equal ids of two accounts are two things, except where the change says that they are of all', () => {
  const service = createUndo(
    () => 0,
    () => {},
    () => ['ada', 'grace'],
  );
  const offer = (accountId: string, more: Partial<UndoableChange> = {}) =>
    service.offer({ accountId, text: accountId, label: 'Undo', subjects: ['1'], undo() {}, redo() {}, ...more }).undoId;
  const [ofAda, ofGrace] = [offer('ada'), offer('grace')];
  expect(service.undo('ada', ofAda)).toEqual({ undoId: ofAda, text: 'ada', label: 'Undo' });
  expect([service.isOf(ofGrace, 'ada', '1'), service.isOf(ofGrace, 'grace', '1')]).toEqual([false, true]);
  const timer = offer('ada', { subjects: ['timer'], isOfAll: true });
  offer('grace', { subjects: ['timer'], isOfAll: true });
  expect(service.undo('ada', timer)).toMatchObject({ obstacle: 'First undo: grace' });
  expect(service.isOf(timer, 'grace', 'timer')).toBe(true);
});

test('what several accounts do of one gesture is one change; if a part fails, it can be tried again', () => {
  const service = createUndo(
    () => 0,
    () => {},
    () => ['ada', 'grace'],
  );
  const done: string[] = [];
  const fails = new Set<string>();
  const gesture = { text: '2 new tasks' };
  const offer = (accountId: string, subject: string, more: Partial<UndoableChange> = { gesture }) => {
    const turn = (what: string) => () => {
      if (fails.has(subject)) throw new Error('That is being sent right now');
      done.push(`${what} ${subject}`);
    };
    const change = { accountId, text: gesture.text, label: 'Undo', subjects: [subject] };
    return service.offer({ ...change, undo: turn('undo'), redo: turn('redo'), ...more }).undoId;
  };
  const undoId = offer('ada', 'PAY');
  offer('ada', 'timer', { text: 'timer' });
  expect(offer('grace', 'SHOP')).toBe(undoId);
  expect(service.list('grace').map(({ text }) => text)).toEqual(['timer', '2 new tasks']);
  expect([service.isOf(undoId, 'grace', 'SHOP'), service.isOf(undoId, 'ada', 'SHOP')]).toEqual([true, false]);
  fails.add('PAY');
  expect(() => service.undo('ada', undoId)).toThrow('being sent');
  fails.clear();
  expect(service.undo('ada', undoId)).toMatchObject({ text: '2 new tasks' });
  fails.add('SHOP');
  expect(() => service.redo('ada', undoId)).toThrow('being sent');
  // Nothing of it is left without an undo.
  expect(done.splice(0)).toEqual(['undo SHOP', 'undo PAY', 'redo PAY', 'undo PAY']);
  fails.clear();
  expect(service.redo('ada')).toMatchObject({ text: '2 new tasks' });
  expect(done).toEqual(['redo PAY', 'redo SHOP']);
  expect(() => service.redo('ada', undoId)).toThrow(TOO_LATE);
});

test('a change of several accounts is one of each of them, and waits while another one is closed', () => {
  let open = ['ada', 'grace'];
  const service = createUndo(
    () => 0,
    () => {},
    (id) => (open.includes(id) ? open : [id]),
  );
  const gesture = { text: '2 new tasks' };
  const done: string[] = [];
  const [undoId] = open.map((accountId) => {
    const turn = (what: string) => () => void done.push(`${what} ${accountId}`);
    const change = { accountId, text: gesture.text, label: 'Undo', subjects: [accountId], gesture };
    return service.offer({ ...change, undo: turn('undo'), redo: turn('redo') }).undoId;
  });
  const obstacle = 'one of its accounts is not open';
  for (const left of ['ada', 'grace']) {
    open = [left];
    expect(service.list(left)).toMatchObject([{ undoId, isPossible: false, obstacle }]);
    expect(service.undo(left, undoId)).toMatchObject({ obstacle });
  }
  open = ['ada', 'grace'];
  expect(service.undo('grace', undoId)).not.toHaveProperty('obstacle');
  open = ['ada'];
  expect(service.redo('ada')).toMatchObject({ obstacle });
  expect(done).toEqual(['undo grace', 'undo ada']);
});

test('tells whether a change is of a subject or of a part of it', () => {
  const { service, offer } = setUp();
  const { undoId } = offer('titled', { subjects: ['t1:title'] });
  expect(['t1:title', 't1', 't1:due-date', 't2'].map((subject) => service.isOf(undoId, 'ada', subject))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(service.isOf(undoId + 1, 'ada', 't1')).toBe(false);
});

test('by id in any order, unless a later change builds on it', () => {
  const { offer, undo, redo, done, list } = setUp();
  const created = offer('created', { subjects: ['t1'] }).undoId;
  const titled = offer('titled', { subjects: ['t1:title'] }).undoId;
  offer('dated', { subjects: ['t1:due-date'] });
  expect(undo(titled)).toMatchObject({ text: 'titled' });
  expect(undo(created)).toMatchObject({ obstacle: 'First undo: dated' });
  expect(list()).toEqual(['dated done', 'titled undone', 'First undo: dated']);
  expect(undo()).toMatchObject({ text: 'dated' });
  // Its obstacle is gone.
  expect(undo(created)).toMatchObject({ text: 'created' });
  expect(redo(titled)).toMatchObject({ obstacle: 'First redo: created' });
  redo(created);
  redo(titled);
  expect(done).toEqual(['undo titled', 'undo dated', 'undo created', 'redo created', 'redo titled']);
});

test('a change that cannot be undone is passed over, after its reason was said', () => {
  const { offer, undo, done } = setUp();
  offer('a');
  offer('sent', { obstacle: () => 'sent already' });
  expect(undo()).toMatchObject({ text: 'sent', obstacle: 'sent already' });
  expect(undo()).toMatchObject({ text: 'a' });
  expect(done).toEqual(['undo a']);
});

test('belongs to the account that made the change', () => {
  const { service, offer } = setUp();
  const { undoId } = offer('hers');
  expect([service.undo('bob'), service.redo('bob'), service.list('bob')]).toEqual([null, null, []]);
  expect(() => service.undo('bob', undoId)).toThrow(TOO_LATE);
});

test('an id is undone once', () => {
  const { offer, undo } = setUp();
  const { undoId } = offer('a');
  undo(undoId);
  expect(() => undo(undoId)).toThrow(TOO_LATE);
});

test('several are undone in one go, or none of them if one has an obstacle', () => {
  const { service, offer, done } = setUp();
  const answers: string[] = [];
  const context = { undo: service, showAnswer: (text: string) => void answers.push(text) };
  let isSent = true;
  const task = offer('task');
  const entry = offer('entry', {
    obstacle: () => (isSent ? 'sent already' : undefined),
    undo({ allowClosed }) {
      if (!allowClosed) throw new Error('The week is closed');
      done.push('undo entry');
    },
  });
  const undoIds = [offer('timer'), entry, task].map(({ undoId }) => undoId);
  undoAll(context, 'ada', undoIds, {});
  expect([done, answers]).toEqual([[], ['entry: sent already']]);
  isSent = false;
  expect(() => undoAll(context, 'ada', undoIds, {})).toThrow('closed');
  expect(done).toEqual(['undo timer']);
  // The person has answered the question.
  undoAll(context, 'ada', undoIds, { allowClosed: true });
  expect(done).toEqual(['undo timer', 'undo entry', 'undo task']);
  expect(answers.slice(1)).toEqual(['Undone: timer', 'Undone: entry', 'Undone: task']);
  expect(() => undoAll(context, 'ada', [-1], {})).toThrow(TOO_LATE);
});

test('several are undone no further than to an obstacle', () => {
  const { service, offer, done } = setUp();
  let isSent = false;
  const [first, second, third] = [
    offer('first'),
    offer('second', { obstacle: () => (isSent ? 'sent already' : undefined) }),
    offer('third', {
      undo() {
        isSent = true;
      },
    }),
  ].map(({ undoId }) => undoId);
  undoAll({ undo: service, showAnswer: () => undefined }, 'ada', [third ?? 0, second ?? 0, first ?? 0], {});
  expect(done).toEqual([]);
  expect(service.list('ada').map(({ state }) => state)).toEqual(['undone', 'done', 'done']);
});

test('can be tried again if it fails', () => {
  const { offer, undo, done } = setUp();
  let isSending = true;
  offer('a', {
    undo() {
      if (isSending) throw new Error('That is being sent right now');
      done.push('undo a');
    },
  });
  expect(() => undo()).toThrow('being sent');
  isSending = false;
  undo();
  expect(done).toEqual(['undo a']);
});

test('passes on that a closed week may change', () => {
  const { service, offer } = setUp();
  const confirmed: unknown[] = [];
  offer('a', { undo: (answer) => confirmed.push(answer), redo: (answer) => confirmed.push(answer) });
  service.undo('ada', undefined, { allowClosed: true });
  service.redo('ada', undefined, { allowClosed: true });
  expect(confirmed).toEqual([{ allowClosed: true }, { allowClosed: true }]);
});

test('a change that went on has a new text, unless it is undone', () => {
  const { service, offer, undo, list } = setUp();
  const { undoId } = offer('New task');
  expect(service.rename(undoId, 'PAY-7 created')).toEqual({ label: 'Undo', undoId });
  expect(list()).toEqual(['PAY-7 created done']);
  undo();
  expect(service.rename(undoId, 'again')).toBeNull();
});

test('keeps the last hundred', () => {
  const { service, offer } = setUp();
  for (let n = 1; n <= 101; n += 1) offer(String(n));
  expect(service.list('ada')).toHaveLength(100);
  expect(service.list('ada').at(-1)?.text).toBe('2');
});
