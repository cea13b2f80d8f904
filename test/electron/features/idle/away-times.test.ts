/** Merging of away times, questions about them, and the effects of each answer. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AwayAnswer,
  type AwaySegment,
  type AwaySpan,
  type AwayTime,
  applyAwayAnswer,
  MERGE_GAP_MS,
  mergeSegments,
  questionFor,
} from '../../../../electron/features/idle/away-times.ts';
import type { AwayKind, AwayQuestion } from '../../../../shared/contract/idle-view.ts';
import type { Entry, TaskRef } from '../../../../shared/time/entry.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const T0 = Date.UTC(2026, 10, 21, 13, 20);
const iso = (ms: number) => new Date(ms).toISOString();

const TASK: TaskRef = { taskId: 't1', identifier: 'PAY-142', title: 'Retry a declined card once', projectName: 'Pay' };
const OTHER: TaskRef = { taskId: 't2', identifier: 'WEB-61', title: 'Pricing table', projectName: 'Website' };

function entry(from: number, to: number | null): Entry {
  return {
    id: 'e1',
    accountId: 'a',
    task: TASK,
    startTime: iso(T0 + from),
    endTime: to === null ? null : iso(T0 + to),
    note: 'with Nils',
    discardedAt: null,
    createdAt: iso(T0 + from),
  };
}

let lastSegment = 0;
/** Minutes after T0. */
function segment(kind: AwayKind, from: number, to: number | null, id = ++lastSegment): AwaySegment {
  return {
    id,
    kind,
    from: T0 + from * MINUTE,
    to: to === null ? null : T0 + to * MINUTE,
    entryId: 'e1',
    accountId: 'a',
    thresholdMs: 10 * MINUTE,
  };
}
const span = (from: number, to: number): AwaySpan => ({ from: T0 + from * MINUTE, to: T0 + to * MINUTE });
/** [from, to, kind] in minutes after T0. */
const short = ({ from, to, kind }: AwayTime) => [(from - T0) / MINUTE, to === null ? null : (to - T0) / MINUTE, kind];

