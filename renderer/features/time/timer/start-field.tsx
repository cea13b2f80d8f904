import { useEffect, useId, useState } from 'react';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { SECOND_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, hoursMinutes, shortDay } from '../../../../shared/i18n/format-dates.ts';
import { keysPageMessages } from '../../../../shared/i18n/generated/keys-page.ts';
import { timerFormsMessages } from '../../../../shared/i18n/generated/timer-forms.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { dayAfter, localDay } from '../../../../shared/time/day.ts';
import { shownMinute, shownSpan } from '../../../../shared/time/shown-times.ts';
import { roundStep, typedStart } from '../../../../shared/time/typed-time.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { setHint } from '../../../state/notices.ts';
import { classNames } from '../../../ui/class-names.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { longestOverlap } from '../timeline.ts';
import styles from './timer-bar.module.css';

const DIRECTIONS: Partial<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** What an arrow key adds (minutes). */
const STEP = 5;

/** The start of the running timer, changed in the place of its clock. Enter and Tab keep it; Escape and a click elsewhere do not. */
export default function StartField({ entry, onClose }: { entry: EntryView; onClose: (byKey: boolean) => void }) {
  const now = useNow(SECOND_MS);
  const start = Date.parse(entry.startTime);
  /** `at`: the instant that the text stands for; null once it is typed. */
  const [draft, setDraft] = useState<{ text: string; at: number | null }>({ text: clock(start), at: start });
  const [tried, setTried] = useState(false);
  const today = useAppState((state) => state.time.today);
  const id = useId();
  useEffect(() => {
    const { keys, minutes } = messages.status;
    const { hints } = keysPageMessages;
    setHint('', [
      [keys.upDown, minutes({ count: STEP })],
      [keys.enter, hints.keep],
      [keys.esc, hints.leaveIt],
    ]);
    return () => setHint(null);
  }, []);
  const time = draft.at === null ? typedStart(draft.text, start, now) : { at: draft.at };

  const keep = () => {
    if ('wrong' in time) return setTried(true);
    onClose(true);
    if (time.at !== start) void send('timer.set-start', { startTime: new Date(time.at).toISOString() });
  };
  const step = (direction: 1 | -1, minutes: number) => {
    const at = Math.min(roundStep('at' in time ? time.at : start, direction, minutes), Date.now());
    setDraft({ text: clock(at), at });
    setTried(false);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (event.key === 'Tab') {
      if ('at' in time) keep();
      return;
    }
    if (event.key === 'Enter') keep();
    else if (event.key === 'Escape') onClose(true);
    else if (direction !== undefined) step(direction, event.shiftKey ? 1 : STEP);
    else return;
    event.preventDefault();
  };

  const others = today.filter((other) => other.id !== entry.id);
  const overlap =
    'at' in time
      ? longestOverlap(
          { from: shownMinute(time.at), to: shownMinute(now.getTime()) },
          others.map((other) => ({ entry: other, ...shownSpan(other, now.getTime()) })),
        )
      : null;
  // An incomplete time is reported only on Enter, a future one at once.
  const isWrong = 'wrong' in time && (tried || time.wrong === 'future');
  return (
    <span className={styles.start}>
      <label className={styles.startLine}>
        <span className={styles.startLabel}>{timerFormsMessages.startLabel}</span>
        <TextInput
          value={draft.text}
          onChange={(typed) => {
            setDraft({ text: typed, at: null });
            setTried(false);
          }}
          selects
          onBlur={() => onClose(false)}
          onKeyDown={onKeyDown}
          autoFocus
          maxLength={12}
          isWrong={isWrong}
          aria-describedby={id}
        />
      </label>
      <span
        id={id}
        role="status"
        className={classNames('truncate', styles.below, isWrong && styles.wrong, overlap && styles.overlap)}
      >
        {'at' in time
          ? overlap
            ? timerFormsMessages.overlaps({
                task: overlap.entry.task.identifier,
                duration: hoursMinutes(overlap.ms),
              })
            : effect(time.at, start, now)
          : isWrong && (time.wrong === 'future' ? timerFormsMessages.future : timerFormsMessages.notATime)}
      </span>
    </span>
  );
}

/** "0:46 so far, +0:04", after the day if it is not today. */
function effect(at: number, start: number, now: Date): string {
  const change = shownMinute(start) - shownMinute(at);
  const changed = `, ${change < 0 ? '−' : '+'}${hoursMinutes(Math.abs(change))}`;
  const soFar = timerFormsMessages.soFar({
    duration: hoursMinutes(now.getTime() - at),
    change: change === 0 ? '' : changed,
  });
  const [day, today] = [localDay(at), localDay(now.getTime())];
  if (day === today) return soFar;
  return `${day === dayAfter(today, -1) ? timerFormsMessages.yesterday : shortDay(at)} · ${soFar}`;
}
