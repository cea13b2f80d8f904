/**
 * The cards of the open board: as read, with pending changes over them. Cards that look different from before are sent to the window.
 * The service's records are not stored, because a board may have ten thousand tasks.
 */

import type { BoardCards as CardsMessage, CardView } from '../../../shared/contract/board-view.ts';
import type { LabelView } from '../../../shared/contract/task-view.ts';
import type { OutboxItem } from '../../outbox/write-kind.ts';
import { applyPendingToCard, VALUE_FIELDS } from '../tasks/index.ts';
import { createCardChannel } from './card-channel.ts';
import { createAcceptedWrites, pendingCards } from './pending-cards.ts';

const NONE: LabelView[] = [];

export interface BoardCardsOptions {
  /** Open writes of tasks and columns, oldest first. */
  openWrites: (accountId: string) => OutboxItem[];
  personName: (userId: string) => string | undefined;
  /** Sends cards to the window. Called after the view of their board was published. */
  send: (cards: CardsMessage) => void;
}

interface OfBoard {
  boardId: number;
  projectId: string;
  /** null for a public board, which has no pending changes. */
  accountId: string | null;
}

/** Sequence numbers order reads and writes (open-board.ts): `startSequence` is that of the start of a read. */
export function createBoardCards(options: BoardCardsOptions, { boardId, projectId, accountId }: OfBoard) {
  const { openWrites, personName, send } = options;
  const channel = createCardChannel(boardId, send);
  const read = new Map<string, CardView>();
  /** Cards that differ from the read ones because of pending changes; null for a deleted one. */
  let pending: ReadonlyMap<string, CardView | null> = new Map();
  const accepted = createAcceptedWrites();
  /** Labels and people, shared by the cards. */
  const labels = new Map<string, LabelView>();
  const people = new Map<string, NonNullable<CardView['assignee']>>();

  const get = (id: string): CardView | undefined => {
    const card = pending.get(id);
    return card === undefined ? read.get(id) : (card ?? undefined);
  };
  const all = (): CardView[] => [...new Set([...read.keys(), ...pending.keys()])].flatMap((id) => get(id) ?? []);

  function share(card: CardView): CardView {
    const { assignee } = card;
    return {
      ...card,
      labels:
        card.labels.length === 0
          ? NONE
          : card.labels.map((label) => once(labels, `${label.color}\n${label.name}`, label)),
      assignee: assignee && once(people, `${assignee.id}\n${assignee.name}`, assignee),
    };
  }

  /** Applies read and removed cards, then the overlay. Sends the cards that look different and returns their number. */
  function put(cards: readonly CardView[], gone: readonly string[] = []): number {
    const before = new Map([...cards.map(({ id }) => id), ...gone, ...pending.keys()].map((id) => [id, get(id)]));
    for (const id of gone) read.delete(id);
    for (const card of cards) {
      // An equal card keeps its object: a new one for each reading would fragment the heap.
      if (!isSame(read.get(card.id), card)) read.set(card.id, share(card));
    }
    const open = accountId === null ? [] : openWrites(accountId);
    const next = pendingCards(read, { open, accepted, projectId, personName });
    for (const id of next.keys()) if (!before.has(id)) before.set(id, get(id));
    pending = next;
    const [changed, removed]: [CardView[], string[]] = [[], []];
    for (const [id, former] of before) {
      const card = get(id);
      if (card === undefined && former !== undefined) removed.push(id);
      if (card !== undefined && !isSame(former, card)) changed.push(card);
    }
    channel.queue(changed, removed);
    return changed.length + removed.length;
  }

  /** After a write or a completed read: does not wait for more cards. */
  function refresh(gone: readonly string[] = []): void {
    put([], gone);
    channel.hurry();
  }

  return {
    get,
    all,
    size: (): number => read.size,
    /** Without pending changes. */
    asRead: (id: string): CardView | undefined => read.get(id),
    allRead: (): CardView[] => [...read.values()],
    /** As read, with the changes that the service has accepted since. */
    confirmed(id: string): CardView | undefined {
      const card = read.get(id);
      return card && (applyPendingToCard(card, accepted.changes().get(id) ?? {}, false, projectId) ?? undefined);
    },
    /** The service's id of a task that it created after the last read. */
    createdId: (temporaryId: string): string | undefined => accepted.created.get(temporaryId)?.id,

    put,
    /** The whole board was read and has these tasks. Returns how many others were removed. */
    wasRead(ids: ReadonlySet<string>, startSequence: number): number {
      accepted.wasRead(startSequence);
      const gone = [...read.keys()].filter((id) => !ids.has(id));
      refresh(gone);
      return gone.length;
    },
    /** One task was read by itself. */
    taskWasRead(id: string, card: CardView | 'gone', startSequence: number): void {
      if (card === 'gone') {
        accepted.taskIsGone(id);
        refresh([id]);
      } else {
        accepted.taskWasRead(id, startSequence);
        put([card]);
      }
    },
    /** The service accepted a write, which stays overlaid until the task is read. `value`: its answer. */
    accept(item: OutboxItem, value: unknown, sequence: number): void {
      accepted.add(item, value, sequence);
      refresh();
    },
    /** Pending changes changed. */
    refresh: (): void => refresh(),
    /** For a window without cards. */
    sendAll(): void {
      channel.reset();
      channel.queue(all(), []);
    },
    sendAtOnce: channel.sendAtOnce,
    /** Resolves when the window has every changed card. */
    sent: channel.sent,
    close: channel.close,
  };
}

function once<T>(of: Map<string, T>, key: string, value: T): T {
  const known = of.get(key);
  if (known === undefined) of.set(key, value);
  return known ?? value;
}

/** True if both look alike. */
function isSame(a: CardView | undefined, b: CardView | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.title === b.title &&
    a.status === b.status &&
    VALUE_FIELDS.every((field) => a[field] === b[field]) &&
    a.position === b.position &&
    a.number === b.number &&
    a.identifier === b.identifier &&
    a.isPending === b.isPending &&
    a.assignee?.id === b.assignee?.id &&
    a.assignee?.name === b.assignee?.name &&
    a.subtasks?.completed === b.subtasks?.completed &&
    a.subtasks?.total === b.subtasks?.total &&
    a.labels.length === b.labels.length &&
    a.links?.length === b.links?.length &&
    (a.links ?? []).every(({ title, url }, at) => title === b.links?.[at]?.title && url === b.links[at]?.url) &&
    a.labels.every(({ name, color }, at) => name === b.labels[at]?.name && color === b.labels[at]?.color)
  );
}
