import { useRef, useState } from 'react';
import { hoursMinutes } from '../../electron/words/en.ts';
import { useTold } from '../store.ts';
import { Empty } from '../ui/empty.tsx';
import { moveInList } from '../ui/keys.ts';
import { MINUTE, SECOND, useNow } from '../ui/use-now.ts';
import { shortDay, twelveHours } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { countedTwice, dayBounds, localDay, pieces, total } from './day.ts';
import { DayStrip } from './day-strip.tsx';
import { EntryRow } from './entry-row.tsx';
import { timeline } from './timeline.ts';
import './time.css';

/** The day as it was: to scale, and as a list with its gaps and overlaps. */
export function Time() {
  const { today, day, running } = useTold((state) => state.time);
  const ticking = useNow(running === null ? MINUTE : 5 * SECOND, running?.startTime ?? 0);
  // A timer that was just started is never in the future.
  const now = Math.max(ticking.getTime(), running === null ? 0 : Date.parse(running.startTime));
  const bounds = dayBounds(day);
  const here = pieces(today, bounds, now);
  const twice = countedTwice(here);
  return (
    <div className={twelveHours ? 'time twelve' : 'time'}>
      <header className="th">
        <h2>{day === localDay(now) ? words.time.today : words.time.notToday}</h2>
        <span className="s">{shortDay(bounds.from)}</span>
        {twice >= MINUTE && <span className="twice">{words.time.countedTwice(words.time.duration(twice))}</span>}
        <span className="tot">
          <span className="unseen">{words.time.total} </span>
          {hoursMinutes(total(here))}
        </span>
      </header>
      <DayStrip day={here} bounds={bounds} now={now} />
      {here.length === 0 ? (
        <Empty title={words.time.empty} says={words.time.emptySays} />
      ) : (
        <Entries items={timeline(here)} />
      )}
    </div>
  );
}

/** One stop for Tab; Up, Down, J and K move between the entries. */
function Entries({ items }: { items: ReturnType<typeof timeline> }) {
  const list = useRef<HTMLUListElement>(null);
  const [tabStop, setTabStop] = useState<string | null>(null);
  const stop = items.some(({ piece }) => piece.entry.id === tabStop) ? tabStop : items.at(-1)?.piece.entry.id;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.play') ?? [])];
    const to = moveInList(event, buttons.indexOf(event.target as HTMLElement), buttons.length);
    if (to === null) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return (
    <ul className="entries" aria-label={words.time.list} ref={list} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <EntryRow
          key={item.piece.entry.id}
          item={item}
          isTabStop={item.piece.entry.id === stop}
          onFocus={() => setTabStop(item.piece.entry.id)}
        />
      ))}
    </ul>
  );
}
