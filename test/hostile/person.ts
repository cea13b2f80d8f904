/** What a person does with the timer, and what they believe there is from then on. */
import type { CommandName, Payload } from '../../shared/contract/index.ts';
import type { Chance } from './chance.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What the person believes: starts are chosen to the millisecond and so tell entries apart. */
export interface Believed {
  taskId: string;
  start: string;
  /** Where only the time between question and answer is known: its first and last moment. */
  end: string | null | [from: number, to: number];
  note: string;
  isDiscarded: boolean;
}

/** An entry as it is kept on disk. */
export interface Kept extends Believed {
  id: string;
  end: string | null;
}

type Named<N extends CommandName> = N extends CommandName ? { name: N; payload: Payload<N> } : never;

/** A command, and what is believed once it is confirmed (times in ms). */
export type Act = Named<
  'time.add' | 'timer.start' | 'timer.stop' | 'timer.set-note' | 'timer.set-start' | 'timer.discard' | 'unsent.send-now'
> & { after: (asked: number, answered: number) => Believed[] };

/** Texts that servers change. Each begins with something of its own. */
const NOTES = [
  '',
  '',
  'Mail',
  '  blanks  around and   within ',
  'lines\nand\r\nlines',
  'Ça va? Über die “Rechnung” & mehr <b>fett</b>',
  'Straße, ﬁle, İstanbul, 12½ €',
  '日本語のメモ 👩‍💻🎉',
  'a <tag> that is none',
  'long: '.padEnd(300, 'and so on '),
] as const;

/** `believed`: of the account that acts. `now` in ms. */
export function chooseAct(chance: Chance, believed: readonly Believed[], taskIds: readonly string[], now: number): Act {
  const current = believed.find(({ end, isDiscarded }) => end === null && !isDiscarded);
  const others = believed.filter((entry) => entry !== current);
  const starts = new Set(believed.map(({ start }) => start));
  /** Unlike any other. */
  function instant(least: number, most: number): string {
    for (let at = Math.max(least, chance.between(least, most)); ; at -= 1) {
      const iso = new Date(at).toISOString();
      if (!starts.has(iso)) return iso;
    }
  }
  const noteOf = (): string => {
    const text = chance.pick(NOTES);
    return text === '' ? '' : `${chance.between(0, 1e6)} ${text}`;
  };

  if (current === undefined || chance.is(0.25)) {
    const taskId = chance.anyOf(taskIds.filter((id) => id !== current?.taskId)) ?? '';
    if (current === undefined && chance.is(0.3)) {
      const startTime = instant(now - 600 * MINUTE, now - 60 * MINUTE);
      const endTime = new Date(Date.parse(startTime) + chance.between(0, 50 * MINUTE)).toISOString();
      const note = noteOf();
      const made: Believed = { taskId, start: startTime, end: endTime, note, isDiscarded: false };
      return { name: 'time.add', payload: { taskId, startTime, endTime, note }, after: () => [...others, made] };
    }
    // Later than the start of what runs.
    const earliest = Math.max(current === undefined ? 0 : Date.parse(current.start) + 1, now - 40 * MINUTE);
    const start = instant(Math.min(earliest, now - 1), now);
    const made: Believed = { taskId, start, end: null, note: '', isDiscarded: false };
    const at = Date.parse(start);
    const ended: Believed[] = current === undefined ? [] : [{ ...current, end: [at, at] }];
    return { name: 'timer.start', payload: { taskId, startTime: start }, after: () => [...others, ...ended, made] };
  }
  switch (chance.pick(['stop', 'stop', 'stop', 'note', 'set-start', 'discard', 'try-now'])) {
    case 'note': {
      const note = noteOf();
      return { name: 'timer.set-note', payload: { note }, after: () => [...others, { ...current, note }] };
    }
    case 'set-start': {
      const start = instant(now - 60 * MINUTE, now - SECOND);
      const payload = { startTime: start };
      return { name: 'timer.set-start', payload, after: () => [...others, { ...current, start }] };
    }
    case 'discard':
      return { name: 'timer.discard', payload: {}, after: () => [...others, { ...current, isDiscarded: true }] };
    case 'try-now':
      return { name: 'unsent.send-now', payload: {}, after: () => [...believed] };
    default: {
      const after = (asked: number, answered: number) => stopped(believed, asked, answered);
      return { name: 'timer.stop', payload: {}, after };
    }
  }
}

/** What is believed once the timer was stopped, at some moment between two (ms). */
export function stopped(believed: readonly Believed[], asked: number, answered: number): Believed[] {
  return believed.map((entry) => {
    if (entry.end !== null || entry.isDiscarded) return entry;
    const start = Date.parse(entry.start);
    // The clock was set back while it ran: only another one knows how long that was.
    return { ...entry, end: asked < start ? [start, Number.POSITIVE_INFINITY] : [asked, answered] };
  });
}

/** Where the clock was set meanwhile, only another clock knows when a timer was stopped. */
export function atSomeTime(believed: readonly Believed[]): Believed[] {
  return believed.map((entry) =>
    Array.isArray(entry.end) ? { ...entry, end: [Date.parse(entry.start), Number.POSITIVE_INFINITY] } : entry,
  );
}

/** What is kept is what is believed, and nothing else. */
export function isSame(wanted: readonly Believed[], found: readonly Kept[]): boolean {
  return wanted.length === found.length && wanted.every((entry) => found.some((one) => isSameEntry(entry, one)));
}

export function isSameEntry(wanted: Believed, found: Kept): boolean {
  return (
    wanted.taskId === found.taskId &&
    wanted.start === found.start &&
    wanted.note === found.note &&
    wanted.isDiscarded === found.isDiscarded &&
    isSameEnd(wanted.end, found.end)
  );
}

function isSameEnd(wanted: Believed['end'], found: string | null): boolean {
  if (!Array.isArray(wanted)) return wanted === found;
  const at = Date.parse(found ?? '');
  return at >= wanted[0] && at <= wanted[1];
}