describe('merging segments', () => {
  test.each<[string, AwaySegment[], AwaySpan[], unknown[]]>([
    ['no segment', [], [], []],
    ['one segment', [segment('idle', 0, 20)], [], [[0, 20, 'idle']]],
    ['two segments far apart', [segment('idle', 0, 20), segment('idle', 30, 50)], [], [[0, 20, 'idle'], [30, 50, 'idle']]], // biome-ignore format: a table
    ['a later segment recorded first', [segment('sleep', 60, 90), segment('idle', 0, 20)], [], [[0, 20, 'idle'], [60, 90, 'sleep']]], // biome-ignore format: a table
    ['idle, then locked, then asleep: the kind of the longest', [segment('idle', 0, 40), segment('lock', 5, 40), segment('sleep', 10, 39)], [], [[0, 40, 'idle']]], // biome-ignore format: a table
    ['a short idle before a long sleep', [segment('idle', 0, 10), segment('sleep', 10, 40)], [], [[0, 40, 'sleep']]],
    ['less than a minute between', [segment('lock', 0, 10), segment('lock', 10.9, 20)], [], [[0, 20, 'lock']]],
    ['a minute between', [segment('lock', 0, 10), segment('lock', 11, 20)], [], [[0, 10, 'lock'], [11, 20, 'lock']]], // biome-ignore format: a table
    ['a segment after an open one', [segment('lock', 0, null), segment('idle', 30, 50)], [], [[0, null, 'lock']]], // biome-ignore format: a table
    ['an end before the start', [segment('idle', 20, 10)], [], []],
    ['answered', [segment('idle', 0, 20)], [span(0, 20)], []],
    ['answered in part', [segment('idle', 0, 60)], [span(0, 20)], [[20, 60, 'idle']]],
    ['answered in the middle', [segment('idle', 0, 60)], [span(20, 40)], [[0, 20, 'idle'], [40, 60, 'idle']]], // biome-ignore format: a table
    ['an answered span of seconds', [segment('idle', 0, 60)], [span(20, 20.5)], [[0, 20, 'idle'], [20.5, 60, 'idle']]], // biome-ignore format: a table
    ['open, answered at the start', [segment('lock', 0, null)], [span(0, 20)], [[20, null, 'lock']]],
  ])('%s', (_, segments, answered, expected) => {
    expect(mergeSegments(segments, answered).map(short)).toEqual(expected);
  });

  test('An away time keeps its id when segments are added', () => {
    const [first, before, after] = [segment('lock', 5, 20), segment('idle', 0, 20), segment('sleep', 20.5, 40)];
    const id = mergeSegments([first], [])[0]?.id;
    expect(mergeSegments([first, before], [])[0]?.id).toBe(id);
    expect(mergeSegments([first, before, after], [])[0]?.id).toBe(id);
  });

  test('Away times split by an answer have different ids', () => {
    const ids = mergeSegments([segment('idle', 0, 90)], [span(20, 30), span(50, 60)]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  const kinds: AwayKind[] = ['idle', 'lock', 'sleep', 'shutdown'];
  const arbitrarySegment = fc.record({
    kind: fc.constantFrom(...kinds),
    from: fc.integer({ min: 0, max: 600 }),
    length: fc.option(fc.integer({ min: -5, max: 120 }), { freq: 8, nil: null }),
  });
  const arbitrarySegments = fc
    .array(arbitrarySegment, { maxLength: 15 })
    .map((values) => values.map(({ kind, from, length }, id) => segment(kind, from, length && from + length, id + 1)));
  const arbitraryAnswers = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 60 })), { maxLength: 4 })
    .map((values) => values.map(([from, length]) => span(from, from + length)));
  const END = T0 + 1_000 * MINUTE;
  const lengthOf = ({ from, to }: AwaySpan) => (to ?? END) - from;

  test('Away times never overlap and contain each unanswered minute away exactly once', () => {
    fc.assert(
      fc.property(arbitrarySegments, arbitraryAnswers, (segments, answered) => {
        const awayTimes = mergeSegments(segments, answered);
        for (const [index, awayTime] of awayTimes.entries()) {
          expect(lengthOf(awayTime)).toBeGreaterThan(0);
          const next = awayTimes[index + 1];
          if (next) expect(awayTime.to ?? END).toBeLessThanOrEqual(next.from);
          for (const done of answered) {
            expect(Math.min(awayTime.to ?? END, done.to ?? END) - Math.max(awayTime.from, done.from)).toBeLessThanOrEqual(0); // biome-ignore format: one thought
          }
        }
        expect(new Set(awayTimes.map(({ id }) => id)).size).toBe(awayTimes.length);
        // Every minute away that was not answered lies in exactly one away time.
        for (let minute = 0; minute < 800; minute += 1) {
          const at = T0 + (minute + 0.5) * MINUTE;
          const holds = (other: AwaySpan) => other.from <= at && at < (other.to ?? END);
          const isAway = segments.some(holds) && !answered.some(holds);
          const count = awayTimes.filter(holds).length;
          expect(count).toBeLessThanOrEqual(1);
          if (isAway) expect(count).toBe(1);
        }
      }),
    );
  });

  test('Neither order nor repetition of segments changes the away times', () => {
    fc.assert(
      fc.property(arbitrarySegments, arbitraryAnswers, fc.integer(), (segments, answered, seed) => {
        const shuffled = segments.toSorted((a, b) => ((a.id * 7919 + seed) % 13) - ((b.id * 7919 + seed) % 13));
        expect(mergeSegments(shuffled, answered)).toEqual(mergeSegments(segments, answered));
        expect(mergeSegments([...segments, ...segments], answered)).toEqual(mergeSegments(segments, answered));
      }),
    );
  });

  test('A further segment never shortens an away time', () => {
    fc.assert(
      fc.property(arbitrarySegments, arbitrarySegment, (segments, { kind, from, length }) => {
        const before = mergeSegments(segments, []);
        const after = mergeSegments([...segments, segment(kind, from, length && from + length, 1_000)], []);
        for (const awayTime of before) {
          expect(
            after.filter((other) => other.from <= awayTime.from && (other.to ?? END) >= (awayTime.to ?? END)),
          ).toHaveLength(1);
        }
      }),
    );
  });
});

