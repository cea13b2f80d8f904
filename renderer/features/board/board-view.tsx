import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { taskKey } from '../../../shared/accounts.ts';
import type { BoardView, CardView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { request, send, useAppState, usePublished } from '../../state/main-process.ts';
import { focusTaskList, setFilter, useNavigation } from '../../state/navigation.ts';
import { useNotices } from '../../state/notices.ts';
import { selectedIn } from '../../state/selection.ts';
import { useViewRequest } from '../../state/view-requests.ts';
import { Button } from '../../ui/button.tsx';
import { classNames, selectorOf } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { isKeyboardInUse } from '../../ui/input-modality.ts';
import { isTyping, pressedKeys } from '../../ui/keys.ts';
import { useNow } from '../../ui/use-now.ts';
import { useWindowKeys } from '../../ui/use-window-keys.ts';
import { moveTitles } from '../../widgets/new-task-field.tsx';
import { selectByClick, selectByKey } from '../../widgets/select-rows.ts';
import { pressedTaskKeys } from '../../widgets/task-keys.ts';
import { entriesOf, runTaskKeys } from '../../widgets/task-menu.tsx';
import { Unreadable } from '../../widgets/unreadable.tsx';
import { findCard, firstCardOnBoard, moveByArrowKey } from './arrow-keys.ts';
import { BoardHeader, FilterChips } from './board-header.tsx';
import { BoardMenus, cardOptions } from './board-menus.tsx';
import styles from './board-view.module.css';
import { titleOf } from './card.tsx';
import { stepCard, taskOf } from './card-actions.ts';
import { cardsOf, noCards, subscribeToCards, useCards } from './card-store.ts';
import columnStyles from './column.module.css';
import { Column, type Scrollers } from './column.tsx';
import { ColumnNames } from './column-names.tsx';
import { DragArea } from './drag.tsx';
import { chosenCount, isFiltering as isFilteringBy } from './filter.ts';
import { NotListed, OtherProject } from './not-listed.tsx';
import { useBackground } from './use-background.ts';
import {
  chooseNothing,
  openMenu,
  scrolled,
  setBoardView,
  showNewTask,
  showProject,
  useBoardView,
} from './view-state.ts';
import { countOf, keepSame, type ShownColumn, shownColumns } from './visible-columns.ts';

const projectOf = ({ project, accountId }: BoardView) => taskKey({ id: project.id, accountId });

// For the lifetime of the window: this module is loaded when a board is first shown.
subscribeToCards();
usePublished.subscribe(({ state }, was) => {
  const shown = state?.board && projectOf(state.board);
  if (shown && shown !== (was.state?.board && projectOf(was.state.board))) showProject(shown);
});
useNavigation.subscribe(({ tab }, was) => {
  // A page over the tab leaves the board open; switching tabs closes it.
  const { state } = usePublished.getState();
  if (was.tab === 'board' && tab !== 'board' && state?.account) void request('board.close', {});
});

const NONE: ReadonlySet<string> = new Set();
/** Pause in typing before the descriptions are searched (ms), and the minimum length of a query. */
const MATCHES_AFTER_MS = 300;
const MATCHES_FROM = 3;

export function BoardScreen({ board, standsAlone = false }: { board: BoardView; standsAlone?: boolean }) {
  const cards = useCards((all) => (all.boardId === board.boardId ? all : noCards));
  const typed = useNavigation(({ filter }) => filter);
  const chosen = useBoardView((view) => view.chosen);
  const showPlanned = useBoardView((view) => view.showPlanned);
  const showArchived = useBoardView((view) => view.showArchived);
  const activeId = useBoardView((view) => view.activeId);
  const inDescription = useBoardView((view) => view.inDescription);
  useMatches(typed ?? '', board.boardId);
  // Typing has priority over rendering the board.
  const filter = useDeferredValue(useMemo(() => ({ ...chosen, text: typed ?? '' }), [chosen, typed]));
  const isFiltering = isFilteringBy(filter);

  const drawn = useRef<ShownColumn[]>([]);
  // The first columns are drawn with their cards, because drawing them twice takes longer than a frame.
  const isOpening = board.fetchedAt === null && cards.byId.size === 0;
  const columns = useMemo(() => {
    const shown = isOpening ? { columns: [] } : board;
    const now = shownColumns(shown, cards, { showPlanned, showArchived }, filter, inDescription);
    drawn.current = keepSame(drawn.current, now);
    return drawn.current;
  }, [board, cards, isOpening, showPlanned, showArchived, filter, inDescription]);
  const counted = useMemo(() => countOf(columns), [columns]);
  const inFront = useAppState(({ account }) => account?.id);
  useViewRequest('new-card', ({ of, column }) => {
    const isHere = of === `${board.accountId ?? inFront} ${board.project.id}`;
    if (isHere) showNewTask(column);
    return isHere;
  });
  // A title that was typed for a column that is gone is shown where the person writes, or in the first one that takes new tasks.
  useEffect(() => {
    const { creating } = useBoardView.getState();
    const all = columns.filter((shown) => mayCreateIn(board, shown)).map(({ slug }) => slug);
    const open = [...all.filter((slug) => slug === creating), ...all];
    if (moveTitles(board.accountId, board.project.id, open)) showNewTask(open[0] ?? null, true);
  }, [board, columns]);
  const hiddenPlanned = showPlanned ? 0 : (cards.byStatus.get('planned')?.length ?? 0);
  const names = useMemo(() => namesIn(cards.byId.values(), chosenCount(chosen) > 0), [cards, chosen]);

  const now = useNow(MINUTE_MS / 2);
  const liveId = useAppState(({ board, time: { running } }) =>
    running?.task.accountId === board?.accountId ? (running?.task.taskId ?? null) : null,
  );

  const root = useRef<HTMLDivElement>(null);
  const scrollers = useRef<Scrollers>(new Map()).current;
  const latest = useRef(columns);
  latest.current = columns;

  const place = findCard(columns, activeId);
  const tabStop = place === null ? firstCardOnBoard(columns) : activeId;
  const at = place ?? findCard(columns, tabStop);

  const reveal = useCallback(
    (cardId: string, withFocus: boolean) => {
      const to = findCard(latest.current, cardId);
      const column = to && latest.current[to.column];
      if (!column) return;
      // The active card is always mounted, so it can be focused right after this.
      flushSync(() => setBoardView({ activeId: cardId }));
      const card = root.current?.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(cardId)}"]`);
      if (withFocus) {
        card?.focus({ preventScroll: true });
        root.current?.querySelector(`[data-slug="${CSS.escape(column.slug)}"]`)?.scrollIntoView(NEAREST);
      }
      scrollers.get(column.slug)?.(to.index);
    },
    [scrollers],
  );

  /** Focuses a card; scrolls only if the card is out of sight. */
  const focusAgain = useCallback(
    (cardId: string) => {
      const card = root.current?.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(cardId)}"]`);
      const [here, edge] = [card?.getBoundingClientRect(), root.current?.getBoundingClientRect()];
      const isSeen =
        here &&
        edge &&
        here.bottom > edge.top &&
        here.top < edge.bottom &&
        here.right > edge.left &&
        here.left < edge.right;
      if (!isSeen) return reveal(cardId, true);
      setBoardView({ activeId: cardId });
      card?.focus({ preventScroll: true });
    },
    [reveal],
  );

  // Returning to the board by keyboard restores the focus.
  useViewRequest('focus-list', () => {
    // Without cards the request stays until the first one arrives.
    if (tabStop === null) return false;
    if (!isKeyboardInUse()) return true;
    // The cards of a board that has just been mounted are rendered one frame later. A menu may have opened by then.
    requestAnimationFrame(() => {
      const active = document.activeElement;
      if (active === document.body || active?.closest('search') != null) focusAgain(tabStop);
    });
    return true;
  });

  // Ctrl 2 focuses the view, before its cards are there.
  const hasCards = tabStop !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the first cards are there.
  useEffect(() => {
    if (!hasCards) return;
    const frame = requestAnimationFrame(() => {
      const active = document.activeElement;
      if (active !== document.body && active?.contains(root.current)) focusAgain(tabStop);
    });
    return () => cancelAnimationFrame(frame);
  }, [hasCards]);

  // A focused card keeps the focus when it changes its column, locally or remotely.
  const lastPlace = useRef<{ id: string | null; slug: string | undefined } | null>(null);
  const slug = place === null ? undefined : columns[place.column]?.slug;
  useEffect(() => {
    const was = lastPlace.current;
    lastPlace.current = { id: activeId, slug };
    if (activeId === null || was?.id !== activeId || was.slug === slug || !isKeyboardInUse()) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusAgain(activeId);
    });
  }, [activeId, slug, focusAgain]);

  // A new filter scrolls every column to its top.
  const filtered = useRef(filter);
  useEffect(() => {
    if (filtered.current === filter) return;
    filtered.current = filter;
    for (const list of root.current?.querySelectorAll(selectorOf(columnStyles.cards)) ?? []) list.scrollTop = 0;
  }, [filter]);

  useLayoutEffect(() => {
    if (root.current) root.current.scrollLeft = scrolled.left;
  }, []);

  const onKey = (event: KeyboardEvent | React.KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || useNotices.getState().hint !== null) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    const cardId = target?.dataset.cardId;
    const to =
      at === null || tabStop === null ? null : cardId === undefined ? tabStop : moveByArrowKey(columns, at, event);
    if (MOVING.has(pressedKeys(event))) {
      event.preventDefault();
      if (to !== null) reveal(to, true);
      return;
    }
    if (pressedKeys(event) === 'N') {
      const columnInUse = target?.closest<HTMLElement>('[data-slug]')?.dataset.slug ?? slug;
      const inUse =
        columns.find((shown) => shown.slug === columnInUse) ?? columns.find((shown) => mayCreateIn(board, shown));
      if (inUse === undefined || !mayCreateIn(board, inUse)) return;
      event.preventDefault();
      showNewTask(inUse.slug);
      return;
    }
    const next = board.isPublic ? undefined : selectByKey(event, 'board', selectableIn(columns, cardId), cardId);
    if (next !== undefined) {
      event.preventDefault();
      if (next !== cardId) reveal(next, true);
      return;
    }
    const card = cardId === undefined ? undefined : cards.byId.get(cardId);
    const isStep = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const step = isStep ? STEPS[event.key] : undefined;
    const aside = isStep ? SIDES[event.key] : undefined;
    if ((step ?? aside) !== undefined && card !== undefined && place !== null) {
      event.preventDefault();
      if (board.isPublic || board.missingPermissions.includes('task:update')) return;
      const next = columns[place.column + (aside ?? 0)]?.column;
      if (step === undefined) void (next && send('board.move', { taskId: card.id, to: next.slug }));
      else
        void stepCard(card, columns[place.column]?.cards ?? [], step).then((isMoved) => {
          if (isMoved) requestAnimationFrame(() => reveal(card.id, true));
        });
      return;
    }
    const [selected = card, ...others] = cardsOf(selectedIn('board'), cards);
    if (selected === undefined || board.isPublic) return;
    const openAt = (opensAt: readonly string[]) =>
      openMenu({
        kind: 'card',
        cardId: selected.id,
        opensAt,
        at: target?.getBoundingClientRect() ?? new DOMRect(),
        label: boardMessages.cardMenu({ title: titleOf(selected) }),
      });
    const keys = pressedTaskKeys(event);
    const { state } = usePublished.getState();
    const tasks = [selected, ...others].map((one) => taskOf(one, board));
    if (event.key === 'F10' && event.shiftKey) openAt([]);
    else if (keys !== undefined && state !== null)
      runTaskKeys(keys, entriesOf(tasks, state, cardOptions(board, columns, selected)), openAt);
    else return;
    event.preventDefault();
  };

  // The arrow keys, J and K work from anywhere except from elements that use these keys themselves.
  useWindowKeys((event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || isTyping(target) || root.current?.contains(target)) return;
    if (
      target.contains(root.current) ||
      (/^[JKN]$/.test(pressedKeys(event)) && target.closest('[role=dialog]') === null)
    )
      onKey(event);
  });

  const [leftmost, setLeftmost] = useState(0);
  const showColumnAt = (index: number) => {
    setLeftmost(index);
    root.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' });
  };
  const background = useBackground(board);
  const hidden = useBoardView((view) => view.hiddenError);
  const nothing = isFiltering && counted.shown === 0 && counted.total > 0;
  const isBare = columns.length === 0 && board.fetchedAt !== null;
  return (
    <>
      {/* Down moves into the board, Escape closes the filter. */}
      {typed === null ? (
        <BoardHeader {...{ board, counted, hiddenPlanned, isFiltering, standsAlone }} chosen={chosenCount(chosen)} />
      ) : (
        <FindField
          label={boardMessages.filter.label}
          typed={typed}
          onType={setFilter}
          onDown={focusTaskList}
          {...counted}
        />
      )}
      {chosenCount(chosen) > 0 && <FilterChips chosen={chosen} {...names} />}
      {board.error && hidden !== board.error.title && (
        <ErrorBox
          error={board.error}
          whatWasKept={
            board.error.whatWasKept ??
            (board.fetchedAt !== null && boardMessages.keptFrom({ when: clockOrDay(board.fetchedAt, now) }))
          }
          onHide={() => board.error && setBoardView({ hiddenError: board.error.title })}
        >
          <Button kind="primary" onClick={() => void send('board.refresh', {})}>
            {messages.tryAgain}
          </Button>
        </ErrorBox>
      )}
      {board.isNotListed && <NotListed {...board} />}
      <Unreadable of="board" />
      {isBare ? (
        <div className={classNames('scroll-inside', styles.nothing)}>
          <Empty title={boardMessages.noColumns} description={boardMessages.noColumnsHint}>
            <OtherProject />
          </Empty>
        </div>
      ) : nothing ? (
        <div className={classNames('scroll-inside', styles.nothing)}>
          <Empty title={boardMessages.filter.nothing} description={boardMessages.filter.nothingHint}>
            <Button
              onClick={() => {
                chooseNothing();
                setFilter(null);
              }}
            >
              {boardMessages.filter.clearAll}
            </Button>
          </Empty>
        </div>
      ) : (
        <>
          {columns.length > 1 && (
            <ColumnNames shown={columns} columns={board.columns} current={leftmost} onShow={showColumnAt} />
          )}
          <DragArea columns={columns} scrollers={scrollers} now={now} liveId={liveId} onLanded={reveal}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the cards in it, which are buttons. */}
            <div
              className={classNames(styles.board, background !== null && styles.pictured)}
              style={background === null ? undefined : { backgroundImage: `url("${background}")` }}
              ref={root}
              onKeyDown={onKey}
              onClickCapture={(event) => {
                const { cardId } = (event.target as HTMLElement).closest<HTMLElement>('[data-card-id]')?.dataset ?? {};
                if (cardId === undefined || board.isPublic) return;
                const isSelecting = cardsOf(selectedIn('board'), cards).length > 0;
                if (selectByClick(event, 'board', selectableIn(columns, cardId), cardId, isSelecting))
                  event.stopPropagation();
              }}
              onScroll={(event) => {
                if (event.target !== event.currentTarget) return;
                scrolled.left = event.currentTarget.scrollLeft;
                setLeftmost(leftmostOf(event.currentTarget));
              }}
            >
              {columns.map((shown, index) => (
                <Column
                  key={shown.slug}
                  shown={shown}
                  columns={board.columns}
                  activeId={at?.column === index ? tabStop : null}
                  liveId={liveId !== null && cards.byId.get(liveId)?.status === shown.slug ? liveId : null}
                  now={now}
                  readOnly={board.isPublic}
                  fixed={board.missingPermissions.includes('task:update')}
                  isFiltering={isFiltering}
                  project={mayCreateIn(board, shown) ? board.project : null}
                  scrollers={scrollers}
                />
              ))}
            </div>
          </DragArea>
        </>
      )}
      <BoardMenus board={board} columns={columns} />
    </>
  );
}

