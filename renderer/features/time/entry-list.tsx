import { useDeferredValue, useRef, useState } from 'react';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import type { Piece } from '../../../shared/time/day.ts';
import type { OpenEntry, OpenGap } from '../../state/shown-time.ts';
import { LinkButton } from '../../ui/button.tsx';
import { moveInList, pressedKeys } from '../../ui/keys.ts';
import { selectByKey } from '../../widgets/select-rows.ts';
import { OpenForm } from './entry-form.tsx';
import styles from './entry-list.module.css';
import { EntryRow } from './entry-row.tsx';
import { answerGap, fillFrom, gapTexts, openGap, useGapMenu } from './gap-menu.tsx';
import { useFocusBack, useKeysInto } from './show-entry.ts';
import { type Gap, gapStop, stopOf, type TimelineEntry } from './timeline.ts';
import { useSelectedEntries } from './use-selected-entries.ts';

interface Props {
  items: readonly (TimelineEntry | Gap)[];
  /** Also those that are not listed. */
  dayPieces: readonly Piece[];
  day: string;
  isPast: boolean;
  opened: Exclude<OpenEntry, OpenGap> | null;
}

/** More entries than fit in the window; they are drawn before the rest. */
const FIRST_ENTRIES = 30;

/**
 * The entries with their gaps. One Tab stop; Up, Down, J and K move between rows, gaps and fixes; Enter opens, C continues the
 * task, F fills the next gap. The form replaces the row or gap that it was opened from.
 */
export function EntryList({ items, dayPieces, day, isPast, opened }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const isWhole = useDeferredValue(true, false);
  const [lastFocused, setLastFocused] = useState<string | null>(null);
  const stops = items.flatMap((item) => {
    if (!('piece' in item)) return gapStop(item.from);
    const { id } = item.piece.entry;
    return item.overlap ? [id, `fix ${id}`] : id;
  });
  // The form replaces its row or gap, which therefore cannot be the Tab stop.
  const replaced = opened && stopOf(opened);
  const entries = items.flatMap((item) => ('piece' in item ? item.piece.entry.id : [])).filter((id) => id !== replaced);
  const tabStop =
    lastFocused !== null && lastFocused !== replaced && stops.includes(lastFocused)
      ? lastFocused
      : (entries.at(-1) ?? stops.find((stop) => stop !== replaced));
  useFocusBack(list, tabStop);
  useKeysInto(list);
  const { selected, onClickCapture } = useSelectedEntries(entries);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const { stop } = target.dataset;
    if (stop === undefined || event.defaultPrevented) return;
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    const gaps = items.flatMap((item) => ('piece' in item ? [] : item));
    const gap = gaps.find(({ from }) => gapStop(from) === stop);
    const from = (gap ?? dayPieces.find(({ entry }) => entry.id === stop))?.from ?? 0;
    const to = moveInList(event, all.indexOf(target), all.length);
    const next = selectByKey(event, 'time', entries, entries.includes(stop) ? stop : undefined);
    if (next !== undefined) all.find(({ dataset }) => dataset.stop === next)?.focus();
    else if (gap && pressedKeys(event) === 'N') answerGap(gap);
    else if (to !== null) all[to]?.focus();
    else if (pressedKeys(event) !== 'F' || !fillFrom(from, gaps)) return;
    event.preventDefault();
  };
  return (
    <ul
      className={styles.list}
      aria-label={timePageMessages.list}
      ref={list}
      onKeyDown={onKeyDown}
      onClickCapture={onClickCapture}
      onFocus={(event) => {
        const { stop } = (event.target as HTMLElement).dataset;
        if (stop !== undefined) setLastFocused(stop);
      }}
    >
      {items.slice(0, isWhole ? items.length : FIRST_ENTRIES).map((item) => {
        const stop = 'piece' in item ? item.piece.entry.id : gapStop(item.from);
        if (opened && stop === replaced)
          return (
            <li key={`form ${stop}`}>
              <OpenForm {...{ opened, dayPieces, day }} />
            </li>
          );
        if (!('piece' in item)) return <GapRow key={stop} gap={item} tabStop={tabStop} />;
        const isSelected = selected.includes(stop);
        return <EntryRow key={stop} item={item} tabStop={tabStop} day={day} isPast={isPast} isSelected={isSelected} />;
      })}
    </ul>
  );
}

function GapRow({ gap, tabStop }: { gap: Gap; tabStop: string | undefined }) {
  const { onContextMenu, menu } = useGapMenu(gap);
  const stop = gapStop(gap.from);
  const { length, name } = gapTexts(gap);
  return (
    <li className={styles.gap}>
      <span className="tabular-numbers">{length}</span>
      <span className={styles.line} />
      <LinkButton
        className={styles.fill}
        tabIndex={tabStop === stop ? 0 : -1}
        data-stop={stop}
        aria-label={name}
        onClick={() => openGap(gap)}
        onContextMenu={onContextMenu}
      >
        {gap.isNotWork ? timePageMessages.addHere : timePageMessages.fill}
      </LinkButton>
      {menu}
    </li>
  );
}
