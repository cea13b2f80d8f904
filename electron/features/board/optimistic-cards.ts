/**
 * Tasks that are written down here and not at the service yet, as cards of their board; those that it has just made stay until
 * they are read from there, so that none is ever missing or there twice.
 */

import type { CardView } from '../../../shared/contract/board-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { TASK_CREATE, TaskCreatePayload } from '../tasks/task-create-write.ts';
import { type CardChanges, cardOf, changedCard, isSame } from './board-cards.ts';

export type OptimisticCards = ReturnType<typeof createOptimisticCards>;

/** For one board. `personName`: what somebody is called, where that is known. */
export function createOptimisticCards(projectId: string, personName: (userId: string) => string | undefined) {
  /** As they were told, by the name they have here. */
  let told = new Map<string, CardView>();
  /** Those that the service has made, what it calls them, and when that was, in the order of things. */
  const landed = new Map<string, { card: CardView; id: string; at: number }>();

  return {
    get: (localId: string): CardView | undefined => told.get(localId),
    /** What the service calls one that it has made and that was not read yet. */
    serverId: (localId: string): string | undefined => landed.get(localId)?.id,
    all: (): CardView[] => [...told.values()],
    /** Those that the service does not have. */
    waiting: (): CardView[] => [...told.values()].filter(({ id }) => !landed.has(id)),

    /**
     * What differs from what was told. `items`: open writes, the oldest first; `over`: what lies over the cards; `isRead`: true
     * for what the service's cards hold.
     */
    update(
      items: readonly OutboxItem[],
      over: CardChanges,
      isRead: (id: string) => boolean,
    ): { cards: CardView[]; gone: string[] } {
      for (const [localId, { id }] of landed) if (isRead(id)) landed.delete(localId);
      const made = [...landed.values()].map(({ card }) => card);
      const now = [...made, ...cardsOfCreates(items, projectId, personName)].map((card) => {
        const change = over.get(landed.get(card.id)?.id ?? card.id);
        return change === undefined ? card : changedCard(card, { ...change, isPending: true });
      });
      const was = told;
      told = new Map(now.map((card) => [card.id, card]));
      return {
        cards: now.filter((card) => !isSame(was.get(card.id), card)),
        gone: [...was.keys()].filter((id) => !told.has(id)),
      };
    },

    /** The service has made it, and calls it `id`. */
    land(item: OutboxItem, id: string, at: number): void {
      const [card] = cardsOfCreates([item], projectId, personName);
      if (card) landed.set(item.subject, { card, id, at });
    },
    /** The whole board was read, in a reading that began then: what was made before, and is not on it, went again. */
    wasRead(began: number): void {
      for (const [localId, { at }] of landed) if (at < began) landed.delete(localId);
    },
    /** The service has no such task. */
    isGone(serverId: string): void {
      for (const [localId, { id }] of landed) if (id === serverId) landed.delete(localId);
    },
  };
}

/** `items`: open writes, the oldest first; those of other kinds, and what was rejected, are passed over. */
function cardsOfCreates(
  items: readonly OutboxItem[],
  projectId: string,
  personName: (userId: string) => string | undefined,
): CardView[] {
  return items.flatMap(({ id, kind, subject, payload, state }) => {
    if (kind !== TASK_CREATE || state === 'needs-you') return [];
    const task = TaskCreatePayload.parse(payload);
    if (task.projectId !== projectId) return [];
    const { projectSlug, title, priority, status, dueDate, userId } = task;
    const assigneeName = userId === null ? null : (personName(userId) ?? null);
    const known = { id: subject, title, priority, status, dueDate, userId, assigneeName, projectId };
    const card = cardOf({ ...known, number: null, createdAt: '' }, status, projectSlug);
    // At the end of its column, those written down later after those written down before.
    return { ...card, position: Number.MAX_SAFE_INTEGER, number: id, isPending: true, isNotCreatedYet: true as const };
  });
}
