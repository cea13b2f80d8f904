/** A person's actions with the timer, and the entries they expect afterwards. */
import type { CommandName, Payload } from '../../shared/contract/index.ts';
import type { Chance } from './chance.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Expected entries; unique by their start, also among those of other open accounts. */
export interface Believed {
  accountId: string;
  taskId: string;
  start: string;
  /** If only the time between request and answer is known: its first and last instant. */
  end: string | null | [from: number, to: number];
  note: string;
  isDiscarded: boolean;
}

/** An entry on disk. */
export interface Kept extends Believed {
  id: string;
  end: string | null;
}

type Named<N extends CommandName> = N extends CommandName ? { name: N; payload: Payload<N> } : never;

/** A command, and the expected entries after its confirmation (times in ms). */
export type Act = Named<
  'time.add' | 'timer.start' | 'timer.stop' | 'timer.set-note' | 'timer.set-start' | 'timer.discard' | 'outbox.send-now'
> & { after: (asked: number, answered: number) => Believed[] };

/** Texts that servers change. Each has a unique beginning. */
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

/** Small edits of a note, which a server may not keep. */
const EDITS = [
  (note: string) => `${note} and calls`,
  (note: string) => `${note} 📞`,
  (note: string) => `${note.replace(' ', ': ')}!`,
  (note: string) => note.toUpperCase(),
  (note: string) => note.normalize('NFD').replace(/\p{M}/gu, ''),
  (note: string) => note.slice(0, note.lastIndexOf(' ')),
] as const;

/** A task; servers may give the same ids. */
export type TaskOf = Pick<Believed, 'accountId' | 'taskId'>;

/** `believed`: the expected entries of all open accounts, which have one timer together. `now` in ms. */
export function chooseAct(chance: Chance, believed: readonly Believed[], tasks: readonly TaskOf[], now: number): Act {
  const current = believed.find(({ end, isDiscarded }) => end === null && !isDiscarded);
  const others = believed.filter((entry) => entry !== current);
  const starts = new Set(believed.map(({ start }) => start));
  /** Unique; half of them are on a full minute, as people type them. */
  function instant(least: number, most: number): string {
    const exact = Math.max(least, chance.between(least, most));
    const onMinute = Math.floor(exact / MINUTE) * MINUTE;
    const [first, step] = chance.is(0.5) && onMinute >= least ? [onMinute, MINUTE] : [exact, 1];
    for (let at = first; ; at -= step) {
      const iso = new Date(at).toISOString();
      if (!starts.has(iso)) return iso;
    }
  }
  const noteOf = (): string => {
    const text = chance.pick(NOTES);
    return text === '' ? '' : `${chance.between(0, 1e6)} ${text}`;
  };

  if (current === undefined || chance.is(0.25)) {
    const isCurrent = ({ accountId, taskId }: TaskOf) => accountId === current?.accountId && taskId === current.taskId;
    const { accountId = '', taskId = '' } = chance.anyOf(tasks.filter((one) => !isCurrent(one))) ?? {};
    const task = { accountId, taskId };
    if (current === undefined && chance.is(0.3)) {
      const startTime = instant(now - 600 * MINUTE, now - 60 * MINUTE);
      const length = chance.is(0.5) ? chance.between(0, 50) * MINUTE : chance.between(0, 50 * MINUTE);
      const endTime = new Date(Date.parse(startTime) + length).toISOString();
      const note = noteOf();
      const made: Believed = { ...task, start: startTime, end: endTime, note, isDiscarded: false };
      return { name: 'time.add', payload: { ...task, startTime, endTime, note }, after: () => [...others, made] };
    }
    // Later than the start of the running entry.
    const earliest = Math.max(current === undefined ? 0 : Date.parse(current.start) + 1, now - 40 * MINUTE);
    const start = instant(Math.min(earliest, now - 2), now - 1);
    const made: Believed = { ...task, start, end: null, note: '', isDiscarded: false };
    const at = Date.parse(start);
    const ended: Believed[] = current === undefined ? [] : [{ ...current, end: [at, at] }];
    return { name: 'timer.start', payload: { ...task, startTime: start }, after: () => [...others, ...ended, made] };
  }
  switch (chance.pick(['stop', 'stop', 'stop', 'note', 'set-start', 'discard', 'try-now'])) {
    case 'note': {
      const note = current.note !== '' && chance.is(0.6) ? chance.pick(EDITS)(current.note) : noteOf();
      return { name: 'timer.set-note', payload: { note }, after: () => [...others, { ...current, note }] };
    }
    case 'set-start': {
      const near = Date.parse(current.start);
      const isSmall = chance.is(0.5) && near + 5 * MINUTE < now;
      const start = isSmall ? instant(near - 5 * MINUTE, near + 5 * MINUTE) : instant(now - 60 * MINUTE, now - SECOND);
      const payload = { startTime: start };
      return { name: 'timer.set-start', payload, after: () => [...others, { ...current, start }] };
    }
    case 'discard':
      return { name: 'timer.discard', payload: {}, after: () => [...others, { ...current, isDiscarded: true }] };
    case 'try-now':
      return { name: 'outbox.send-now', payload: {}, after: () => [...believed] };
    default: {
      const after = (asked: number, answered: number) => stopped(believed, asked, answered);
      return { name: 'timer.stop', payload: {}, after };
    }
  }
}

/** The expected entries after a stop between two instants (ms). */
export function stopped(believed: readonly Believed[], asked: number, answered: number): Believed[] {
  return believed.map((entry) => {
    if (entry.end !== null || entry.isDiscarded) return entry;
    const start = Date.parse(entry.start);
    // The clock was set back while it ran, so only the monotonic clock knows its length.
    return { ...entry, end: asked < start ? [start, Number.POSITIVE_INFINITY] : [asked, answered] };
  });
}

/** After a clock change only the monotonic clock knows when a timer was stopped. */
export function atSomeTime(believed: readonly Believed[]): Believed[] {
  return believed.map((entry) =>
    Array.isArray(entry.end) ? { ...entry, end: [Date.parse(entry.start), Number.POSITIVE_INFINITY] } : entry,
  );
}

/** The expected entries of each account. */
export const byDesk = <D extends { accountId: string }>(desks: readonly D[], all: readonly Believed[]) =>
  new Map(desks.map((desk) => [desk, all.filter(({ accountId }) => accountId === desk.accountId)]));

/** The saved entries are exactly the expected ones. */
export function isSame(wanted: readonly Believed[], found: readonly Kept[]): boolean {
  return wanted.length === found.length && wanted.every((entry) => found.some((one) => isSameEntry(entry, one)));
}

export function isSameEntry(wanted: Believed, found: Kept): boolean {
  return (
    wanted.accountId === found.accountId &&
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
