/** Changing entries by pointer and keys: the preview until main has the change, and sending it. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { AppErrorView, EntryView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import type { Piece, Span } from '../../../../shared/time/day.ts';
import { usePublished } from '../../../state/main-process.ts';
import { setHint, showError } from '../../../state/notices.ts';
import { openEntry } from '../../../state/shown-time.ts';
import { edgeScroll } from '../../../ui/edge-scroll.ts';
import { lengthOfTimes, type Times, timesOf } from '../entry-draft.ts';
import { type Confirmed, changeEntry, NOT_CONFIRMED } from '../save-entry.ts';
import { type Change, dragged, drawn, edgesOf, type Limits, stepOf, stepped } from './change-times.ts';
import { instantAt, type Scale } from './hours.ts';

/** An entry whose times are being changed. */
export interface Edit {
  entry: EntryView;
  change: Change;
  original: Times;
  times: Times;
  /** `saving`: it was sent, and main has not published it yet. */
  by: 'pointer' | 'keys' | 'saving';
}

/** A pressed pointer, which drags from a few pixels on. */
interface Press {
  pointerId: number;
  /** The window's coordinate where it was pressed, and where it is. */
  pressedY: number;
  y: number;
  /** The instant where it was pressed. */
  at: number;
  /** null for a new entry. */
  entry: EntryView | null;
  change: Change;
  edges: readonly number[];
  isExact: boolean;
  isDragging: boolean;
}

interface Changes {
  edit: Edit | null;
  /** The place of a new entry. */
  slot: Span | null;
}

const DRAG_FROM_PX = 4;

/** The hours on screen. */
export interface Shown {
  scale: Scale;
  dayPieces: readonly Piece[];
  scroller: RefObject<HTMLElement | null>;
  canvas: RefObject<HTMLElement | null>;
}

export type Edits = ReturnType<typeof useEdits>['edits'];

