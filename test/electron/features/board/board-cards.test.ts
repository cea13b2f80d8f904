/** Cards: only differences are published. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardOf, createBoardCardSet } from '../../../../electron/features/board/board-cards.ts';
import { createCardChannel, FRAME_MS, MAX_MESSAGE_CARDS } from '../../../../electron/features/board/card-channel.ts';
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

test('an assignee without a name is shown as somebody', () => {
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
  labels: fc.array(label, { maxLength: 2 }),
  assignee: fc.constantFrom(null, { id: 'u1', name: 'Ada' }),
  subtasks: fc.constantFrom(null, { completed: 0, total: 1 }),
  position: fc.nat(2),
  number: fc.constant(1),
  isPending: fc.constant(false),
});
const pending = fc.array(fc.tuple(fc.constantFrom(...ids), fc.option(card)), { maxLength: 3 });
const update = fc.record({
  read: fc.uniqueArray(card, { selector: ({ id }) => id }),
  gone: fc.subarray(ids),
  pending: pending.map((all) => new Map(all.map(([id, one]) => [id, one && { ...one, id }]))),
});

test('the cards that are returned as changed and removed are those, and only those, that look different', () => {
  fc.assert(
    fc.property(fc.array(update, { maxLength: 20 }), (updates) => {
      const cards = createBoardCardSet();
      const screen = new Map<string, CardView>();
      const service = new Map<string, CardView>();
      for (const { read, gone, pending } of updates) {
        for (const id of gone) service.delete(id);
        for (const one of read) service.set(one.id, one);
        const { changed, removed } = cards.update(read, gone, (known) => {
          expect(known).toEqual(service);
          return pending;
        });
        for (const id of removed) expect(screen.delete(id)).toBe(true);
        for (const one of changed) {
          expect(one).not.toEqual(screen.get(one.id));
          screen.set(one.id, one);
        }
        const wanted = new Map<string, CardView | null>([...service, ...pending]);
        expect(screen).toEqual(new Map([...wanted].filter(([, one]) => one !== null)));
        expect(new Map(cards.all().map((one) => [one.id, one]))).toEqual(screen);
        expect(new Map(cards.known().map((one) => [one.id, one]))).toEqual(service);
      }
    }),
  );
});

test('cards share equal labels and people', () => {
  const cards = createBoardCardSet();
  const of = (id: string) =>
    cardOf({ ...TASK, id, userId: 'u1', assigneeName: 'Ada', labels: [{ id, name: 'bug', color: 'red' }] }, 'x', 'P');
  cards.update([of('a'), of('b')], [], () => new Map());
  expect(cards.get('a')?.labels[0]).toBe(cards.get('b')?.labels[0]);
  expect(cards.get('a')?.assignee).toBe(cards.get('b')?.assignee);
});

describe('cards sent to the window', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...cardOf(TASK, 'to-do', 'PAY'), id: `t${at}` }));
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  test('messages are limited in size, and a card that changes twice is sent once', async () => {
    const told: BoardCards[] = [];
    const sender = createCardChannel((cards) => told.push(cards));
    sender.begin(1);
    sender.queue(many(MAX_MESSAGE_CARDS + 200), []);
    sender.queue([{ ...cardOf(TASK, 'done', 'PAY'), id: 't3' }], ['t4', 't5']);
    expect(told).toEqual([]);
    await turns(4);
    expect(told.map(({ reset, cards, removed }) => [reset, cards.length, removed])).toEqual([
      [true, MAX_MESSAGE_CARDS, ['t4', 't5']],
      [false, 198, []],
    ]);
    expect(told.flatMap(({ cards }) => cards).find(({ id }) => id === 't3')?.status).toBe('done');
  });

  test('the first page is sent at once, later ones together, and hurry sends delayed cards', async () => {
    const told: BoardCards[] = [];
    const sender = createCardChannel((cards) => told.push(cards));
    const page = (from: number) => many(from + 100).slice(from);
    sender.begin(1);
    sender.queue(page(0), []);
    await turns(2);
    expect(told.map(({ cards }) => cards.length)).toEqual([100]);
    for (const from of [100, 200, 300]) {
      sender.queue(page(from), []);
      await turns(2);
    }
    expect(told).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS + 50));
    expect(told.map(({ cards }) => cards.length)).toEqual([100, 300]);

    sender.queue(page(400), []);
    sender.hurry();
    await turns(2);
    expect(told.map(({ cards }) => cards.length)).toEqual([100, 300, 100]);
  });

  test('a new board is announced even while it is empty', async () => {
    const told: BoardCards[] = [];
    const sender = createCardChannel((cards) => told.push(cards));
    sender.begin(7);
    await turns(2);
    expect(told).toEqual([{ boardId: 7, reset: true, cards: [], removed: [] }]);
  });

  test('unsent cards are dropped at the end', async () => {
    const told: BoardCards[] = [];
    const sender = createCardChannel((cards) => told.push(cards));
    sender.begin(1);
    sender.queue(many(3), []);
    sender.end();
    await turns(2);
    sender.queue(many(3), []);
    await turns(2);
    expect(told).toEqual([]);
  });
});
