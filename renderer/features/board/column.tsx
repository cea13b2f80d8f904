import { useDndContext, useDraggable, useDroppable } from '@dnd-kit/core';
import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { memo, type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { BoardView, CardView, ColumnView } from '../../../shared/contract/index.ts';
import { count } from '../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { send } from '../../state/main-process.ts';
import { useSelected } from '../../state/selection.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, MoreIcon, PlusIcon } from '../../ui/icons.tsx';
import { menuPlace } from '../../ui/input-modality.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { openTask } from '../../widgets/task-menu.tsx';
import { ColumnIcon } from './board-icons.tsx';
import cardStyles from './card.module.css';
import { CardActions, CardFace, titleOf } from './card.tsx';
import styles from './column.module.css';
import { dropSlotAt, useDropTarget } from './drop-target.ts';
import { NewCard } from './new-card.tsx';
import { openMenu, scrolled, setBoardView, showNewTask, useBoardView } from './view-state.ts';
import type { ShownColumn } from './visible-columns.ts';

/** Functions that scroll a mounted column to a card index, by slug. */
export type Scrollers = Map<string, (index: number) => void>;

interface Props {
  shown: ShownColumn;
  /** All columns of the project; the icon depends on the column's place among them. */
  columns: readonly ColumnView[];
  /** The card that Tab stops at, if it is in this column. */
  activeId: string | null;
  /** The card whose timer runs, if it is in this column. */
  liveId: string | null;
  now: Date;
  /** Public boards cannot be changed. */
  readOnly: boolean;
  /** The user lacks the permission to move cards. */
  fixed: boolean;
  isFiltering: boolean;
  /** Where a new task can be written; null where none can. */
  project: BoardView['project'] | null;
  scrollers: Scrollers;
}

/** px: the gap between cards, and the height of a card without its title. */
const GAP = 4;
const CARD_REST = 16 + 26;
/** About as many letters as fit in a 208-px line of 13-px text. */
const LETTERS = 31;

/** An estimate, close enough that little moves once the real height is measured. */
function guessHeight(card: CardView): number {
  return CARD_REST + (card.title.length > LETTERS ? 36 : 18);
}

export const Column = memo(function Column(props: Props) {
  const { shown, columns, activeId, liveId, now, readOnly, fixed, isFiltering, project, scrollers } = props;
  const { slug, name, cards, total, column } = shown;
  const headingId = useId();
  const isCreating = useBoardView((view) => view.creating === slug);
  const section = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isNear = useNear(section);
  const { setNodeRef } = useDroppable({
    id: slug,
    disabled: readOnly || fixed,
    // For announcements.
    data: { name },
  });
  const { active } = useDndContext();
  const draggedId = active === null ? null : String(active.id);
  const dragged = active?.data.current?.card as CardView | undefined;

  const before = useDropTarget(({ aim }) => (aim?.slug === slug ? aim.before : undefined));
  // The drop slot is a list item of its own.
  const slot = before === undefined || dragged === undefined ? -1 : dropSlotAt(cards, dragged.id, before);
  const slotHeight = active?.rect.current.initial?.height ?? 76;
  const cardAt = useCallback(
    (index: number): CardView | undefined =>
      slot < 0 || index < slot ? cards[index] : index === slot ? undefined : cards[index - 1],
    [cards, slot],
  );
  const numberOf = (index: number): number => (slot >= 0 && index > slot ? index : index + 1);
  const indexOf = (cardId: string | null): number => {
    const index = cardId === null ? -1 : cards.findIndex((card) => card.id === cardId);
    return index >= 0 && slot >= 0 && index >= slot ? index + 1 : index;
  };
  // The focused card and the dragged card stay mounted at every scroll position.
  const kept = [indexOf(activeId), indexOf(draggedId)].filter((index) => index >= 0);

  const virtualizer = useVirtualizer({
    count: cards.length + (slot >= 0 ? 1 : 0),
    getScrollElement: () => list.current,
    // A new function would make the virtualizer compute the place of every card again, at each step of scrolling.
    getItemKey: useCallback((index: number) => cardAt(index)?.id ?? 'slot', [cardAt]),
    estimateSize: (index) => {
      const card = cardAt(index);
      return card ? guessHeight(card) : slotHeight;
    },
    // Only the observer measures: all new cards at once, before they are painted. Measuring each one as it is mounted would lay out
    // the page for each.
    measureElement: (element, entry, all) =>
      entry ? measureElement(element, entry, all) : sizeSoFar(all, all.indexFromElement(element)),
    rangeExtractor: (range: Range) =>
      [...new Set([...(isNear ? defaultRangeExtractor(range) : []), ...kept])].sort((one, other) => one - other),
    initialOffset: () => scrolled.top.get(slug) ?? 0,
    gap: GAP,
    paddingEnd: GAP,
    overscan: 3,
    useFlushSync: false,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  });

  useEffect(() => {
    scrollers.set(slug, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
    return () => void scrollers.delete(slug);
  }, [slug, scrollers, virtualizer]);

  const setSection = useCallback(
    (element: HTMLElement | null) => {
      section.current = element;
      setNodeRef(element);
    },
    [setNodeRef],
  );

  return (
    <section
      className={classNames(styles.column, slot >= 0 && styles.over)}
      ref={setSection}
      aria-labelledby={headingId}
      data-slug={slug}
    >
      <ColumnHeader {...{ shown, columns, headingId, readOnly, isFiltering }} mayCreate={project !== null} />
      {isCreating && project && column && <NewCard project={project} column={column} columns={columns} />}
      {cards.length === 0 && slot < 0 && !isCreating && (
        <div className={styles.empty}>
          {total > 0 ? boardMessages.noMatchHere : boardMessages.emptyColumn}
          {total === 0 && project && (
            <button
              type="button"
              className={styles.newTask}
              aria-label={boardMessages.newTaskIn({ column: name })}
              onClick={() => showNewTask(slug)}
            >
              <Icon of={PlusIcon} />
              {boardMessages.newTask}
            </button>
          )}
        </div>
      )}
      <div
        className={classNames('scroll-inside', styles.cards)}
        ref={list}
        tabIndex={-1}
        onScroll={(event) => scrolled.top.set(slug, event.currentTarget.scrollTop)}
      >
        <ul ref={virtualizer.containerRef} aria-labelledby={headingId}>
          {virtualizer.getVirtualItems().map(({ index, key }) => {
            const card = cardAt(index);
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                {...(card ? { 'aria-setsize': cards.length, 'aria-posinset': numberOf(index) } : {})}
              >
                {card ? (
                  <Card
                    card={card}
                    column={name}
                    isDone={column?.isFinal ?? false}
                    now={now}
                    live={card.id === liveId}
                    isTabStop={card.id === activeId}
                    readOnly={readOnly}
                    fixed={fixed}
                  />
                ) : (
                  <div className={cardStyles.slot} style={{ height: slotHeight }} />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
});

const sizeSoFar = ({ itemSizeCache, options }: Virtualizer<HTMLDivElement, Element>, index: number): number =>
  itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);

/** True while a column is on screen or next to it. */
function useNear(section: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useLayoutEffect(() => {
    const element = section.current;
    const board = element?.parentElement;
    if (!element || !board) return;
    const edge = board.getBoundingClientRect();
    const here = element.getBoundingClientRect();
    // Neighbours follow with the observer's first call, after the visible columns are painted.
    setNear(here.left < edge.right && here.right > edge.left);
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: board,
      rootMargin: '0px 160px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [section]);
  return isNear;
}

interface HeaderProps extends Pick<Props, 'shown' | 'columns' | 'readOnly' | 'isFiltering'> {
  headingId: string;
  mayCreate: boolean;
}

const ColumnHeader = memo(function ColumnHeader(props: HeaderProps) {
  const { shown, columns, headingId, readOnly, isFiltering, mayCreate } = props;
  const { slug, name, column, cards, total } = shown;
  const isRenaming = useBoardView((view) => view.renaming === slug);
  const isFinal = column?.isFinal ?? false;
  return (
    <header className={styles.header}>
      <ColumnIcon slug={slug} columns={columns} />
      <h2 id={headingId} className="visually-hidden">
        {boardMessages.column({ name, total, isFinal })}
      </h2>
      {isRenaming && column?.columnId ? (
        <Rename columnId={column.columnId} name={column.name} />
      ) : (
        <bdi className="truncate" title={name} aria-hidden="true">
          {name}
        </bdi>
      )}
      <span className={styles.count} aria-hidden="true">
        {isFiltering ? boardMessages.filteredColumn({ shown: cards.length, total }) : count(total)}
      </span>
      {isFinal && (
        <span className={styles.final} title={boardMessages.final} aria-hidden="true">
          {boardMessages.finalMark}
        </span>
      )}
      {!readOnly && !isRenaming && (
        <span className={styles.buttons}>
          {mayCreate && (
            <IconButton
              icon={PlusIcon}
              label={boardMessages.newTaskIn({ column: name })}
              onClick={() => showNewTask(slug)}
            />
          )}
          <IconButton
            icon={MoreIcon}
            className={styles.menuButton}
            label={boardMessages.columnMenu({ name })}
            aria-haspopup="menu"
            onClick={(event) =>
              openMenu({
                kind: 'column',
                slug,
                at: event.currentTarget.getBoundingClientRect(),
                label: boardMessages.columnMenu({ name }),
              })
            }
          />
        </span>
      )}
    </header>
  );
});

/** Edits the column's name in place. Enter and blur save; Escape cancels. */
function Rename({ columnId, name }: { columnId: string; name: string }) {
  const [typed, setTyped] = useState(name);
  const done = useRef(false);
  const finish = (save: boolean) => {
    if (done.current) return;
    done.current = true;
    setBoardView({ renaming: null });
    const next = typed.trim();
    if (save && next !== '' && next !== name) void send('board.update-column', { columnId, name: next });
  };
  return (
    <TextInput
      className={styles.nameInput}
      label={boardMessages.newName({ name })}
      autoFocus
      maxLength={LENGTHS.columnName}
      value={typed}
      selects
      onChange={setTyped}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.preventDefault();
        finish(event.key === 'Enter');
      }}
    />
  );
}

interface CardProps extends Pick<Props, 'now' | 'readOnly' | 'fixed'> {
  card: CardView;
  column: string;
  isDone: boolean;
  live: boolean;
  isTabStop: boolean;
}

const onMenu = (card: CardView, at: DOMRect): void =>
  openMenu({ kind: 'card', cardId: card.id, opensAt: [], at, label: boardMessages.cardMenu({ title: titleOf(card) }) });

/** Memoized for scrolling. A drag renders every card again, but not its CardFace. */
const Card = memo(function Card({ card, column, isDone, now, live, isTabStop, readOnly, fixed }: CardProps) {
  const data = { name: card.identifier, column, isDone, card };
  const { setNodeRef, setActivatorNodeRef, listeners, isDragging, attributes } = useDraggable({
    id: card.id,
    disabled: readOnly || fixed,
    data,
  });
  const isSelected = useSelected('board').includes(card.id);
  const className = classNames(
    cardStyles.card,
    live && cardStyles.running,
    isSelected && cardStyles.selected,
    isDragging && cardStyles.dragged,
  );
  const main = {
    type: 'button' as const,
    className: cardStyles.main,
    tabIndex: isTabStop ? 0 : -1,
    'data-card-id': card.id,
    onFocus: () => setBoardView({ activeId: card.id }),
  };
  if (readOnly) {
    return (
      <div className={className}>
        <button {...main} onClick={() => setBoardView({ reading: { taskId: card.id } })}>
          <CardFace card={card} now={now} live={live} isDone={isDone} />
        </button>
      </div>
    );
  }
  return (
    <div className={className} ref={setNodeRef}>
      <button
        {...main}
        ref={setActivatorNodeRef}
        aria-describedby={attributes['aria-describedby']}
        onClick={() => openTask(card)}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(card, menuPlace(event));
        }}
        {...listeners}
      >
        <CardFace card={card} now={now} live={live} isDone={isDone} isSelected={isSelected} />
      </button>
      <CardActions card={card} live={live} onMenu={onMenu} />
    </div>
  );
});
