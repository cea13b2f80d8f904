/** Cards: what differs is told, and nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CardChange,
  cardOf,
  createBoardCardSet,
  mergeCardChanges,
} from '../../../../electron/features/board/board-cards.ts';
import { createCardChannel, FRAME_MS, MAX_MESSAGE_CARDS } from '../../../../electron/features/board/card-channel.ts';
import type { BoardTask } from '../../../../electron/service/records.ts';
import type { BoardCards, CardView } from '../../../../shared/contract/board-view.ts';

const TASK: BoardTask = {
  id: 't1',
  title: 'Write\nit down',
  number: 7,
  status: 'to-do',
  priority: 'high',
  createdAt: '2026-11-21T12:00:00Z',
  projectId: 'p1',
};

test('somebody whose name is not told is somebody all the same', () => {
  expect(cardOf({ ...TASK, assigneeId: 'u9', assigneeName: null }, 'to-do', 'PAY').assignee).toEqual({
    id: 'u9',
    name: 'Somebody',
  });
});

test('a card is what a board shows of a task, and no more', () => {
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
const change: fc.Arbitrary<CardChange> = fc.record(
  { status: fc.constantFrom('to-do', 'done'), dueDate: fc.constant(null), isPending: fc.boolean() },
  { requiredKeys: ['isPending'] },
);
const changes = fc.array(fc.tuple(fc.constantFrom(...ids), change), { maxLength: 3 }).map((all) => new Map(all));
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), cards: fc.uniqueArray(card, { selector: ({ id }) => id }), changes }),
  fc.record({ do: fc.constant('apply' as const), changes }),
  fc.record({ do: fc.constant('keep' as const), ids: fc.subarray(ids) }),
);

test('whoever follows what is told sees what there is, and is told nothing twice', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const cards = createBoardCardSet();
      const screen = new Map<string, CardView>();
      const service = new Map<string, CardView>();
      let over = new Map<string, CardChange>();
      for (const one of steps) {
        const told: CardView[] = [];
        if (one.do === 'put') {
          for (const next of one.cards) service.set(next.id, next);
          // A change comes and goes by itself; a reading says nothing about those it does not hold.
          over = one.changes;
          told.push(...cards.apply(over), ...cards.put(one.cards, over));
        } else if (one.do === 'apply') {
          over = one.changes;
          told.push(...cards.apply(over));
        } else {
          for (const id of [...service.keys()]) if (!one.ids.includes(id)) service.delete(id);
          for (const id of cards.keepOnly(new Set(one.ids))) expect(screen.delete(id)).toBe(true);
        }
        for (const next of told) {
          expect(next).not.toEqual(screen.get(next.id));
          screen.set(next.id, next);
        }
        const wanted = [...service.values()].map((known) => ({ ...known, ...over.get(known.id) }));
        expect(screen).toEqual(new Map(wanted.map((known) => [known.id, known])));
        expect(new Map(cards.all().map((known) => [known.id, known]))).toEqual(screen);
        expect(new Map(cards.known().map((known) => [known.id, known]))).toEqual(service);
      }
    }),
  );
});

test('a label put on stands beside the others, one taken off is gone, and the last word on each counts', () => {
  const step = fc.record({ name: fc.constantFrom('bug', 'idea', 'new'), on: fc.boolean() });
  fc.assert(
    fc.property(fc.uniqueArray(label, { selector: ({ name }) => name }), fc.array(step), (labels, steps) => {
      const cards = createBoardCardSet();
      const has = new Set<string>(labels.map(({ name }) => name));
      let all: CardChange | undefined;
      for (const { name, on } of steps) {
        const one = on ? { labelled: [{ name, color: 'red' }] } : { unlabelled: [name] };
        all = mergeCardChanges(all, { ...one, isPending: true });
        if (on) has.add(name);
        else has.delete(name);
      }
      const known = { ...cardOf(TASK, 'to-do', 'PAY'), labels };
      cards.put([known], new Map(all ? [[known.id, all]] : []));
      const names = cards.get(known.id)?.labels.map(({ name }) => name) ?? [];
      expect(new Set(names)).toEqual(has);
      expect(names).toHaveLength(has.size);
      expect(cards.known()).toEqual([known]);
    }),
  );
});

test('labels and people that are on many cards are kept once', () => {
  const cards = createBoardCardSet();
  const of = (id: string) =>
    cardOf({ ...TASK, id, userId: 'u1', assigneeName: 'Ada', labels: [{ id, name: 'bug', color: 'red' }] }, 'x', 'P');
  cards.put([of('a'), of('b')], new Map());
  expect(cards.get('a')?.labels[0]).toBe(cards.get('b')?.labels[0]);
  expect(cards.get('a')?.assignee).toBe(cards.get('b')?.assignee);
});

describe('on the way to the window', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...cardOf(TASK, 'to-do', 'PAY'), id: `t${at}` }));
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  test('no message grows large, and a card that changes twice leaves once', async () => {
    const told: BoardCards[] = [];
    const sender = createCardChannel((cards) => told.push(cards));
    sender.begin(1);
    sender.tell(many(MAX_MESSAGE_CARDS + 200), []);
    sender.tell([{ ...cardOf(TASK, 'done', 'PAY'), id: 't3' }], ['t4', 't5']);
    expect(told).toEqual([]);
    await turns(4);
    expect(told.map(({ reset, cards, removed }) => [reset, cards.length, removed])).toEqual([
      [true, MAX_MESSAGE_CARDS, ['t4', 't5']],
      [false, 198, []],
    ]);
    expect(told.flatMap(({ cards }) => cards).find(({ id }) => id === 't3')?.status).toBe('done');
  });

  test('the first page leaves at once, those that follow leave together; whoever hurries waits for nothing', async () => {
    const told: BoardCards[] = [];
    const sender = createCardChannel((cards) => told.push(cards));
    const page = (from: number) => many(from + 100).slice(from);
    sender.begin(1);
    sender.tell(page(0), []);
    await turns(2);
    expect(told.map(({ cards }) => cards.length)).toEqual([100]);
    for (const from of [100, 200, 300]) {
      sender.tell(page(from), []);
      await turns(2);
    }
    expect(told).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS + 50));
    expect(told.map(({ cards }) => cards.length)).toEqual([100, 300]);

    sender.tell(page(400), []);
    sender.hurry();
    await turns(2);
    expect(told.map(({ cards }) => cards.length)).toEqual([100, 300, 100]);
  });

  test('a board that begins is told even while it is empty', async () => {
    const told: BoardCards[] = [];
    const sender = createCardChannel((cards) => told.push(cards));
    sender.begin(7);
    await turns(2);
    expect(told).toEqual([{ boardId: 7, reset: true, cards: [], removed: [] }]);
  });

  test('what did not leave before the end never does', async () => {
    const told: BoardCards[] = [];
    const sender = createCardChannel((cards) => told.push(cards));
    sender.begin(1);
    sender.tell(many(3), []);
    sender.end();
    await turns(2);
    sender.tell(many(3), []);
    await turns(2);
    expect(told).toEqual([]);
  });
});
