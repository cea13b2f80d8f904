/** Pending writes overlaid on the cards of a board. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardOf } from '../../../../electron/features/board/board-source.ts';
import { createAcceptedWrites, pendingCards } from '../../../../electron/features/board/pending-cards.ts';
import { TASK_CREATE } from '../../../../electron/features/tasks/task-create-write.ts';
import { LABEL_ATTACH } from '../../../../electron/features/tasks/task-labels.ts';
import { taskRemove, taskStatus } from '../../../../electron/features/tasks/task-writes.ts';
import type { OutboxItem } from '../../../../electron/outbox/write-kind.ts';
import type { CardView } from '../../../../shared/contract/board-view.ts';

const task = { id: 't1', title: 'Write', number: 7, status: 'to-do', priority: 'high' as const, createdAt: '' };
const CARD: CardView = cardOf({ ...task, projectId: 'p1' }, 'to-do', 'PAY');

let lastId = 0;
function item(kind: string, payload: Record<string, unknown>, state: OutboxItem['state'] = 'waiting'): OutboxItem {
  lastId += 1;
  return {
    id: lastId,
    accountId: 'a',
    kind,
    subject: kind === TASK_CREATE ? 'new' : `t1:${kind}`,
    payload: { taskId: 't1', identifier: 'PAY-7', ...payload },
    state,
    createdAt: '',
    notBefore: '',
    attempts: 0,
    lastError: null,
    sendingSince: null,
  };
}

const moved = (status: string) => item(taskStatus.kind, { status, statusName: status, isFinal: false, fromName: '' });
const created = (changed: Record<string, unknown> = {}, state: OutboxItem['state'] = 'waiting') =>
  item(
    TASK_CREATE,
    {
      projectId: 'p1',
      projectSlug: 'PAY',
      title: 'New',
      description: '',
      priority: 'low',
      status: 'to-do',
      userId: 'u1',
      ...changed,
    },
    state,
  );

function overlay(open: OutboxItem[], accepted = createAcceptedWrites(), read: CardView[] = [CARD]) {
  const known = new Map(read.map((card) => [card.id, card]));
  return pendingCards(known, { open, accepted, projectId: 'p1', personName: () => 'Ada' });
}

describe('a change', () => {
  test('marks the card as pending until it is accepted, and stays until the board is read again', () => {
    expect(overlay([moved('done')])).toEqual(new Map([['t1', { ...CARD, status: 'done', isPending: true }]]));
    const accepted = createAcceptedWrites();
    accepted.add(moved('done'), undefined, 5);
    const shown = new Map([['t1', { ...CARD, status: 'done' }]]);
    expect(overlay([], accepted)).toEqual(shown);
    accepted.wasRead(4);
    accepted.taskWasRead('t1', 5);
    expect(overlay([], accepted)).toEqual(shown);
    accepted.taskWasRead('t1', 6);
    expect(overlay([], accepted)).toEqual(new Map());
  });

  test('that is pending takes precedence over an accepted one', () => {
    const accepted = createAcceptedWrites();
    accepted.add(moved('done'), undefined, 1);
    accepted.add(item('task.priority', { priority: 'urgent' }), undefined, 2);
    const card = { ...CARD, status: 'in-review', priority: 'urgent', isPending: true };
    expect(overlay([moved('in-review')], accepted).get('t1')).toEqual(card);
  });

  test('that deletes the task leaves no card, and one of another board changes nothing', () => {
    expect(overlay([item(taskRemove.kind, {})])).toEqual(new Map([['t1', null]]));
    expect(overlay([moved('done')], createAcceptedWrites(), []).size).toBe(0);
  });

  test('of labels adds and removes them, and the last write on each counts', () => {
    const label = fc.constantFrom({ name: 'bug', color: 'red' }, { name: 'idea', color: 'blue' });
    const labels = fc.uniqueArray(label, { selector: ({ name }) => name });
    const step = fc.record({ name: fc.constantFrom('bug', 'idea', 'new'), on: fc.boolean() });
    fc.assert(
      fc.property(labels, fc.array(step), fc.nat(5), (before, steps, sent) => {
        const has = new Set<string>(before.map(({ name }) => name));
        const writes = steps.map(({ name, on }) => {
          if (on) has.add(name);
          else has.delete(name);
          return on
            ? item(LABEL_ATTACH, { workspaceId: 'w', labelId: null, name, color: 'red' })
            : item('task.label-remove', { labelId: `l-${name}`, name, isCopy: true });
        });
        const accepted = createAcceptedWrites();
        for (const write of writes.slice(0, sent)) accepted.add(write, undefined, 1);
        const known = { ...CARD, labels: before };
        const names = (overlay(writes.slice(sent), accepted, [known]).get('t1') ?? known).labels.map((one) => one.name);
        expect(new Set(names)).toEqual(has);
        expect(names).toHaveLength(has.size);
      }),
    );
  });
});

describe('a new task', () => {
  test('is a card at the end of its column, with its own changes', () => {
    const label = item(LABEL_ATTACH, { taskId: 'new', workspaceId: 'w', labelId: null, name: 'bug', color: 'red' });
    expect(overlay([created(), label]).get('new')).toMatchObject({
      identifier: 'PAY',
      status: 'to-do',
      position: Number.MAX_SAFE_INTEGER,
      assignee: { id: 'u1', name: 'Ada' },
      labels: [{ name: 'bug', color: 'red' }],
      isPending: true,
      isNotCreatedYet: true,
    });
  });

  test('of another project, rejected or deleted, it is no card', () => {
    expect(overlay([created({ projectId: 'p2' })]).size).toBe(0);
    expect(overlay([created({}, 'needs-you')]).size).toBe(0);
    expect(overlay([created(), item(taskRemove.kind, { taskId: 'new' })]).get('new')).toBeNull();
  });

  test('that was created stays until it is read or deleted', () => {
    const accepted = createAcceptedWrites();
    accepted.add(created({}, 'sending'), { id: 't9', identifier: 'ME-9' }, 5);
    expect([...overlay([], accepted).keys()]).toEqual(['new']);
    expect(overlay([], accepted, [CARD, { ...CARD, id: 't9' }]).size).toBe(0);
    accepted.wasRead(5);
    expect([...overlay([], accepted).keys()]).toEqual(['new']);
    accepted.taskIsGone('t9');
    expect(overlay([], accepted).size).toBe(0);
  });
});