describe('questions', () => {
  const ask = (segments: AwaySegment[], of: Entry, now: number) =>
    mergeSegments(segments, []).flatMap((awayTime) => questionFor(awayTime, of, T0 + now * MINUTE) ?? []);

  test('A question contains the time worked and the time away', () => {
    const [question] = ask([segment('idle', 46, 88, 7)], entry(0, null), 88.1);
    expect(question).toEqual({
      id: '7',
      entryId: 'e1',
      identifier: 'PAY-142',
      title: 'Retry a declined card once',
      from: iso(T0 + 46 * MINUTE),
      to: iso(T0 + 88 * MINUTE),
      kind: 'idle',
      workedMs: 46 * MINUTE,
      awayMs: 42 * MINUTE,
      entryEnd: null,
    });
  });

  test('The question about an open away time has no end', () => {
    const [question] = ask([segment('idle', 46, null)], entry(0, null), 60);
    expect(question).toMatchObject({ to: null, awayMs: 14 * MINUTE });
  });

  test.each<[string, AwaySegment, Entry, number, [number, number] | null]>([
    ['shorter than the threshold', segment('idle', 0, 9.9), entry(0, null), 60, null],
    ['a lock of seconds', segment('lock', 10, 10.2), entry(0, null), 60, null],
    ['as long as the threshold', segment('idle', 5, 15), entry(0, null), 60, [5, 15]],
    ['a short sleep', segment('sleep', 5, 14), entry(0, null), 60, null],
    ['open and still too short', segment('lock', 5, null), entry(0, null), 14, null],
    ['begun before the entry', segment('idle', -30, 20), entry(0, null), 60, [0, 20]],
    ['entry stopped during the away time', segment('idle', 5, 40), entry(0, 30 * MINUTE), 60, [5, 30]],
    ['entry stopped during an open away time', segment('sleep', 5, null), entry(0, 30 * MINUTE), 60, [5, 30]],
    ['entry edited so that too little overlaps', segment('idle', 25, 60), entry(0, 30 * MINUTE), 90, null],
    ['entry stopped before the away time', segment('idle', 40, 60), entry(0, 30 * MINUTE), 90, null],
    ['entry started after the away time', segment('idle', 0, 20), entry(25 * MINUTE, null), 90, null],
    ['entry discarded', segment('idle', 5, 40), { ...entry(0, null), discardedAt: iso(T0) }, 60, null],
    ['in the future, because the clock was set back', segment('idle', 500, 540), entry(0, null), 60, null],
    ['entry in the future, because the clock was set back', segment('idle', 5, 40), entry(2 * HOUR, null), 60, null],
  ])('%s', (_, away, of, now, expected) => {
    const questions = ask([away], of, now).map(({ from, to }) => [
      (Date.parse(from) - T0) / MINUTE,
      (Date.parse(to ?? '') - T0) / MINUTE,
    ]);
    expect(questions).toEqual(expected ? [expected] : []);
  });

  test('Two questions about one entry are sorted by time', () => {
    const questions = ask([segment('sleep', 100, 130), segment('idle', 10, 40)], entry(0, null), 200);
    expect(questions.map(({ kind }) => kind)).toEqual(['idle', 'sleep']);
  });
});

