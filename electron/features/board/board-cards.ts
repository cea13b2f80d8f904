/**
 * The cards of one board, as read and with pending writes. The service's records are not kept, because a board may have ten thousand
 * tasks.
 */

import type { CardView } from '../../../shared/contract/board-view.ts';
import type { LabelView } from '../../../shared/contract/task-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { identifierOf, oneLine } from '../../../shared/tasks/clean-text.ts';
import { labelViews } from '../../../shared/tasks/labels.ts';
import type { BoardTask } from '../../service/records.ts';

const NONE: LabelView[] = [];
/** Limits of a public task's links: how many are shown, and how long an address may be (UTF-16 code units). */
const MAX_LINKS = 50;
const MAX_URL = 2_000;

export type BoardCardSet = ReturnType<typeof createBoardCardSet>;

export function createBoardCardSet() {
  /** As the service has them. */
  const known = new Map<string, CardView>();
  /** Cards that differ from them because of pending writes; null for a deleted one. */
  let pending: ReadonlyMap<string, CardView | null> = new Map();
  /** Labels and people of many cards, kept once. */
  const labels = new Map<string, LabelView>();
  const people = new Map<string, NonNullable<CardView['assignee']>>();

  const get = (id: string): CardView | undefined => {
    const card = pending.get(id);
    return card === undefined ? known.get(id) : (card ?? undefined);
  };

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

  return {
    get,
    /** Without pending writes. */
    asKnown: (id: string): CardView | undefined => known.get(id),
    size: (): number => known.size,
    /** With pending writes. */
    all: (): CardView[] => [...new Set([...known.keys(), ...pending.keys()])].flatMap((id) => get(id) ?? []),
    /** Without pending writes. */
    known: (): CardView[] => [...known.values()],

    /** Applies read and removed cards, then the overlay; returns the cards that look different. */
    update(
      read: readonly CardView[],
      gone: readonly string[],
      pendingCards: (read: ReadonlyMap<string, CardView>) => ReadonlyMap<string, CardView | null>,
    ): { changed: CardView[]; removed: string[] } {
      const before = new Map([...read.map(({ id }) => id), ...gone, ...pending.keys()].map((id) => [id, get(id)]));
      for (const id of gone) known.delete(id);
      for (const card of read) {
        // An equal card keeps its object: a new one for each reading would fragment the heap.
        if (!isSame(known.get(card.id), card)) known.set(card.id, share(card));
      }
      const next = pendingCards(known);
      for (const id of next.keys()) if (!before.has(id)) before.set(id, get(id));
      pending = next;
      const changed = [...before].flatMap(([id, former]) => {
        const card = get(id);
        return card === undefined || isSame(former, card) ? [] : card;
      });
      return { changed, removed: [...before].flatMap(([id, former]) => (former && get(id) === undefined ? id : [])) };
    },

    except: (ids: ReadonlySet<string>): string[] => [...known.keys()].filter((id) => !ids.has(id)),
  };
}

/** `status`: a column's slug, `planned` or `archived`. */
export function cardOf(task: BoardTask, status: string, projectSlug: string): CardView {
  const userId = task.assigneeId ?? task.userId ?? null;
  return {
    id: task.id,
    identifier: identifierOf(projectSlug, task.number),
    title: task.title,
    status,
    priority: task.priority,
    dueDate: task.dueDate ?? null,
    labels: labelViews(task.labels ?? []),
    assignee: userId === null ? null : { id: userId, name: task.assigneeName || messages.tasks.somebody },
    subtasks: task.subtaskCounts ?? null,
    position: task.position ?? 0,
    number: task.number ?? 0,
    isPending: false,
  };
}

/** A card of a public board. Links that cannot be opened are left out. */
export function publicCardOf(task: BoardTask, status: string, projectSlug: string): CardView {
  const links = (task.externalLinks ?? [])
    .filter(({ url }) => url.length <= MAX_URL && /^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    .slice(0, MAX_LINKS)
    .map(({ title, url }) => ({ title: title || oneLine(url, MAX_URL), url }));
  return { ...cardOf(task, status, projectSlug), links };
}

function once<T>(of: Map<string, T>, key: string, value: T): T {
  const known = of.get(key);
  if (known === undefined) of.set(key, value);
  return known ?? value;
}

/** True if both look alike. */
export function isSame(a: CardView | undefined, b: CardView | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.title === b.title &&
    a.status === b.status &&
    a.priority === b.priority &&
    a.dueDate === b.dueDate &&
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
