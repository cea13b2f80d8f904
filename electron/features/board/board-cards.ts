/**
 * The cards of one board: what the service has, what is laid over it while it is on its way, and what of that differs from
 * what was told already. Only these cards are kept, never the records they were made of: a board may have ten thousand tasks.
 */

import type { CardView } from '../../../shared/contract/board-view.ts';
import type { LabelView } from '../../../shared/contract/task-view.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { identifierOf, labelViews, oneLine, shownName, taskTitle } from '../../../shared/tasks/clean-text.ts';
import type { BoardTask } from '../../service/records.ts';

/** What of a card was changed here and is not in what the service said. */
export type CardChange = Partial<
  Pick<CardView, 'title' | 'status' | 'priority' | 'dueDate' | 'assignee' | 'position' | 'isDeleted'>
> & {
  /** Labels that are put on, and names of those that are taken off. */
  labelled?: LabelView[];
  unlabelled?: string[];
  /** True until the service has taken it. */
  isPending: boolean;
};

/** By task id. */
export type CardChanges = ReadonlyMap<string, CardChange>;

const NONE: LabelView[] = [];
/** More of a public task's links are not shown, and longer addresses not opened (UTF-16 code units). */
const MAX_LINKS = 50;
const MAX_URL = 2_000;

export type BoardCardSet = ReturnType<typeof createBoardCardSet>;

export function createBoardCardSet() {
  /** As the service has them. */
  const known = new Map<string, CardView>();
  /** Those that are told differently, because a change lies over them. */
  const covered = new Map<string, CardView>();
  /** Labels and people are on many cards each; they are kept once. */
  const labels = new Map<string, LabelView>();
  const people = new Map<string, NonNullable<CardView['assignee']>>();

  const get = (id: string): CardView | undefined => covered.get(id) ?? known.get(id);

  /** Takes over what the service says of a card; true where it looks different now. */
  function set(card: CardView, change: CardChange | undefined): boolean {
    const before = get(card.id);
    const same = known.get(card.id);
    // One that is equal is let go at once, or each reading would leave the cards at other addresses.
    if (same === undefined || !isSame(same, card)) known.set(card.id, share(card));
    return !isSame(before, cover(card.id, change));
  }

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

  /** Lays a change over a card, or takes it off; gives what is told now. */
  function cover(id: string, change: CardChange | undefined): CardView | undefined {
    const card = known.get(id);
    if (card === undefined || change === undefined) covered.delete(id);
    else covered.set(id, changedCard(card, change));
    return get(id);
  }

  /** These are gone; gives those that were there. */
  function drop(ids: readonly string[]): string[] {
    const gone = ids.filter((id) => known.delete(id));
    for (const id of gone) covered.delete(id);
    return gone;
  }

  return {
    get,
    /** As the service has it. */
    asKnown: (id: string): CardView | undefined => known.get(id),
    size: (): number => known.size,
    /** All of them as they are told. */
    all: (): CardView[] => [...known.keys()].map((id) => get(id) as CardView),
    /** As the service has them, to be kept on disk. */
    known: (): CardView[] => [...known.values()],

    /** What the service says of these cards; gives those that look different now. */
    put(read: readonly CardView[], changes: CardChanges): CardView[] {
      const different: CardView[] = [];
      for (const card of read) {
        if (set(card, changes.get(card.id))) different.push(get(card.id) as CardView);
      }
      return different;
    },

    /** The changes that lie over the cards are these and no others; gives the cards that look different now. */
    apply(changes: CardChanges): CardView[] {
      const different: CardView[] = [];
      for (const id of new Set([...covered.keys(), ...changes.keys()])) {
        const before = get(id);
        const after = cover(id, changes.get(id));
        if (after !== undefined && !isSame(before, after)) different.push(after);
      }
      return different;
    },

    drop,
    /** Those that are not among `ids` are gone; gives which. */
    keepOnly: (ids: ReadonlySet<string>): string[] => drop([...known.keys()].filter((id) => !ids.has(id))),
  };
}

/** `status`: the slug of the column it lies in, `planned` or `archived`. */
export function cardOf(task: BoardTask, status: string, projectSlug: string): CardView {
  const userId = task.assigneeId ?? task.userId ?? null;
  return {
    id: task.id,
    identifier: identifierOf(projectSlug, task.number),
    title: taskTitle(task.title),
    status,
    priority: task.priority,
    dueDate: task.dueDate ?? null,
    labels: labelViews(task.labels ?? []),
    assignee:
      userId === null ? null : { id: userId, name: shownName(task.assigneeName ?? '') || messages.tasks.somebody },
    subtasks: task.subtaskCounts ?? null,
    position: task.position ?? 0,
    number: task.number ?? 0,
    isPending: false,
  };
}

/** The same on a public board. What cannot be opened is left out. */
export function publicCardOf(task: BoardTask, status: string, projectSlug: string): CardView {
  const links = (task.externalLinks ?? [])
    .filter(({ url }) => url.length <= MAX_URL && /^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    .slice(0, MAX_LINKS)
    .map(({ title, url }) => ({ title: oneLine(title ?? '', 200) || oneLine(url, 200), url }));
  return { ...cardOf(task, status, projectSlug), links };
}

/** Both, one after the other. */
export function mergeCardChanges(earlier: CardChange | undefined, later: CardChange): CardChange {
  if (earlier === undefined) return later;
  const [on, off] = [later.labelled ?? [], later.unlabelled ?? []];
  const labelled = [...(earlier.labelled ?? []).filter(({ name }) => !off.includes(name)), ...on];
  const isOn = (name: string): boolean => on.some((label) => label.name === name);
  const unlabelled = [...(earlier.unlabelled ?? []).filter((name) => !isOn(name)), ...off];
  return { ...earlier, ...later, labelled, unlabelled };
}

/** A card with a change laid over it. */
export function changedCard(card: CardView, { labelled = [], unlabelled = [], ...change }: CardChange): CardView {
  return { ...card, ...change, labels: changedLabels(card.labels, labelled, unlabelled) };
}

/** The same ones where nothing changes them. */
function changedLabels(labels: LabelView[], on: readonly LabelView[], off: readonly string[]): LabelView[] {
  if (on.length === 0 && off.length === 0) return labels;
  const left = labels.filter(({ name }) => !off.includes(name));
  const added = on.filter(({ name }) => !left.some((label) => label.name === name));
  return [...left, ...new Map(added.map((label) => [label.name, label])).values()];
}

function once<T>(of: Map<string, T>, key: string, value: T): T {
  const known = of.get(key);
  if (known === undefined) of.set(key, value);
  return known ?? value;
}

/** Parts of at most `size` of it. */
export function batchCards<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}

/** True where both look alike. */
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
    a.isDeleted === b.isDeleted &&
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
