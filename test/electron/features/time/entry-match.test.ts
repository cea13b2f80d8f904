/** Proof, suspicion, and certainly another entry. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  atService,
  changesBetween,
  isAsSent,
  isUnchanged,
  matchOf,
  type RequestedEntry,
} from '../../../../electron/features/time/entry-match.ts';
import { sentTimes } from '../../../../electron/features/time/fingerprint.ts';
import {
  learnRounding,
  NOTHING_OBSERVED,
  type ObservedRounding,
} from '../../../../electron/outbox/observed-rounding.ts';
import type { TimeEntry } from '../../../../electron/service/records.ts';
import { cases } from '../../../properties.ts';

const NINE = Date.UTC(2026, 10, 18, 9);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const iso = (ms: number): string => new Date(ms).toISOString();

const request = (start: number, end: number | null = null, note = ''): RequestedEntry => ({
  startTime: iso(start),
  endTime: end === null ? null : iso(end),
  note,
});
const record = (start: number, end: number | null = null, description: string | null = null): TimeEntry => ({
  id: 'e',
  taskId: 't',
  userId: 'u',
  description,
  startTime: iso(start),
  endTime: end === null ? null : iso(end),
  duration: null,
  createdAt: iso(start),
});
const observed = (changes: string[] | null, leavesOutEnds = false): ObservedRounding => ({ changes, leavesOutEnds });
const SENT = NINE + 457;

describe('proof', () => {
  test('is the fingerprint that was sent, with the end that was sent', () => {
    expect(matchOf(record(SENT), request(SENT), NOTHING_OBSERVED)).toBe('proof');
    expect(matchOf(record(SENT, SENT + HOUR), request(SENT, SENT + HOUR), NOTHING_OBSERVED)).toBe('proof');
  });

  test('does not depend on the note, which can be changed elsewhere', () => {
    expect(matchOf(record(SENT, null, 'other'), request(SENT, null, 'mine'), NOTHING_OBSERVED)).toBe('proof');
  });

  test('is not a full second, which somebody may have typed', () => {
    expect(matchOf(record(NINE), request(NINE), NOTHING_OBSERVED)).toBe('possible');
  });

  test('needs the end that was sent, unless the server is known to leave it out', () => {
    const lacking = [record(SENT), request(SENT, SENT + HOUR)] as const;
    expect(matchOf(...lacking, NOTHING_OBSERVED)).toBe('changed');
    expect(matchOf(...lacking, observed(['exact'], true))).toBe('proof');
  });
});

describe('suspicion', () => {
  test.each([
    ['cut to the second', NINE],
    ['rounded to the second', NINE],
    ['rounded up to the minute', NINE + MINUTE],
    ['rounded to a quarter of an hour', NINE],
    ['moved by the zone of the server', SENT + HOUR],
  ])('is a start that was %s', (_, start) => {
    expect(matchOf(record(start), request(SENT), NOTHING_OBSERVED)).toBe('possible');
  });

  test('is our start with another end, which somebody may have changed', () => {
    expect(matchOf(record(SENT, SENT + MINUTE), request(SENT, SENT + HOUR), NOTHING_OBSERVED)).toBe('changed');
  });

  test('is a changed start that lacks the end that was sent', () => {
    expect(matchOf(record(NINE), request(SENT, SENT + HOUR), observed(['cut 1000'], true))).toBe('possible');
    expect(matchOf(record(NINE), request(SENT, SENT + HOUR), NOTHING_OBSERVED)).toBe('possible');
  });
});

describe('an equal entry', () => {
  const cuts = observed(['cut 1000']);

  test('is what this server makes of ours, in every field', () => {
    expect(matchOf(record(NINE, NINE + HOUR, 'Mail'), request(SENT, SENT + HOUR, 'Mail'), cuts)).toBe('equal');
    expect(matchOf(record(NINE), request(SENT), cuts)).toBe('equal');
  });

  test('is only possible if the note or the kind of change differs', () => {
    expect(matchOf(record(NINE, NINE + HOUR, 'Call'), request(SENT, SENT + HOUR, 'Mail'), cuts)).toBe('possible');
    expect(matchOf(record(NINE + SECOND), request(SENT), cuts)).toBe('possible');
  });
});

describe('certainly another entry', () => {
  test.each([
    ['of the same second with other milliseconds', SENT + 1],
    ['two seconds later', SENT + 2 * SECOND],
    ['a minute later, on the full second', NINE + 61 * SECOND],
    ['a day later', SENT + 24 * HOUR],
  ])('is one %s', (_, start) => {
    expect(matchOf(record(start), request(SENT), NOTHING_OBSERVED)).toBeUndefined();
  });

  test('is one whose end was changed differently from its start, on a server that keeps times', () => {
    const other = [record(NINE, NINE + HOUR + MINUTE), request(SENT, SENT + HOUR)] as const;
    expect(matchOf(...other, observed(['exact']))).toBeUndefined();
    // Elsewhere somebody may have changed the end.
    expect(matchOf(...other, NOTHING_OBSERVED)).toBe('possible');
  });
});

describe('the entry as it was sent', () => {
  test('has its note and runs or not', () => {
    expect(isAsSent(record(SENT, null, 'Mail'), request(SENT, null, 'Mail'), NOTHING_OBSERVED)).toBe(true);
    expect(isAsSent(record(SENT, null, 'Call'), request(SENT, null, 'Mail'), NOTHING_OBSERVED)).toBe(false);
    expect(isAsSent(record(SENT), request(SENT, SENT + HOUR), NOTHING_OBSERVED)).toBe(false);
  });

  test('is changed only as the server is known to do', () => {
    expect(isAsSent(record(NINE), request(SENT), observed(['cut 1000']))).toBe(true);
    expect(isAsSent(record(NINE), request(SENT), observed(['exact']))).toBe(false);
  });
});

describe('an entry that was seen before', () => {
  const seen = atService(record(SENT, SENT + HOUR, 'Mail'));

  test('is unchanged also on a server that begins to cut milliseconds', () => {
    expect(isUnchanged(record(SENT, SENT + HOUR, 'Mail'), seen)).toBe(true);
    expect(isUnchanged(record(NINE, NINE + HOUR, 'Mail'), seen)).toBe(true);
  });

  test.each([
    ['its note', record(SENT, SENT + HOUR, 'Call')],
    ['its start', record(SENT + SECOND, SENT + HOUR, 'Mail')],
    ['its end', record(SENT, SENT + HOUR + MINUTE, 'Mail')],
    ['that it runs', record(SENT, null, 'Mail')],
  ])('was changed: %s', (_, now) => {
    expect(isUnchanged(now, seen)).toBe(false);
  });
});

describe('observed rounding', () => {
  test('are the changes that all answers have in common', () => {
    const first = learnRounding(NOTHING_OBSERVED, observed(['cut 1000', 'round 1000']));
    expect(learnRounding(first, observed(['cut 1000', 'cut 60000']))).toEqual(observed(['cut 1000']));
  });

  test('begin anew with an answer that they do not explain', () => {
    expect(learnRounding(observed(['cut 1000']), observed(['exact']))).toEqual(observed(['exact']));
  });
});

describe('for all entries', () => {
  const start = fc.integer({ min: 0, max: 86_400 }).map((seconds) => NINE + seconds * SECOND);
  const length = fc.option(fc.integer({ min: 0, max: 600 }).map((minutes) => minutes * MINUTE));
  const sent = fc.record({ id: fc.uuid(), start, length }).map(({ id, start: from, length: ms }) => ({
    ...sentTimes({ id, startTime: iso(from), endTime: ms === null ? null : iso(from + ms) }),
    note: '',
  }));
  const known = fc.constantFrom(
    NOTHING_OBSERVED,
    observed(['exact']),
    observed(['cut 1000', 'round 1000']),
    observed(['round 60000']),
    observed(['shift 3600000'], true),
  );

  test('one with other milliseconds is never proof', () => {
    fc.assert(
      fc.property(sent, known, fc.integer({ min: -3 * HOUR, max: 3 * HOUR }), fc.boolean(), (ours, is, by, runs) => {
        fc.pre(by !== 0);
        const from = Date.parse(ours.startTime) + by;
        const to = ours.endTime === null || runs ? null : Date.parse(ours.endTime) + by;
        expect(matchOf(record(from, to), ours, is)).not.toBe('proof');
      }),
      { numRuns: cases(100) },
    );
  });

  test('the change that a server makes is among those that are found, and explains the entry', () => {
    const steps = [SECOND, MINUTE, 5 * MINUTE, 6 * MINUTE, 10 * MINUTE, 15 * MINUTE];
    const ways = { cut: Math.floor, round: Math.round, up: Math.ceil };
    const way = fc.constantFrom<keyof typeof ways>('cut', 'round', 'up');
    fc.assert(
      fc.property(sent, way, fc.constantFrom(...steps), (ours, how, step) => {
        const change = (instant: string) => ways[how](Date.parse(instant) / step) * step;
        const stored = record(change(ours.startTime), ours.endTime === null ? null : change(ours.endTime));
        const found = changesBetween(ours, stored);
        expect(found).toContain(`${how} ${step}`);
        expect(isAsSent(stored, ours, observed(found))).toBe(true);
        expect(matchOf(stored, ours, NOTHING_OBSERVED)).not.toBe('proof');
      }),
      { numRuns: cases(100) },
    );
  });

  test('an unchanged entry is exact, and the zone of a server moves start and end alike', () => {
    fc.assert(
      fc.property(sent, fc.integer({ min: -56, max: 56 }), (ours, quarters) => {
        const by = quarters * 15 * MINUTE;
        const to = ours.endTime === null ? null : Date.parse(ours.endTime) + by;
        const found = changesBetween(ours, record(Date.parse(ours.startTime) + by, to));
        expect(found).toEqual(by === 0 ? ['exact'] : [`shift ${by}`]);
      }),
      { numRuns: cases(100) },
    );
  });
});