describe('answers', () => {
  const question = (from: number, to: number | null): Pick<AwayQuestion, 'from' | 'to'> => ({
    from: iso(T0 + from * MINUTE),
    to: to === null ? null : iso(T0 + to * MINUTE),
  });
  function answer(of: Entry, q: Pick<AwayQuestion, 'from' | 'to'>, what: AwayAnswer, now: number, other?: TaskRef) {
    let made = 0;
    return applyAwayAnswer(of, q, what, T0 + now * MINUTE, () => `new-${++made}`, other);
  }
  const minutes = (at: string | null) => (at === null ? null : (Date.parse(at) - T0) / MINUTE);
  /** [id, identifier, start, end, or 'discarded'], in minutes after T0. */
  const rows = (put: Entry[]) =>
    put.map(({ id, task, startTime, endTime, discardedAt }) =>
      discardedAt === null ? [id, task.identifier, minutes(startTime), minutes(endTime)] : [id, 'discarded'],
    );

  test('time away on a task of another account is an entry of that account, also if the tasks have the same id', () => {
    const theirs = { ...OTHER, taskId: entry(0, null).task.taskId, accountId: 'theirs' };
    const put = answer(entry(0, null), question(46, 88), 'split', 100, theirs);
    expect(put.map(({ accountId, task }) => [accountId, task.identifier])).toEqual([
      [entry(0, null).accountId, 'PAY-142'],
      ['theirs', 'WEB-61'],
      [entry(0, null).accountId, 'PAY-142'],
    ]);
  });

  test.each<[string, Entry, [number, number | null], AwayAnswer, TaskRef | undefined, unknown[]]>([
    ['keep', entry(0, null), [46, 88], 'keep', undefined, []],
    ['discard', entry(0, null), [46, 88], 'discard', undefined, [['e1', 'PAY-142', 0, 46]]],
    ['discard and continue', entry(0, null), [46, 88], 'discard-and-continue', undefined, [['e1', 'PAY-142', 0, 46], ['new-1', 'PAY-142', 88, null]]],
    ['split', entry(0, null), [46, 88], 'split', undefined, [['e1', 'PAY-142', 0, 46], ['new-1', 'PAY-142', 46, 88], ['new-2', 'PAY-142', 88, null]]],
    ['split to another task', entry(0, null), [46, 88], 'split', OTHER, [['e1', 'PAY-142', 0, 46], ['new-1', 'WEB-61', 46, 88], ['new-2', 'PAY-142', 88, null]]],
    ['still away: discard', entry(0, null), [46, null], 'discard', undefined, [['e1', 'PAY-142', 0, 46]]],
    ['still away: discard and continue', entry(0, null), [46, null], 'discard-and-continue', undefined, [['e1', 'PAY-142', 0, 46], ['new-1', 'PAY-142', 100, null]]],
    ['stopped on return: discard', entry(0, 88 * MINUTE), [46, 88], 'discard', undefined, [['e1', 'PAY-142', 0, 46]]],
    ['stopped on return: continue', entry(0, 88 * MINUTE), [46, 88], 'discard-and-continue', undefined, [['e1', 'PAY-142', 0, 46]]],
    ['stopped on return: split', entry(0, 88 * MINUTE), [46, 88], 'split', OTHER, [['e1', 'PAY-142', 0, 46], ['new-1', 'WEB-61', 46, 88]]],
    ['stopped later: discard', entry(0, 95 * MINUTE), [46, 88], 'discard', undefined, [['e1', 'PAY-142', 0, 46]]],
    ['stopped later: continue', entry(0, 95 * MINUTE), [46, 88], 'discard-and-continue', undefined, [['e1', 'PAY-142', 0, 46], ['new-1', 'PAY-142', 88, 95]]],
    ['stopped later: split', entry(0, 95 * MINUTE), [46, 88], 'split', undefined, [['e1', 'PAY-142', 0, 46], ['new-1', 'PAY-142', 46, 88], ['new-2', 'PAY-142', 88, 95]]],
    ['nothing worked: discard', entry(0, null), [0, 88], 'discard', undefined, [['e1', 'discarded']]],
    ['nothing worked: continue', entry(0, null), [0, 88], 'discard-and-continue', undefined, [['e1', 'PAY-142', 88, null]]],
    ['nothing worked: split', entry(0, null), [0, 88], 'split', undefined, [['e1', 'PAY-142', 0, 88], ['new-1', 'PAY-142', 88, null]]],
    ['nothing worked: split to another task', entry(0, null), [0, 88], 'split', OTHER, [['e1', 'PAY-142', 88, null], ['new-1', 'WEB-61', 0, 88]]],
    ['all of it away: split', entry(0, 88 * MINUTE), [0, 88], 'split', undefined, []],
    ['all of it away: split to another task', entry(0, 88 * MINUTE), [0, 88], 'split', OTHER, [['e1', 'discarded'], ['new-1', 'WEB-61', 0, 88]]],
    ['all of it away: continue', entry(0, 88 * MINUTE), [0, 88], 'discard-and-continue', undefined, [['e1', 'discarded']]],
    ['split to the same task', entry(0, null), [46, 88], 'split', TASK, [['e1', 'PAY-142', 0, 46], ['new-1', 'PAY-142', 46, 88], ['new-2', 'PAY-142', 88, null]]],
    ['no longer in the entry', entry(0, 30 * MINUTE), [46, 88], 'discard', undefined, []],
    ['discarded meanwhile', { ...entry(0, null), discardedAt: iso(T0) }, [46, 88], 'discard', undefined, []],
  ])('%s', (_, of, [from, to], what, other, expected) => {
    expect(rows(answer(of, question(from, to), what, 100, other))).toEqual(expected);
  }); // biome-ignore format: a table

  test('The note stays with the task of the entry', () => {
    expect(answer(entry(0, null), question(46, 88), 'split', 100).map(({ note }) => note)).toEqual(
      Array(3).fill('with Nils'),
    );
    expect(answer(entry(0, null), question(46, 88), 'split', 100, OTHER).map(({ note }) => note)).toEqual([
      'with Nils',
      '',
      'with Nils',
    ]);
  });

  const answers: AwayAnswer[] = ['keep', 'discard', 'discard-and-continue', 'split'];
  test('Kept and discarded time make up the entry, and no entry is negative or overlaps another', () => {
    const minute = fc.integer({ min: -50, max: 500 });
    fc.assert(
      fc.property(
        fc.record({
          start: fc.integer({ min: 0, max: 200 }),
          length: fc.option(fc.integer({ min: 0, max: 300 }), { nil: null }),
          from: minute,
          away: fc.option(fc.integer({ min: -20, max: 300 }), { nil: null }),
          now: fc.integer({ min: 500, max: 900 }),
          what: fc.constantFrom(...answers),
          other: fc.constantFrom(undefined, OTHER, TASK),
        }),
        ({ start, length, from, away, now, what, other }) => {
          const of = entry(start * MINUTE, length === null ? null : (start + length) * MINUTE);
          const put = answer(of, question(from, away === null ? null : from + away), what, now, other);
          const end = length === null ? now : start + length;
          const overlap = Math.max(0, Math.min(end, away === null ? now : from + away) - Math.max(start, from));
          const after = new Map([of, ...put].map((saved) => [saved.id, saved]));
          const spans = [...after.values()]
            .filter(({ discardedAt }) => discardedAt === null)
            .map((saved) => ({ from: minutes(saved.startTime) ?? 0, to: minutes(saved.endTime) ?? now }))
            .sort((a, b) => a.from - b.from);
          for (const [index, { from: begin, to }] of spans.entries()) {
            expect(to).toBeGreaterThanOrEqual(begin);
            expect(begin).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? start);
          }
          const total = spans.reduce((sum, { from: begin, to }) => sum + to - begin, 0);
          const rest = Math.max(0, end - Math.min(end, Math.max(start, away === null ? now : from + away)));
          const dropped =
            overlap === 0 || what === 'keep' || what === 'split' ? 0 : overlap + (what === 'discard' ? rest : 0);
          expect(total).toBe(end - start - dropped);
          // At most one entry runs.
          const running = [...after.values()].filter((saved) => saved.endTime === null && saved.discardedAt === null);
          const stops = what === 'discard' && overlap > 0;
          expect(running).toHaveLength(length === null && !stops ? 1 : 0);
        },
      ),
    );
  });
});

test('Away times with less than a minute between them are merged', () => {
  expect(MERGE_GAP_MS).toBe(MINUTE);
});
