/** Moving a card within its column or to another one, with the pointer or the keyboard. */
import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CardView } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { taskListMessages } from '../../../shared/i18n/generated/task-list.ts';
import { send } from '../../state/main-process.ts';
import { setHint } from '../../state/notices.ts';
import { selectedWith } from '../../state/selection.ts';
import { classNames, selectorOf } from '../../ui/class-names.ts';
import { useWindowKeys } from '../../ui/use-window-keys.ts';
import boardViewStyles from './board-view.module.css';
import cardStyles from './card.module.css';
import { CardFace } from './card.tsx';
import { placeCard } from './card-actions.ts';
import { cardsOf, useCards } from './card-store.ts';
import columnStyles from './column.module.css';
import type { Scrollers } from './column.tsx';
import {
  type DropTarget,
  dropSlotAt,
  dropTargetAt,
  moveDropTarget,
  placeIn,
  setDropTarget,
  useDropTarget,
} from './drop-target.ts';
import type { ShownColumn } from './visible-columns.ts';

const KEYS = { start: [KeyboardCode.Space], cancel: [KeyboardCode.Esc], end: [KeyboardCode.Space, KeyboardCode.Enter] };

interface Props {
  /** In display order. */
  columns: readonly ShownColumn[];
  scrollers: Scrollers;
  now: Date;
  liveId: string | null;
  /** Scrolls to the dropped card; after a keyboard drag it also takes the focus. */
  onLanded: (cardId: string, byKeyboard: boolean) => void;
  children: ReactNode;
}

