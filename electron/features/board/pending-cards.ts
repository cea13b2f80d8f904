/** The board's optimistic overlay: cards that own writes have changed since they were read. */

import type { CardView } from '../../../shared/contract/board-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { applyPendingToCard, createdTaskOf, newTaskOf, type PendingChange, pendingChanges } from '../tasks/index.ts';
import { cardOf } from './board-source.ts';

type AcceptedWrites = ReturnType<typeof createAcceptedWrites>;

/** Writes that the service accepted after the last read. Sequence numbers order them and reads (open-board.ts). */
export function createAcceptedWrites() {
  /** By task id. */
  const changed = new Map<string, { change: PendingChange; sequence: number }>();
  /** By temporary id; `id` is the service's. */
  const created = new Map<string, { item: OutboxItem; id: string; sequence: number }>();

  const changes = (): Map<string, PendingChange> => new Map([...changed].map(([id, { change }]) => [id, change]));

  return {
    changes,
    created: created as ReadonlyMap<string, { item: OutboxItem; id: string }>,

    /** Other kinds of write are skipped. `value`: the service's answer. */
    add(item: OutboxItem, value: unknown, sequence: number): void {
      const before = changes();
      for (const [id, change] of pendingChanges([item], before))
        if (change !== before.get(id)) changed.set(id, { change, sequence });
      const task = createdTaskOf(item, value);
      if (task !== undefined) created.set(item.subject, { item, id: task.id, sequence });
    },
    wasRead(startSequence: number): void {
      for (const accepted of [changed, created])
        for (const [id, { sequence }] of accepted) if (sequence < startSequence) accepted.delete(id);
    },
    taskWasRead(taskId: string, startSequence: number): void {
      if ((changed.get(taskId)?.sequence ?? startSequence) < startSequence) changed.delete(taskId);
    },
    taskIsGone(taskId: string): void {
      for (const [temporaryId, { id }] of created) if (id === taskId) created.delete(temporaryId);
    },
  };
}

interface PendingWrites {
  /** Open writes, oldest first. */
  open: readonly OutboxItem[];
  accepted: AcceptedWrites;
  projectId: string;
  personName: (userId: string) => string | undefined;
}

/** Pure. `read`: the cards by id. Returns the cards that differ from it; null for a deleted one. */
export function pendingCards(read: ReadonlyMap<string, CardView>, writes: PendingWrites): Map<string, CardView | null> {
  const { open, accepted, projectId } = writes;
  const confirmed = accepted.changes();
  const changes = pendingChanges(open, confirmed);
  const cards = new Map<string, CardView | null>();
  for (const [id, change] of changes) {
    const card = read.get(id);
    if (card) cards.set(id, applyPendingToCard(card, change, change !== confirmed.get(id), projectId));
  }
  for (const item of [...[...accepted.created.values()].map((one) => one.item), ...open]) {
    const id = accepted.created.get(item.subject)?.id ?? item.subject;
    const card = read.has(id) ? null : createdCard(item, writes);
    if (card) cards.set(card.id, applyPendingToCard(card, changes.get(id) ?? {}, true, projectId));
  }
  return cards;
}

/** null for other writes, rejected ones and those of other boards. */
function createdCard(item: OutboxItem, { projectId, personName }: PendingWrites) {
  const task = newTaskOf(item);
  if (item.state === 'needs-you' || task?.projectId !== projectId) return null;
  const { id, subject } = item;
  const { projectSlug, status, userId } = task;
  const assigneeName = userId === undefined ? null : (personName(userId) ?? null);
  const card = cardOf({ ...task, id: subject, assigneeName, number: null, createdAt: '' }, status, projectSlug);
  // At the end of its column, in the order of creation.
  return { ...card, position: Number.MAX_SAFE_INTEGER, number: id, isNotCreatedYet: true as const };
}
