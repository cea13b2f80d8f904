process.env.TZ = 'Europe/Oslo';

import { expect, it } from 'vitest';
import { type Draft, draftOf, readDraft } from '../../../renderer/time/draft.ts';
import { clock } from '../../../renderer/words/clock.ts';
import { local, MINUTE } from './entries.ts';

const now = local(19, 14, 48);
const start = local(19, 10, 50) + 37_000;
const end = local(19, 12, 10) + 12_000;
const read = (changed: Partial<Draft>, known: { start: number; end: number | null } = { start, end }) =>
  readDraft({ ...draftOf(known), ...changed }, known, now);

it('shows the times and their days', () => {
  expect(draftOf({ start: local(18, 23), end: local(19, 1) })).toEqual({
    startDay: '2026-11-18',
    start: clock(local(18, 23)),
    endDay: '2026-11-19',
    end: clock(local(19, 1)),
  });
});

it.each([
  ['nothing changed: seconds stay', {}, { times: { start, end } }],
  ['one time changed: the other keeps its seconds', { start: '10:30' }, { times: { start: local(19, 10, 30), end } }],
  ['another day', { startDay: '2026-11-18' }, { times: { start: local(18, 10, 50), end } }],
  ['the same minute', { end: '10:50' }, { times: { start, end: start } }],
  ['no start', { start: '' }, { wrong: 'start-no-time' }],
  ['no end', { end: 'later' }, { wrong: 'end-no-time' }],
  ['no day', { startDay: '' }, { wrong: 'start-no-time' }],
  ['a start to come', { start: '15:00' }, { wrong: 'start-future' }],
  ['an end to come', { end: '15:00' }, { wrong: 'end-future' }],
  ['an end before the start', { end: '10:10' }, { wrong: 'end-before-start' }],
])('%s', (_, changed, expected) => {
  expect(read(changed)).toEqual(expected);
});

it('lets what runs run, or ends it', () => {
  const running = { start: now - 30 * MINUTE, end: null };
  expect(read({}, running)).toEqual({ times: running });
  expect(read({ end: '14:40' }, running)).toEqual({ times: { start: running.start, end: local(19, 14, 40) } });
});
