process.env.TZ = 'Europe/Oslo';

import { describe, expect, it } from 'vitest';
import {
  type Draft,
  draftOf,
  onNearestDays,
  readDraft,
  withDuration,
} from '../../../../renderer/features/time/entry-draft.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { local, MINUTE } from '../../../shared/time/entries.ts';

const now = local(19, 14, 48);
const start = local(19, 10, 50) + 37_000;
const end = local(19, 12, 10) + 12_000;
const read = (changed: Partial<Draft>, known: { start: number; end: number | null } = { start, end }) =>
  readDraft({ ...draftOf(known), ...changed }, known, now);

const onTheDayBefore = { times: { start: local(18, 10, 50), end: local(18, 12, 10) } };

it('shows the times and their days', () => {
  expect(draftOf({ start: local(18, 23), end: local(19, 1) })).toEqual({
    startDay: '2026-11-18',
    start: clock(local(18, 23)),
    endDay: '2026-11-19',
    end: clock(local(19, 1)),
  });
});

it.each([
  ['unchanged: seconds are kept', {}, { times: { start, end } }],
  ['one time changed: the other keeps its seconds', { start: '10:30' }, { times: { start: local(19, 10, 30), end } }],
  ['another day', { startDay: '2026-11-18' }, { times: { start: local(18, 10, 50), end } }],
  ['another day of the end', { startDay: '2026-11-18', endDay: '2026-11-18' }, onTheDayBefore],
  ['the same minute', { end: '10:50' }, { times: { start, end: start } }],
  ['no start', { start: '' }, { wrong: 'start-no-time' }],
  ['no end', { end: 'later' }, { wrong: 'end-no-time' }],
  ['no day', { startDay: '' }, { wrong: 'start-no-time' }],
  ['a start in the future', { start: '15:00' }, { wrong: 'start-future' }],
  ['an end in the future', { end: '15:00' }, { wrong: 'end-future' }],
  ['an end before the start', { end: '10:10' }, { wrong: 'end-before-start' }],
])('%s', (_, changed, expected) => {
  expect(read(changed)).toEqual(expected);
});

it('keeps a running entry running, or ends it', () => {
  const running = { start: now - 30 * MINUTE, end: null };
  expect(read({}, running)).toEqual({ times: running });
  expect(read({ end: '14:40' }, running)).toEqual({ times: { start: running.start, end: local(19, 14, 40) } });
});

it.each([
  ['an end before midnight', local(18, 22), local(19, 0), { end: '23:30' }, ['2026-11-18', '2026-11-18']],
  ['the midnight that was proposed', local(18, 22), local(19, 0), { end: '0:00' }, ['2026-11-18', '2026-11-19']],
  ['a start after midnight', local(18, 22), local(19, 2), { start: '0:30' }, ['2026-11-19', '2026-11-19']],
  ['no time', local(18, 22), local(19, 0), { end: 'late' }, ['2026-11-18', '2026-11-19']],
])('without fields for the days, %s is meant on its nearest day', (_, from, to, changed, days) => {
  const proposed = { start: from, end: to };
  const { startDay, endDay } = onNearestDays({ ...draftOf(proposed), ...changed }, proposed);
  expect([startDay, endDay]).toEqual(days);
});

describe('in the night that repeats 2:00 to 3:00', () => {
  const utc = (hour: number, minute: number) => Date.UTC(2026, 9, 25, hour, minute);
  const night = (changed: Partial<Draft>, from: number, to: number) =>
    readDraft({ ...draftOf({ start: from, end: to }), ...changed }, { start: from, end: to }, utc(6, 0));

  it('a changed time is the occurrence nearest to the former one', () => {
    const [start, end] = [utc(0, 0), utc(1, 45)];
    expect(night({ end: '2:50' }, start, end)).toEqual({ times: { start, end: utc(1, 50) } });
    expect(night({ end: '2:50' }, start, utc(0, 45))).toEqual({ times: { start, end: utc(0, 50) } });
    expect(night({ start: '2:10' }, utc(1, 5), end)).toEqual({ times: { start: utc(1, 10), end } });
  });

  it('a typed duration is exact', () => {
    const [start, end] = [Date.UTC(2026, 9, 24, 23), Date.UTC(2026, 9, 24, 23, 30)];
    const typed = withDuration('2:00', { start, end }, 'end');
    expect(typed).toEqual({ start, end: start + 120 * MINUTE });
    expect(typed && readDraft(draftOf(typed), typed, utc(6, 0))).toEqual({ times: typed });
  });

  it('an end is the occurrence after the start, if there is one', () => {
    const start = utc(1, 10);
    expect(night({ end: '2:40' }, start, utc(4, 0))).toEqual({ times: { start, end: utc(1, 40) } });
    const late = { start: utc(0, 40), end: utc(0, 50) };
    expect(night({ end: '2:20' }, late.start, late.end)).toEqual({ times: { start: late.start, end: utc(1, 20) } });
  });
});
