import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timerFormsMessages } from '../../../../shared/i18n/generated/timer-forms.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { shownDuration } from '../../../../shared/time/shown-times.ts';
import { timeBetween } from '../../../../shared/time/typed-time.ts';
import { request, send } from '../../../state/main-process.ts';
import { openTimerPart, setSwitching } from '../../../state/navigation.ts';
import { useViewRequest } from '../../../state/view-requests.ts';
import { selectorOf } from '../../../ui/class-names.ts';
import { BackIcon, DownIcon, Icon } from '../../../ui/icons.tsx';
import { isTyping, moveFocus } from '../../../ui/keys.ts';
import menuStyles from '../../../ui/menu.module.css';
import { PopoverButton } from '../../../ui/menu.tsx';
import { PopoverPanel } from '../../../ui/menu-pages.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useConfirmLongEntry } from '../entry-error.tsx';
import { useRound } from './focus.tsx';
import { FocusMenu } from './focus-menu.tsx';
import { SplitForm, TimeForm } from './time-form.tsx';
import timerBarStyles from './timer-bar.module.css';

const MINUTES_AGO = [0, 5, 10, 15];
/**
 * Actions of the running timer. A dialog, because an ARIA menu must not contain the fields of its parts. The arrow keys work as in a
 * menu.
 */
export default function TimerMenu({ entry, isOpenAtFirst }: { entry: EntryView; isOpenAtFirst: boolean }) {
  const [open, setOpen] = useState(isOpenAtFirst);
  const leavesFocus = useRef(false);
  const [firstPart, setFirstPart] = useState<Part>('all');
  useViewRequest('timer-part', (part) => {
    if (part !== 'focus') return false;
    setFirstPart('focus');
    setOpen(true);
    return true;
  });
  return (
    <Popover.Root open={open} onOpenChange={setOpen} modal={false}>
      <Popover.Trigger className={timerBarStyles.menuButton} title={messages.timer.menu}>
        <Icon of={DownIcon} />
      </Popover.Trigger>
      <PopoverPanel
        aria-label={messages.timer.menu}
        align="end"
        alignOffset={-4}
        sideOffset={8}
        onCloseAutoFocus={(event) => {
          // The field that the menu opened has the focus.
          if (leavesFocus.current) event.preventDefault();
          leavesFocus.current = false;
          setFirstPart('all');
        }}
        onKeyDown={(event) => {
          if (isTyping(event.target)) return;
          const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
          const letter = isPlain
            ? event.currentTarget.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key.toUpperCase())}"]`)
            : null;
          if (letter) {
            event.preventDefault();
            letter.click();
            return;
          }
          moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>(selectorOf(menuStyles.item))]);
        }}
      >
        <Items
          key={firstPart}
          firstPart={firstPart}
          entry={entry}
          close={() => setOpen(false)}
          leaveTo={(openField) => {
            leavesFocus.current = true;
            setOpen(false);
            openField();
          }}
        />
      </PopoverPanel>
    </Popover.Root>
  );
}

type Part = 'all' | 'stop' | 'split' | 'focus';

interface ItemsProps {
  firstPart: Part;
  entry: EntryView;
  close: () => void;
  /** Closes the menu and opens a field of the bar. */
  leaveTo: (openField: () => void) => void;
}