/** The column of a card, without cards that are not created yet. */
const selectableIn = (columns: readonly ShownColumn[], cardId: string | undefined): string[] =>
  (columns[findCard(columns, cardId ?? null)?.column ?? -1]?.cards ?? [])
    .filter(({ isNotCreatedYet }) => !isNotCreatedYet)
    .map(({ id }) => id);

/** A final column collects what is done; nothing begins there. */
const mayCreateIn = ({ isPublic, isNotListed, missingPermissions }: BoardView, { column }: ShownColumn): boolean =>
  column !== null && !column.isFinal && !isPublic && !isNotListed && !missingPermissions.includes('task:create');

/** The column at the left edge; the last one if nothing is left to scroll. */
function leftmostOf(board: HTMLElement): number {
  const columns = [...board.children] as HTMLElement[];
  if (board.scrollLeft > 0 && board.scrollLeft + board.clientWidth >= board.scrollWidth - 1) return columns.length - 1;
  const index = columns.findIndex(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth / 2 >= board.scrollLeft);
  return Math.max(0, index);
}

const NEAREST: ScrollIntoViewOptions = { block: 'nearest', inline: 'nearest' };
const STEPS: Partial<Record<string, 'up' | 'down'>> = { ArrowUp: 'up', ArrowDown: 'down' };
/** To the column on this side; planned and archived are none. */
const SIDES: Partial<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };
const MOVING = new Set([
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'PageUp',
  'J',
  'K',
]);

/** Searches the descriptions for the text. */
function useMatches(typed: string, boardId: number): void {
  const query = typed.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reopened board is searched again.
  useEffect(() => {
    setBoardView({ inDescription: NONE });
    if (query.length < MATCHES_FROM) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const answer = await request('board.search-descriptions', { query: query.slice(0, 256) });
      // A failed search counts as no match; the board shows its own errors.
      if (!gone && answer.ok && answer.value.length > 0) setBoardView({ inDescription: new Set(answer.value) });
    }, MATCHES_AFTER_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [query, boardId]);
}

/** Names of people and colours of labels for the filter chips. */
function namesIn(cards: Iterable<CardView>, isNeeded: boolean) {
  const people = new Map<string, string>();
  const colors = new Map<string, string>();
  if (!isNeeded) return { people, colors };
  for (const { assignee, labels } of cards) {
    if (assignee) people.set(assignee.id, assignee.name);
    for (const label of labels) colors.set(label.name, label.color);
  }
  return { people, colors };
}
