/** The cards of the open board: only differences are sent. */
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBoardCards } from '../../../../electron/features/board/board-cards.ts';
import { cardOf } from '../../../../electron/features/board/board-source.ts';
import { createCardChannel, FRAME_MS, MAX_MESSAGE_CARDS } from '../../../../electron/features/board/card-channel.ts';
import { taskPosition } from '../../../../electron/features/tasks/task-full-update.ts';
import { taskRemove, taskStatus } from '../../../../electron/features/tasks/task-writes.ts';
import type { OutboxItem } from '../../../../electron/outbox/write-kind.ts';
import type { BoardTask } from '../../../../electron/service/records.ts';
import type { BoardCards, CardView } from '../../../../shared/contract/board-view.ts';

const TASK: BoardTask = {
  id: 't1',
  title: 'Write it down',
  number: 7,
  status: 'to-do',
  priority: 'high',
  createdAt: '2026-11-21T12:00:00Z',
  projectId: 'p1',
};

test('an assignee without a name is shown as “Someone”', () => {
  expect(cardOf({ ...TASK, assigneeId: 'u9', assigneeName: null }, 'to-do', 'PAY').assignee).toEqual({
    id: 'u9',
    name: 'Someone',
  });
});

test('a card contains only the fields that a board shows', () => {
  expect(cardOf(TASK, 'to-do', 'PAY')).toEqual({
    id: 't1',
    identifier: 'PAY-7',
    title: 'Write it down',
    status: 'to-do',
    priority: 'high',
    dueDate: null,
    startDate: null,
    labels: [],
    assignee: null,
    subtasks: null,
    position: 0,
    number: 7,
    isPending: false,
  });
  const full = cardOf(
    {
      ...TASK,
      number: null,
      userId: 'u1',
      assigneeName: 'Ada',
      labels: [{ id: 'l1', name: 'bug', color: 'red' }],
      subtaskCounts: { completed: 1, total: 3 },
      description: 'x'.repeat(1000),
    },
    'planned',
    'PAY',
  );
  expect(full).toMatchObject({
    identifier: 'PAY',
    status: 'planned',
    assignee: { id: 'u1', name: 'Ada' },
    labels: [{ name: 'bug', color: 'red' }],
    subtasks: { completed: 1, total: 3 },
  });
  expect(JSON.stringify(full).length).toBeLessThan(400);
});

const ids = ['a', 'b', 'c', 'd', 'e'];
const label = fc.constantFrom({ name: 'bug', color: 'red' }, { name: 'idea', color: 'blue' });
const card: fc.Arbitrary<CardView> = fc.record({
  id: fc.constantFrom(...ids),
  identifier: fc.constant('PAY-1'),
  title: fc.constantFrom('one', 'two'),
  status: fc.constantFrom('to-do', 'done'),
  priority: fc.constantFrom('low', 'high'),
  dueDate: fc.constantFrom(null, '2026-11-21T00:00:00Z'),
  startDate: fc.constantFrom(null, '2026-11-20T00:00:00Z'),
  labels: fc.array(label, { maxLength: 2 }),
  assignee: fc.constantFrom(null, { id: 'u1', name: 'Ada' }),
  subtasks: fc.constantFrom(null, { completed: 0, total: 1 }),
  position: fc.nat(2),
  number: fc.constant(1),
  isPending: fc.constant(false),
});
/** A page is read, tasks are gone, and others are moved or deleted by waiting writes. */
const step = fc.record({
  read: fc.uniqueArray(card, { selector: ({ id }) => id }),
  gone: fc.subarray(ids),
  moved: fc.subarray(ids),
  deleted: fc.subarray(ids, { maxLength: 1 }),
});
const REVIEW = { status: 'in-review', statusName: 'In review', isFinal: false, fromName: 'To do' };
const write = (kind: string, taskId: string): OutboxItem => ({
  id: 1,
  accountId: 'a',
  kind,
  subject: `${taskId}:${kind}`,
  payload: { taskId, identifier: '', ...REVIEW },
  state: 'waiting',
  createdAt: '',
  notBefore: '',
  attempts: 0,
  lastError: null,
  sendingSince: null,
});
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
function boardCards(openWrites: () => OutboxItem[] = () => [], send: (cards: BoardCards) => void = () => undefined) {
  return createBoardCards(
    { openWrites, personName: () => undefined, send },
    { boardId: 1, projectId: 'p1', accountId: 'a' },
  );
}