export function DragArea({ columns: shown, scrollers, now, liveId, onLanded, children }: Props) {
  const [lifted, setLifted] = useState<{ card: CardView; isDone: boolean } | null>(null);
  const byKeyboard = useRef(false);
  /** The announcement after the drop. */
  const outcome = useRef('');
  const columns = useRef(shown);
  columns.current = shown;

  const sensors = useSensors(
    // A click must not start a drag, and a swipe must still scroll.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes: KEYS,
      coordinateGetter: useCallback<KeyboardCoordinateGetter>(
        (event, { currentCoordinates, context }) => {
          const card = context.active?.data.current?.card as CardView | undefined;
          const { aim } = useDropTarget.getState();
          const at = columns.current.findIndex(({ slug }) => slug === aim?.slug);
          const here = columns.current[at];
          if (!event.code.startsWith('Arrow') || !card || !aim || !here) return undefined;
          event.preventDefault();
          const [aside, down] = [SIDEWAYS[event.code] ?? 0, DOWN[event.code]];
          const there = columns.current[at + aside];
          if (there === undefined) return undefined;
          const to = down === undefined ? dropTargetAt(there, card) : moveDropTarget(here, card, aim.before, down);
          setDropTarget(to);
          const slot = dropSlotAt(there.cards, card.id, to.before);
          scrollers.get(to.slug)?.(slot < 0 ? there.cards.findIndex(({ id }) => id === card.id) : slot);
          const column = document.querySelector<HTMLElement>(`[data-slug="${CSS.escape(to.slug)}"]`);
          column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
          // dnd-kit announces a move only if the coordinates change.
          const y = currentCoordinates.y + (down ?? 0);
          return { x: (column?.getBoundingClientRect().left ?? 0) + 4, y };
        },
        [scrollers],
      ),
    }),
  );

  const end = () => {
    setDropTarget(null);
    setLifted(null);
    setHint(null);
  };

  const onDragStart = ({ active, activatorEvent }: DragStartEvent) => {
    const card = active.data.current?.card as CardView;
    byKeyboard.current = activatorEvent instanceof KeyboardEvent;
    setDropTarget({ slug: card.status, before: card.id });
    setLifted({ card, isDone: active.data.current?.isDone === true });
  };

  const onDragEnd = ({ active }: DragEndEvent) => {
    const card = active.data.current?.card as CardView;
    const { aim } = useDropTarget.getState();
    end();
    const column = columns.current.find(({ slug }) => slug === aim?.slug);
    outcome.current = dropAnnouncement(active, card, column, aim);
    if (aim !== null && column !== undefined) drop(card, column, aim.before);
    const byKey = byKeyboard.current;
    // Wait until the card is rendered in its new place.
    requestAnimationFrame(() => onLanded(card.id, byKey));
  };

  usePointerAim(lifted !== null && !byKeyboard.current ? lifted.card : null, columns);

  // The hint in the status line describes the effect of dropping now.
  const aim = useDropTarget((one) => one.aim);
  const carried = lifted?.card;
  useEffect(() => {
    if (carried === undefined || aim === null) return;
    const column = columns.current.find(({ slug }) => slug === aim.slug);
    const { drag } = boardMessages;
    const stays = column === undefined || dropSlotAt(column.cards, carried.id, aim.before) < 0;
    if (stays) setHint(byKeyboard.current ? drag.pressHere : drag.releaseHere);
    else if (aim.slug === carried.status) setHint(byKeyboard.current ? drag.pressPlace : drag.releasePlace);
    else setHint((byKeyboard.current ? drag.press : drag.release)({ column: column.name }));
  }, [carried, aim]);

  // Escape cancels the drag; no other handler may react to it.
  useWindowKeys((event) => void (event.key === 'Escape' && event.preventDefault()), {
    isOn: lifted !== null,
    isFirst: true,
  });

  // Clear the hint if the board unmounts during a drag.
  useEffect(() => () => setHint(null), []);

  const accessibility = useMemo(
    () => ({
      announcements: makeAnnouncements(columns, byKeyboard, outcome),
      screenReaderInstructions: { draggable: boardMessages.drag.how },
      restoreFocus: false,
    }),
    [],
  );

  // A selected card takes the rest of the selection to another column.
  const others = lifted === null ? 0 : carriedWith(lifted.card).length - 1;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={aimedAt}
      accessibility={accessibility}
      autoScroll={AUTO_SCROLL}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      onDragCancel={end}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {lifted && (
          // Only the inner element is rotated, because dnd-kit measures the outer one.
          <div>
            <div
              className={classNames(
                cardStyles.card,
                cardStyles.lifted,
                lifted.card.id === liveId && cardStyles.running,
              )}
            >
              <CardFace {...lifted} now={now} live={lifted.card.id === liveId} />
              {others > 0 && <b className={cardStyles.others}>{taskListMessages.drop.more({ count: others })}</b>}
            </div>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

const SIDEWAYS: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };
const DOWN: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

const aimedAt: CollisionDetection = () => {
  const { aim } = useDropTarget.getState();
  return aim === null ? [] : [{ id: aim.slug }];
};

/** Selected cards may have left the board. */
const carriedWith = ({ id }: CardView): CardView[] => cardsOf(selectedWith('board', id), useCards.getState());

function drop(card: CardView, { slug, cards }: ShownColumn, before: string | null): void {
  if (dropSlotAt(cards, card.id, before) < 0) return;
  const carried = carriedWith(card);
  if (carried.length > 1 && slug !== card.status) {
    void send('tasks.change', { changes: carried.map(({ id: taskId }) => ({ taskId, status: slug })) });
    return;
  }
  void placeCard(card, { slug, cards }, before);
}

function dropAnnouncement(
  active: Named,
  card: CardView,
  column: ShownColumn | undefined,
  aim: DropTarget | null,
): string {
  const name = nameOf(active);
  if (aim === null || column === undefined || dropSlotAt(column.cards, card.id, aim.before) < 0)
    return boardMessages.drag.stayed({ card: name, column: columnOf(active) });
  if (column.slug !== card.status) return boardMessages.drag.moved({ card: name, column: column.name });
  const { at, of } = placeIn(column, card.id, aim.before);
  return boardMessages.drag.at({ card: name, place: at, of });
}

/** Distance from the column's edge at which it scrolls (px), and the fastest scroll (px per frame). */
const EDGE = 40;
const FASTEST = 12;

/**
 * Sets the drop target under the pointer. Only pointer movement changes the column; when the content scrolls below a resting
 * pointer, only the place within the column changes.
 */
function usePointerAim(card: CardView | null, columns: RefObject<readonly ShownColumn[]>): void {
  useEffect(() => {
    if (card === null) return;
    let at: { x: number; y: number } | null = null;
    let slug = card.status;
    let frame = 0;
    const move = (event: MouseEvent | TouchEvent) => {
      const point = 'touches' in event ? event.touches[0] : event;
      if (point === undefined) return;
      at = { x: point.clientX, y: point.clientY };
      slug = columnAt(at.x) ?? slug;
    };
    const update = () => {
      frame = requestAnimationFrame(update);
      const column = columns.current.find((one) => one.slug === slug);
      const list = document.querySelector<HTMLElement>(
        `[data-slug="${CSS.escape(slug)}"] ${selectorOf(columnStyles.cards)}`,
      );
      if (at === null || column === undefined || list === null) return;
      // A drop outside the board leaves the card where it was.
      if (isBeside(list.closest(selectorOf(boardViewStyles.board)), at))
        return setDropTarget({ slug: card.status, before: card.id });
      const { top, bottom } = list.getBoundingClientRect();
      const beyond = Math.min(0, at.y - top - EDGE) + Math.max(0, at.y - bottom + EDGE);
      if (beyond !== 0) list.scrollTop += Math.max(-FASTEST, Math.min(FASTEST, beyond / 3));
      setDropTarget(placeUnder(list, at.y, column, card));
    };
    addEventListener('mousemove', move, true);
    addEventListener('touchmove', move, true);
    frame = requestAnimationFrame(update);
    return () => {
      removeEventListener('mousemove', move, true);
      removeEventListener('touchmove', move, true);
      cancelAnimationFrame(frame);
      setDropTarget(null);
    };
  }, [card, columns]);
}

function isBeside(board: Element | null, { x, y }: { x: number; y: number }): boolean {
  const edge = board?.getBoundingClientRect();
  return edge !== undefined && (x < edge.left || x > edge.right || y < edge.top - EDGE || y > edge.bottom + EDGE);
}

/** The column at this x coordinate, regardless of y. */
function columnAt(x: number): string | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('[data-slug]')];
  const here = all.find((column) => {
    const { left, right } = column.getBoundingClientRect();
    return x >= left && x < right;
  });
  return here?.dataset.slug;
}

