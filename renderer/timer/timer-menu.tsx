import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import type { EntryView } from '../../electron/bridge/contract.ts';
import { hoursMinutes } from '../../electron/words/en.ts';
import { setSwitching, tell } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import { DownIcon } from '../ui/icons.ts';
import { isTyping, moveInList } from '../ui/keys.ts';
import { MINUTE, useNow } from '../ui/use-now.ts';
import { clock, clockOrDay } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { ExactStart } from './exact-start.tsx';
import { Note } from './note.tsx';
import './timer-menu.css';

const MINUTES_AGO = [0, 5, 10, 15];

/**
 * What can be done with the running timer. A note is written in it, so it is a dialog with buttons and not an ARIA menu,
 * which may hold no text field; the arrow keys move in it all the same.
 */
export function TimerMenu({ entry }: { entry: EntryView }) {
  const [open, setOpen] = useState(false);
  const toSearch = useRef(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen} modal={false}>
      <Popover.Trigger className="more" aria-label={words.timer.menu} title={words.timer.menu}>
        <Icon of={DownIcon} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu"
          aria-label={words.timer.menu}
          align="end"
          alignOffset={-4}
          sideOffset={8}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // The search over the bar takes the focus instead of the button that is gone.
            if (toSearch.current) event.preventDefault();
            toSearch.current = false;
          }}
          onKeyDown={(event) => {
            if (isTyping(event.target)) return;
            const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.mi')];
            const at = items.indexOf(document.activeElement as HTMLElement);
            const to = moveInList(event, at, items.length);
            if (to === null) return;
            event.preventDefault();
            items[to]?.focus();
          }}
        >
          <Items
            entry={entry}
            close={() => setOpen(false)}
            switchTask={() => {
              toSearch.current = true;
              setOpen(false);
              setSwitching(true);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Items({ entry, close, switchTask }: { entry: EntryView; close: () => void; switchTask: () => void }) {
  const now = useNow(MINUTE / 4);
  const [exact, setExact] = useState(false);
  const moveStart = (at: number) => {
    close();
    void tell('timer.set-start', { startTime: new Date(at).toISOString() });
  };
  return (
    <>
      <div className="cap">
        <span>{words.timer.startedAt}</span>
        <span className="num">{clockOrDay(entry.startTime, now)}</span>
      </div>
      {MINUTES_AGO.map((minutes) => (
        <button type="button" className="mi" key={minutes} onClick={() => moveStart(Date.now() - minutes * MINUTE)}>
          {minutes === 0 ? words.timer.now : words.timer.minutesAgo(minutes)}
          <span className="r">{clock(now.getTime() - minutes * MINUTE)}</span>
        </button>
      ))}
      {exact ? (
        <ExactStart startTime={entry.startTime} onSet={moveStart} />
      ) : (
        <button type="button" className="mi" onClick={() => setExact(true)}>
          {words.timer.exact}
        </button>
      )}
      <hr />
      <Note key={entry.id} note={entry.note} />
      <hr />
      <button type="button" className="mi" onClick={switchTask}>
        {words.timer.switchTask}
      </button>
      <button
        type="button"
        className="mi danger"
        onClick={() => {
          close();
          void tell('timer.discard', {});
        }}
      >
        {words.timer.discard}
        <span className="r">{hoursMinutes(now.getTime() - Date.parse(entry.startTime))}</span>
      </button>
    </>
  );
}