function Items({ entry, firstPart, close, leaveTo }: ItemsProps) {
  const now = useNow(MINUTE_MS / 4, entry.startTime);
  const [part, setPart] = useState(firstPart);
  const round = useRound();
  const start = Date.parse(entry.startTime);
  const moveStart = (at: number) => {
    close();
    void send('timer.set-start', { startTime: new Date(at).toISOString() });
  };
  const back = () => setPart('all');
  const split = (at: number) => {
    close();
    void send('time.split', { entryId: entry.id, at: new Date(at).toISOString() });
  };
  if (part === 'stop') return <StopAt startTime={entry.startTime} now={now} close={close} back={back} />;
  if (part === 'focus') return <FocusMenu now={now} close={close} back={back} />;
  if (part === 'split') return <SplitForm start={start} end={null} onSplit={split} onCancel={back} />;
  return (
    <>
      <div className={menuStyles.caption}>
        <span>{timerFormsMessages.startedAt}</span>
        <span className="tabular-numbers">{clockOrDay(entry.startTime, now)}</span>
      </div>
      {agoButtons(MINUTES_AGO, now, moveStart)}
      <PopoverButton onClick={() => leaveTo(() => openTimerPart('start'))}>{timerFormsMessages.exact}</PopoverButton>
      <hr />
      <PopoverButton onClick={() => leaveTo(() => openTimerPart('note'))}>{timerFormsMessages.editNote}</PopoverButton>
      <PopoverButton hint={round} onClick={() => setPart('focus')}>
        {timerFormsMessages.focus}
      </PopoverButton>
      <LetterButton letter={timerFormsMessages.keys.switch} onClick={() => leaveTo(() => setSwitching(true))}>
        {timerFormsMessages.switchTask}
      </LetterButton>
      <LetterButton letter={timerFormsMessages.keys.split} onClick={() => setPart('split')}>
        {timerFormsMessages.split}
      </LetterButton>
      <PopoverButton onClick={() => setPart('stop')}>{timerFormsMessages.stopAt}</PopoverButton>
      <PopoverButton
        danger
        hint={hoursMinutes(now.getTime() - start)}
        onClick={() => {
          close();
          void send('timer.discard', {});
        }}
      >
        {timerFormsMessages.discard}
      </PopoverButton>
    </>
  );
}

/** Each chooses the time some minutes ago. */
const agoButtons = (all: readonly number[], now: Date, onChoose: (at: number) => void) =>
  all.map((minutes) => (
    <PopoverButton
      key={minutes}
      hint={clock(now.getTime() - minutes * MINUTE_MS)}
      onClick={() => onChoose(Date.now() - minutes * MINUTE_MS)}
    >
      {minutes === 0 ? timerFormsMessages.now : timerFormsMessages.minutesAgo({ minutes })}
    </PopoverButton>
  ));

/** An entry that a single key chooses as well. */
const LetterButton = ({ letter, ...rest }: { letter: string; onClick: () => void; children: ReactNode }) => (
  <PopoverButton
    data-key={letter}
    aria-keyshortcuts={letter}
    hint={
      <span aria-hidden="true">
        <kbd>{letter}</kbd>
      </span>
    }
    {...rest}
  />
);

interface StopAtProps {
  startTime: string;
  now: Date;
  close: () => void;
  back: () => void;
}

/** Stops the timer at an earlier time. Replaces the menu's content. */
function StopAt({ startTime, now, close, back }: StopAtProps) {
  const { set, question } = useConfirmLongEntry(
    (at, { allowLong }) => request('timer.stop', { endTime: new Date(at).toISOString(), allowLong }),
    close,
  );
  const stop = (at: number) => void set(at);
  const start = Date.parse(startTime);
  const possible = MINUTES_AGO.filter((minutes) => minutes > 0 && now.getTime() - minutes * MINUTE_MS > start);
  const [exact, setExact] = useState(false);
  return (
    <>
      <PopoverButton autoFocus onClick={back}>
        <Icon of={BackIcon} />
        {timerFormsMessages.stopAtCap}
      </PopoverButton>
      {agoButtons(possible, now, stop)}
      {exact || possible.length === 0 ? (
        <TimeForm
          label={timerFormsMessages.stopAtLabel}
          initial={clock(Date.now())}
          action={timerFormsMessages.stopIt}
          read={(text, now, day) => timeBetween(text, start, now.getTime(), day)}
          since={localDay(start)}
          outside={timerFormsMessages.beforeStart}
          description={(at) => hoursMinutes(shownDuration(start, at))}
          onSet={stop}
        />
      ) : (
        <PopoverButton onClick={() => setExact(true)}>{timerFormsMessages.exact}</PopoverButton>
      )}
      {question}
    </>
  );
}