/** The place before the first card whose middle is below the pointer. */
function placeUnder(list: HTMLElement, y: number, { slug, cards }: ShownColumn, carried: CardView): DropTarget {
  const drawn = [...list.querySelectorAll<HTMLElement>('[data-card-id]')]
    .map((card) => ({ id: card.dataset.cardId ?? '', rect: card.getBoundingClientRect() }))
    .sort((one, other) => one.rect.top - other.rect.top);
  const next = drawn.find(({ rect }) => rect.top + rect.height / 2 > y);
  if (next !== undefined) return { slug, before: next.id };
  // The pointer is below the last rendered card.
  const last = cards.findIndex(({ id }) => id === drawn.at(-1)?.id);
  const after = cards[last + 1];
  return {
    slug,
    before: last < 0 ? (cards[0]?.id ?? null) : after?.id === carried.id ? carried.id : (after?.id ?? null),
  };
}

/** Horizontal only; usePointerAim scrolls columns vertically. */
const AUTO_SCROLL = { threshold: { x: 0.15, y: 0 } };

type Named = { data: { current?: Record<string, unknown> | undefined } };
const nameOf = ({ data }: Named): string => String(data.current?.name ?? '');
const columnOf = ({ data }: Named): string => String(data.current?.column ?? '');

/** Single places are announced only for keyboard drags. `outcome`: the announcement after the drop. */
function makeAnnouncements(
  columns: RefObject<readonly ShownColumn[]>,
  byKeyboard: RefObject<boolean>,
  outcome: RefObject<string>,
): Announcements {
  let hasLeft = false;
  let last: DropTarget | null = null;
  return {
    onDragStart: ({ active }) => {
      hasLeft = false;
      last = useDropTarget.getState().aim;
      return boardMessages.drag.lifted({ card: nameOf(active), column: columnOf(active) });
    },
    onDragMove: ({ active }) => {
      const { aim } = useDropTarget.getState();
      const isSameColumn = aim !== null && last?.slug === aim.slug;
      if (aim === last) return undefined;
      last = aim;
      const column = columns.current.find(({ slug }) => slug === aim?.slug);
      // onDragOver announces a change of column.
      if (!isSameColumn || column === undefined || !byKeyboard.current) return undefined;
      const { at, of } = placeIn(column, String(active.id), aim.before);
      return boardMessages.drag.at({ card: nameOf(active), place: at, of });
    },
    onDragOver: ({ active, over }) => {
      // The first event reports the card's own column and would interrupt the pick-up announcement.
      if (!hasLeft && over !== null && nameOf(over) === columnOf(active)) return undefined;
      hasLeft = true;
      return over === null
        ? boardMessages.drag.overNothing({ card: nameOf(active) })
        : boardMessages.drag.over({ card: nameOf(active), column: nameOf(over) });
    },
    onDragEnd: () => outcome.current,
    onDragCancel: ({ active }) => boardMessages.drag.cancelled({ card: nameOf(active), column: columnOf(active) }),
  };
}