export function useEdits({ scale, dayPieces, scroller, canvas }: Shown) {
  const [{ edit, slot }, setChanges] = useState<Changes>({ edit: null, slot: null });
  const [said, setSaid] = useState('');
  const [question, setQuestion] = useState<{ edit: Edit; error: AppErrorView } | null>(null);
  const press = useRef<Press | null>(null);
  /** The same as the state, for handlers that run before the next render. */
  const latest = useRef<Changes>({ edit, slot });

  const show = useCallback((next: Partial<Changes>) => {
    latest.current = { ...latest.current, ...next };
    setChanges(latest.current);
  }, []);
  const entryOf = (block: HTMLElement | null): EntryView | undefined =>
    dayPieces.find(({ entry }) => entry.id === block?.dataset.stop)?.entry;
  const limits = (edges: readonly number[]): Limits => ({ ...scale, now: Date.now(), edges });

  async function commit(done: Edit, confirmed = NOT_CONFIRMED): Promise<void> {
    const { entry, original, times } = done;
    if (isSame(times, original)) return show({ edit: null });
    const sent: Edit = { ...done, by: 'saving' };
    show({ edit: sent });
    const error = await changeEntry(entry, times, original, entry.note, entry.task, confirmed);
    if (error === null) return;
    if (latest.current.edit === sent) show({ edit: null });
    if (error.kind === 'needs-confirmation') setQuestion({ edit: done, error });
    else showError(error);
  }

  // Main has published the change: the entry is another object now.
  useEffect(() => {
    const sent = latest.current.edit;
    if (sent?.by !== 'saving' || dayPieces.some(({ entry }) => entry === sent.entry)) return;
    show({ edit: null });
    // A block that changed its place in the list has lost the focus.
    if (document.activeElement === document.body) blockOf(canvas.current, sent.entry)?.focus();
  }, [dayPieces, canvas, show]);

  // Another page may open during a drag.
  useEffect(
    () => () => {
      if (press.current?.isDragging) setHint(null);
      press.current = null;
    },
    [],
  );

  function finishKeys(): void {
    const changed = latest.current.edit;
    if (changed?.by === 'keys') void commit(changed);
  }

  /** The answered question gives the focus back to the entry that it was about. */
  function closeQuestion(): void {
    if (question !== null) blockOf(canvas.current, question.edit.entry)?.focus();
    setQuestion(null);
  }

  function follow(): void {
    const pressed = press.current;
    const top = canvas.current?.getBoundingClientRect().top;
    if (pressed === null || top === undefined) return;
    const at = instantAt(scale, pressed.y - top);
    const { entry, change, isExact } = pressed;
    if (entry === null) {
      const next = drawn(pressed.at, at, limits(pressed.edges), isExact);
      if (next?.from === latest.current.slot?.from && next?.to === latest.current.slot?.to) return;
      show({ slot: next });
      if (next !== null) setSaid(spanText({ start: next.from, end: next.to }));
      return;
    }
    const original = timesOf(entry);
    const times = dragged(change, original, at - pressed.at, limits(pressed.edges), isExact);
    if (latest.current.edit !== null && isSame(times, latest.current.edit.times)) return;
    show({ edit: { entry, change, original, times, by: 'pointer' } });
    setSaid(spanText(times));
  }

  function scrollAtEdges(): void {
    const element = scroller.current;
    if (!press.current?.isDragging || element === null) return;
    const { y, pressedY } = press.current;
    const by = edgeScroll(y, element.getBoundingClientRect());
    // Not where the drag began, only where it goes.
    if (by * (y - pressedY) > 0) {
      element.scrollTop += by;
      follow();
    }
    requestAnimationFrame(scrollAtEdges);
  }

  function release(isKept: boolean): void {
    const pressed = press.current;
    press.current = null;
    if (!pressed?.isDragging) return;
    setHint(null);
    const { edit: changed, slot: added } = latest.current;
    show({ slot: null });
    if (!isKept) {
      show({ edit: null });
      setSaid('');
    } else if (pressed.entry === null) {
      if (added !== null) openEntry({ kind: 'add', ...added, gap: null });
    } else if (changed !== null) void commit(changed);
  }

  const pointer = {
    onPointerDown(event: React.PointerEvent<HTMLElement>) {
      const target = event.target as HTMLElement;
      const top = canvas.current?.getBoundingClientRect().top;
      if (event.button !== 0 || top === undefined || target.closest('[data-due]')) return;
      const entry = entryOf(target.closest<HTMLElement>('[data-stop]')) ?? null;
      finishKeys();
      press.current = {
        pointerId: event.pointerId,
        pressedY: event.clientY,
        y: event.clientY,
        at: instantAt(scale, event.clientY - top),
        entry,
        change: (target.closest<HTMLElement>('[data-handle]')?.dataset.handle as Change | undefined) ?? 'move',
        edges: edgesOf(dayPieces, entry?.id ?? null),
        isExact: event.altKey,
        isDragging: false,
      };
    },
    onPointerMove(event: React.PointerEvent<HTMLElement>) {
      const pressed = press.current;
      if (pressed === null || pressed.pointerId !== event.pointerId) return;
      if (event.buttons === 0) return release(false);
      pressed.y = event.clientY;
      pressed.isExact = event.altKey;
      if (!pressed.isDragging) {
        if (Math.abs(event.clientY - pressed.pressedY) < DRAG_FROM_PX) return;
        pressed.isDragging = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { dragHint, dragKeys } = timePageMessages;
        const isMac = usePublished.getState().state?.app.platform === 'darwin';
        setHint(dragHint({ minutes: stepOf(scale.hourHeight) / MINUTE_MS }), [
          [isMac ? '⌥' : 'Alt', dragKeys.toMinute],
          [messages.status.keys.esc, dragKeys.leave],
        ]);
        requestAnimationFrame(scrollAtEdges);
      }
      follow();
    },
    onPointerUp: () => release(true),
    onPointerCancel: () => release(false),
    onLostPointerCapture: () => release(false),
    onDoubleClick({ target }: React.MouseEvent) {
      const entry = entryOf((target as HTMLElement).closest<HTMLElement>('[data-stop]'));
      if (entry) openEntry({ kind: 'edit', entryId: entry.id });
    },
  };

  /** One key press; it is sent when the modifier is released, so that one undo takes back a series. */
  function step(entryId: string, change: Change, direction: 1 | -1): void {
    const entry = dayPieces.find((piece) => piece.entry.id === entryId)?.entry;
    if (entry === undefined) return;
    if (entry.endTime === null && change !== 'start') {
      setSaid(timePageMessages.onlyStart);
      return;
    }
    const pending = latest.current.edit;
    if (pending?.entry.id !== entryId) finishKeys();
    const original = timesOf(entry);
    const from = pending?.entry.id === entryId ? pending.times : original;
    const times = stepped(change, from, direction, limits(edgesOf(dayPieces, entryId)));
    show({ edit: { entry, change, original, times, by: 'keys' } });
    setSaid(spanText(times));
  }

  return {
    edit,
    slot,
    said,
    question,
    edits: {
      pointer,
      step,
      finishKeys,
      /** Returns true if there was a change to revert. */
      cancel(): boolean {
        if (press.current?.isDragging) {
          release(false);
          return true;
        }
        if (question !== null) {
          closeQuestion();
          return true;
        }
        if (latest.current.edit?.by !== 'keys') return false;
        show({ edit: null });
        setSaid('');
        return true;
      },
      say: setSaid,
      /** Answers the question about a very long entry or a closed week; null for no. */
      confirm(confirmed: Confirmed | null) {
        closeQuestion();
        if (confirmed !== null && question !== null) void commit(question.edit, confirmed);
      },
    },
  };
}

const blockOf = (canvas: HTMLElement | null, { id }: EntryView): HTMLElement | null =>
  canvas?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(id)}"]`) ?? null;

const isSame = (one: Times, other: Times): boolean => one.start === other.start && one.end === other.end;

/** "09:24–10:42, 1:18". */
export const spanText = (times: Times): string =>
  [
    times.end === null ? clock(times.start) : timePageMessages.span({ from: clock(times.start), to: clock(times.end) }),
    hoursMinutes(lengthOfTimes(times)),
  ].join(', ');
