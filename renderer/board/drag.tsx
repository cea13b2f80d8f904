/** Carrying a card to another column, with the pointer or by keyboard. */
import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CardView } from '../../electron/bridge/contract.ts';
import { setHint } from '../store.ts';
import { boardWords } from '../words/board-words.ts';
import { moveCard } from './actions.ts';
import { CardFace } from './card.tsx';

const KEYS = { start: [KeyboardCode.Space], cancel: [KeyboardCode.Esc], end: [KeyboardCode.Space, KeyboardCode.Enter] };

interface Props {
  /** Slugs, from left to right. */
  order: readonly string[];
  now: Date;
  liveId: string | null;
  /** Shows a card where it now is; with the focus and its column where it was carried by keyboard. */
  onLanded: (cardId: string, byKeyboard: boolean) => void;
  children: ReactNode;
}

export function DragArea({ order, now, liveId, onLanded, children }: Props) {
  const [lifted, setLifted] = useState<{ card: CardView; isDone: boolean } | null>(null);
  /** The column chosen by keyboard; null while the pointer says where. */
  const aimed = useRef<string | null>(null);
  const byKeyboard = useRef(false);
  const columns = useRef(order);
  columns.current = order;

  const sensors = useSensors(
    // A little way first, so that a click is a click; a touch rests first, so that a swipe scrolls.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes: KEYS,
      coordinateGetter: useCallback<KeyboardCoordinateGetter>((event, { currentCoordinates }) => {
        if (!event.code.startsWith('Arrow')) return undefined;
        event.preventDefault();
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.code] ?? 0;
        const to = columns.current[columns.current.indexOf(aimed.current ?? '') + step];
        if (step === 0 || to === undefined) return undefined;
        aimed.current = to;
        const column = document.querySelector<HTMLElement>(`.col[data-slug="${CSS.escape(to)}"]`);
        column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        return { x: (column?.getBoundingClientRect().left ?? 0) + 4, y: currentCoordinates.y };
      }, []),
    }),
  );

  const collisions = useCallback<CollisionDetection>(
    (args) => (aimed.current === null ? pointerWithin(args) : [{ id: aimed.current }]),
    [],
  );

  const end = () => {
    aimed.current = null;
    setLifted(null);
    setHint(null);
  };

  const onDragStart = ({ active, activatorEvent }: DragStartEvent) => {
    const card = active.data.current?.card as CardView;
    byKeyboard.current = activatorEvent instanceof KeyboardEvent;
    aimed.current = byKeyboard.current ? card.status : null;
    setLifted({ card, isDone: active.data.current?.isDone === true });
  };

  const onDragOver = ({ active, over }: DragOverEvent) => {
    const card = active.data.current?.card as CardView;
    const isElsewhere = over !== null && over.id !== card.status;
    const name = String(over?.data.current?.name ?? '');
    if (byKeyboard.current) setHint(isElsewhere ? boardWords.drag.press(name) : boardWords.drag.pressHere);
    else setHint(isElsewhere ? boardWords.drag.release(name) : boardWords.drag.releaseHere);
  };

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const card = active.data.current?.card as CardView;
    end();
    if (over !== null && over.id !== card.status) void moveCard(card, String(over.id));
    const landed = byKeyboard.current;
    // Once it is drawn in its new place.
    requestAnimationFrame(() => onLanded(card.id, landed));
  };

  // Escape puts the card back; nothing else may take it for its own.
  useEffect(() => {
    if (lifted === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [lifted]);

  // A board that goes while a card is carried leaves no word about it.
  useEffect(() => () => setHint(null), []);

  const accessibility = useMemo(
    () => ({
      announcements: makeAnnouncements(),
      screenReaderInstructions: { draggable: boardWords.drag.how },
      restoreFocus: false,
    }),
    [],
  );

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      accessibility={accessibility}
      autoScroll={AUTO_SCROLL}
      onDragStart={onDragStart}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={end}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {lifted && (
          // What is turned is one further in: the place it takes is measured upright.
          <div>
            <div className={lifted.card.id === liveId ? 'card lift live' : 'card lift'}>
              <CardFace {...lifted} now={now} live={lifted.card.id === liveId} />
            </div>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Sideways only: where in a column a card lands is not for the pointer to say. */
const AUTO_SCROLL = { threshold: { x: 0.15, y: 0 } };

type Named = { data: { current?: Record<string, unknown> | undefined } };
const nameOf = ({ data }: Named): string => String(data.current?.name ?? '');
const columnOf = ({ data }: Named): string => String(data.current?.column ?? '');

function makeAnnouncements(): Announcements {
  let hasLeft = false;
  return {
    onDragStart: ({ active }) => {
      hasLeft = false;
      return boardWords.drag.lifted(nameOf(active), columnOf(active));
    },
    onDragOver: ({ active, over }) => {
      // Right after it was picked up it is over its own column; that would only talk over the first sentence.
      if (!hasLeft && over !== null && nameOf(over) === columnOf(active)) return undefined;
      hasLeft = true;
      return over === null
        ? boardWords.drag.overNothing(nameOf(active))
        : boardWords.drag.over(nameOf(active), nameOf(over));
    },
    onDragEnd: ({ active, over }) =>
      over === null || nameOf(over) === columnOf(active)
        ? boardWords.drag.stayed(nameOf(active), columnOf(active))
        : boardWords.drag.moved(nameOf(active), nameOf(over)),
    onDragCancel: ({ active }) => boardWords.drag.cancelled(nameOf(active), columnOf(active)),
  };
}