test('exactly the cards that look different are sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      let open: OutboxItem[] = [];
      const window = new Map<string, CardView>();
      const cards = boardCards(
        () => open,
        (message) => {
          for (const id of message.removed) expect(window.delete(id)).toBe(true);
          for (const one of message.cards) {
            expect(one).not.toEqual(window.get(one.id));
            window.set(one.id, one);
          }
        },
      );
      const service = new Map<string, CardView>();
      for (const { read, gone, moved, deleted } of steps) {
        for (const one of read) service.set(one.id, one);
        cards.put(read);
        await cards.sent();
        for (const id of gone) service.delete(id);
        for (const id of gone) cards.taskWasRead(id, 'gone', 0);
        await cards.sent();
        open = [...moved.map((id) => write(taskStatus.kind, id)), ...deleted.map((id) => write(taskRemove.kind, id))];
        cards.refresh();
        await cards.sent();
        const wanted = [...service.values()]
          .filter(({ id }) => !deleted.includes(id))
          .map((one) => (moved.includes(one.id) ? { ...one, status: 'in-review', isPending: true } : one));
        expect(window).toEqual(new Map(wanted.map((one) => [one.id, one])));
        expect(new Map(cards.all().map((one) => [one.id, one]))).toEqual(window);
        expect(new Map(cards.allRead().map((one) => [one.id, one]))).toEqual(service);
      }
      cards.close();
    }),
  );
});

test('cards share equal labels and people', () => {
  const cards = boardCards();
  const of = (id: string) =>
    cardOf({ ...TASK, id, userId: 'u1', assigneeName: 'Ada', labels: [{ id, name: 'bug', color: 'red' }] }, 'x', 'P');
  cards.put([of('a'), of('b')]);
  expect(cards.get('a')?.labels[0]).toBe(cards.get('b')?.labels[0]);
  expect(cards.get('a')?.assignee).toBe(cards.get('b')?.assignee);
  cards.close();
});

test('the confirmed card has the accepted changes and not the waiting ones', () => {
  const cards = boardCards(() => [write(taskStatus.kind, 't1')]);
  cards.put([cardOf(TASK, 'to-do', 'PAY')]);
  const position = { identifier: '', status: 'to-do', position: 5, whole: null };
  cards.accept({ ...write(taskPosition.kind, 't1'), payload: { taskId: 't1', ...position } }, undefined, 1);
  expect(cards.get('t1')).toMatchObject({ status: 'in-review', position: 5, isPending: true });
  expect(cards.confirmed('t1')).toMatchObject({ status: 'to-do', position: 5, isPending: false });
  expect(cards.asRead('t1')).toMatchObject({ status: 'to-do', position: 0 });
  cards.close();
});

describe('cards sent to the window', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...cardOf(TASK, 'to-do', 'PAY'), id: `t${at}` }));
  test('messages are limited in size, and a card that changes twice is sent once', async () => {
    const messages: BoardCards[] = [];
    const channel = createCardChannel(1, (cards) => messages.push(cards));
    channel.queue(many(MAX_MESSAGE_CARDS + 200), []);
    channel.queue([{ ...cardOf(TASK, 'done', 'PAY'), id: 't3' }], ['t4', 't5']);
    expect(messages).toEqual([]);
    await turns(4);
    expect(messages.map(({ reset, cards, removed }) => [reset, cards.length, removed])).toEqual([
      [true, MAX_MESSAGE_CARDS, ['t4', 't5']],
      [false, 198, []],
    ]);
    expect(messages.flatMap(({ cards }) => cards).find(({ id }) => id === 't3')?.status).toBe('done');
  });

  test('the first page is sent at once, later ones together, and hurry sends delayed cards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const messages: BoardCards[] = [];
    const channel = createCardChannel(1, (cards) => messages.push(cards));
    const page = (from: number) => many(from + 100).slice(from);
    channel.queue(page(0), []);
    await turns(2);
    expect(messages.map(({ cards }) => cards.length)).toEqual([100]);
    for (const from of [100, 200, 300]) {
      channel.queue(page(from), []);
      await turns(2);
    }
    expect(messages).toHaveLength(1);
    vi.advanceTimersByTime(FRAME_MS);
    expect(messages.map(({ cards }) => cards.length)).toEqual([100, 300]);

    channel.queue(page(400), []);
    channel.hurry();
    await turns(2);
    expect(messages.map(({ cards }) => cards.length)).toEqual([100, 300, 100]);
  });

  test('changed cards can be sent at once, before the toast about them, but never before their board', async () => {
    const messages: BoardCards[] = [];
    const channel = createCardChannel(1, (cards) => messages.push(cards));
    channel.queue(many(3), []);
    channel.sendAtOnce();
    expect(messages).toEqual([]);
    await turns(2);
    channel.queue(many(1), ['t9']);
    channel.sendAtOnce();
    expect(messages.map(({ cards, removed }) => [cards.length, removed])).toEqual([
      [3, []],
      [1, ['t9']],
    ]);
    await turns(2);
    expect(messages).toHaveLength(2);
  });

  test('a new board is announced even while it is empty', async () => {
    const messages: BoardCards[] = [];
    createCardChannel(7, (cards) => messages.push(cards));
    await turns(2);
    expect(messages).toEqual([{ boardId: 7, reset: true, cards: [], removed: [] }]);
  });

  test('a closed channel drops unsent cards', async () => {
    const messages: BoardCards[] = [];
    const channel = createCardChannel(1, (cards) => messages.push(cards));
    channel.queue(many(3), []);
    channel.close();
    await turns(2);
    channel.queue(many(3), []);
    await turns(2);
    expect(messages).toEqual([]);
  });
});
