/** Gaps between entries, and time that several of them cover. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedTwice, dayBounds, total } from '../../../shared/time/day.ts';
import { DEFAULT_TIME_RULES } from '../../../shared/time/default-rules.ts';
import { doubledSpans, gapsBetween, gapsOf, gapsOfDays, notWorkOf, trackedSpans } from '../../../shared/time/gaps.ts';
import { overlapMs } from '../../../shared/time/overlaps.ts';
import { workOn } from '../../../shared/time/working-days.ts';
import { HOUR, local, MINUTE } from './entries.ts';

const span = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE });
const Spans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 60 }))
    .map(([from, length]) => span(from, from + length)),
  { maxLength: 8 },
);

test('a gap of five minutes is one, a shorter one is not', () => {
  expect(gapsBetween([span(0, 10), span(15, 20), span(24, 30)])).toEqual([span(10, 15)]);
});

test('an entry within another one leaves no gap behind it', () => {
  expect(gapsBetween([span(0, 60), span(10, 20), span(70, 80)])).toEqual([span(60, 70)]);
});

test('there is no gap before the first entry, after the last one, or without entries', () => {
  expect(gapsBetween([])).toEqual([]);
  expect(gapsBetween([span(30, 40)])).toEqual([]);
});

test('the night after work across midnight is no gap, a pause within that work is one', () => {
  const at = (hour: number, minute = 0) => local(11, hour, minute);
  const night = [
    { from: at(0), to: at(0, 30) },
    { from: at(0, 40), to: at(1, 10) },
  ];
  const day = [
    { from: at(9), to: at(12) },
    { from: at(17), to: at(18) },
  ];
  expect(gapsBetween([...night, ...day])).toEqual([
    { from: at(0, 30), to: at(0, 40) },
    { from: at(12), to: at(17) },
  ]);
  // Someone who begins early did not work through the night.
  expect(gapsBetween([{ from: at(0, 1), to: at(1) }, ...day])).toHaveLength(2);
});

test('overlapping entries are one doubled span where they meet', () => {
  expect(doubledSpans([span(0, 30), span(20, 40), span(39, 50), span(60, 70)], 0)).toEqual([
    span(20, 30),
    span(39, 40),
  ]);
  expect(doubledSpans([span(0, 30), span(0, 30), span(10, 20)], 0)).toEqual([span(0, 30)]);
  expect(doubledSpans([span(0, 30), span(29, 40)], 2 * MINUTE)).toEqual([]);
});

test('gaps lie between the entries, and no entry covers one', () => {
  fc.assert(
    fc.property(Spans, (spans) => {
      for (const gap of gapsBetween(spans)) {
        expect(gap.to - gap.from).toBeGreaterThanOrEqual(5 * MINUTE);
        expect(spans.some(({ from, to }) => from < gap.to && to > gap.from)).toBe(false);
        expect(spans.some(({ to }) => to === gap.from) && spans.some(({ from }) => from === gap.to)).toBe(true);
      }
    }),
  );
});

test('two entries double exactly the time that is counted twice', () => {
  const two = fc.tuple(Spans, fc.nat()).map(([spans]) => spans.slice(0, 2));
  fc.assert(
    fc.property(two, (spans) => {
      const doubled = doubledSpans(spans, 0).reduce((sum, { from, to }) => sum + to - from, 0);
      expect(doubled).toBe(countedTwice(spans.toSorted((a, b) => a.from - b.from)));
    }),
  );
});

describe('gaps of a day', () => {
  const DAY = '2026-11-11';
  const at = (hour: number, minute = 0) => local(11, hour, minute);
  const entries = [
    { from: at(7), to: at(8) },
    { from: at(9, 30), to: at(11) },
    { from: at(13, 3), to: at(16) },
    { from: at(19), to: at(20) },
  ];
  const hours = Array(7).fill({ from: 540, to: 1050, break: { from: 720, to: 780 } });
  const rules = { ...DEFAULT_TIME_RULES, hours };

  test('are the parts of the working hours without an entry or a break, from five minutes on', () => {
    expect(gapsOf(DAY, rules, entries, at(22))).toEqual([
      { from: at(9), to: at(9, 30) },
      { from: at(11), to: at(12) },
      { from: at(16), to: at(17, 30) },
    ]);
    expect(gapsOf(DAY, rules, [], at(22))).toEqual([
      { from: at(9), to: at(12) },
      { from: at(13), to: at(17, 30) },
    ]);
  });

  test('are not what was answered with “not work”, which is shown until an entry covers it', () => {
    const answered = { from: new Date(at(16)).toISOString(), to: new Date(at(17)).toISOString() };
    const withAnswer = { ...rules, notWork: [answered] };
    expect(gapsOf(DAY, withAnswer, entries, at(22)).at(-1)).toEqual({ from: at(17), to: at(17, 30) });
    expect(notWorkOf(DAY, withAnswer, entries)).toEqual([{ from: at(16), to: at(17) }]);
    expect(notWorkOf(DAY, withAnswer, [{ from: at(15), to: at(16, 58) }])).toEqual([]);
    expect(notWorkOf('2026-11-12', withAnswer, [])).toEqual([]);
    expect(gapsOf(DAY, { ...DEFAULT_TIME_RULES, notWork: [answered] }, entries, at(22)).at(-1)).toEqual({
      from: at(17),
      to: at(19),
    });
  });

  test('end now', () => {
    expect(gapsOf(DAY, rules, entries, at(16, 20)).at(-1)).toEqual({ from: at(16), to: at(16, 20) });
    expect(gapsOf(DAY, rules, entries, at(8))).toEqual([]);
  });

  test('are none on a day off or a free day', () => {
    expect(gapsOf(DAY, { ...rules, daysOff: { [DAY]: 'Holiday' } }, entries, at(22))).toEqual([]);
    expect(gapsOf(DAY, { ...rules, hours: hours.with(3, null) }, entries, at(22))).toEqual([]);
  });

  test('of hours past midnight lie on both days, and belong to the evening', () => {
    const night = { ...rules, hours: Array(7).fill(null).with(3, { from: 1320, to: 1800, break: null }) };
    expect(gapsOf(DAY, night, [], local(13, 0))).toEqual([{ from: at(22), to: at(24) }]);
    expect(gapsOf('2026-11-12', night, [], local(13, 0))).toEqual([{ from: at(24), to: at(30) }]);
    expect(gapsOf('2026-11-12', { ...night, daysOff: { [DAY]: 'Ill' } }, [], local(13, 0))).toEqual([]);
  });

  test('without working hours lie between the entries of a working day', () => {
    expect(gapsOf(DAY, DEFAULT_TIME_RULES, entries, at(22))).toEqual(gapsBetween(entries));
    expect(gapsOf('2026-11-14', DEFAULT_TIME_RULES, entries, at(22))).toEqual([]);
  });

  test('fill the working hours together with the entries, whatever these are', () => {
    const { from, to } = dayBounds(DAY);
    const Entries = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 300 })).map(([start, length]) => ({
        from: from + start * MINUTE,
        to: Math.min(to, from + (start + length) * MINUTE),
      })),
      { maxLength: 8 },
    );
    const work = workOn(DAY, rules)?.work ?? [];
    fc.assert(
      fc.property(Entries, (tracked) => {
        const gaps = gapsOf(DAY, rules, tracked, to);
        for (const gap of gaps) {
          expect(tracked.every((one) => overlapMs(gap, one) === 0)).toBe(true);
          expect(work.some((part) => part.from <= gap.from && gap.to <= part.to)).toBe(true);
        }
        const open = total(work) - total(gaps);
        const covered = trackedSpans(tracked)
          .flatMap((one) => work.map((part) => overlapMs(one, part)))
          .reduce((sum, ms) => sum + ms, 0);
        expect(open).toBeGreaterThanOrEqual(Math.min(covered, total(work)) - 8 * 5 * MINUTE);
        // What main sends leaves the same gaps.
        expect(gapsOfDays([DAY], rules, trackedSpans(tracked.filter((one) => one.to > one.from)), to)).toEqual(gaps);
      }),
    );
    expect(total(work)).toBe(7.5 * HOUR);
  });
});
