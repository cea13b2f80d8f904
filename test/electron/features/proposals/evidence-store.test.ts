/** What is read of the stored evidence. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEvidenceStore } from '../../../../electron/features/proposals/evidence-store.ts';
import type { Evidence } from '../../../../shared/contract/evidence.ts';
import { MAX_EVIDENCE } from '../../../../shared/proposals/evidence.ts';
import { HOUR, MINUTE } from '../../../shared/time/entries.ts';
import { at, folder, NOON } from './desk.ts';

const AROUND = { from: at(8), to: at(17) };
const DAY = { from: at(0), to: at(24) };
const window = (from: number, ms = MINUTE): Evidence => {
  return { kind: 'window', from, to: from + ms - 1, app: 'Code', title: 'PAY-134' };
};
const MEETING = {
  kind: 'event',
  calendar: 'Work',
  title: 'On call',
  isAllDay: false,
  isFree: false,
  status: 'confirmed',
  response: 'none',
} as const;

function openStore() {
  const store = openEvidenceStore(join(folder(), 'evidence.sqlite'));
  onTestFinished(store.close);
  return store;
}

test('of two weeks of windows, those in the gap are read, one that tells that others were recorded, and all else around', () => {
  const store = openStore();
  for (let day = 0; day < 14; day += 1) {
    const span = { from: DAY.from - day * 24 * HOUR, to: DAY.to - day * 24 * HOUR };
    const minutes = Array.from({ length: 24 * 60 }, (_, minute) => window(span.from + minute * MINUTE));
    store.replace('activityWatch', 'w', span, minutes);
  }
  const commit = { repository: 'api', branch: 'main', message: 'Retry' };
  for (const hour of [7, 9]) store.add('git', '/api', { kind: 'commit', from: at(hour), to: at(hour), ...commit });
  const read = store.near(NOON, AROUND);
  const inGap = read.filter(({ kind, from, to }) => kind === 'window' && to >= NOON.from && from <= NOON.to);
  // Both edges count.
  expect(inGap).toHaveLength(61);
  const others = read
    .filter((one) => !inGap.includes(one))
    .map(({ kind, from }) => ({ kind, isEarlier: from < at(12) }));
  expect(others.sort((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([
    { kind: 'commit', isEarlier: true },
    { kind: 'window', isEarlier: true },
  ]);
});

test('of more windows than can be looked at, the longest are read', () => {
  const store = openStore();
  const windows = Array.from({ length: MAX_EVIDENCE + 200 }, (_, number) => window(at(12) + number, 1_000 + number));
  store.replace('activityWatch', 'w', DAY, windows);
  const read = store.near(NOON, AROUND);
  expect(read).toHaveLength(MAX_EVIDENCE);
  expect(Math.min(...read.map(({ from }) => from))).toBe(at(12) + 200);
});

test('a reading replaces what reaches into its days, and keeps the time before and after them', () => {
  const store = openStore();
  const onCall = { ...MEETING, from: at(-2), to: at(26) };
  const spans = () => store.of({ from: at(-24), to: at(48) }).map(({ evidence: { from, to } }) => [from, to]);
  store.replace('calendars', 'c', { from: at(-24), to: at(48) }, [onCall]);
  store.replace('calendars', 'c', DAY, [onCall]);
  expect(spans()).toEqual([
    [at(-2), at(0)],
    [at(0), at(24)],
    [at(24), at(26)],
  ]);
  store.replace('calendars', 'c', { from: at(-24), to: at(48) }, [onCall]);
  store.replace('calendars', 'other', DAY, []);
  expect(spans()).toEqual([[at(-2), at(26)]]);
  store.replace('calendars', 'c', DAY, []);
  expect(spans()).toEqual([
    [at(-2), at(0)],
    [at(24), at(26)],
  ]);
});

test('the same of the same start is stored once, with its latest end', () => {
  const store = openStore();
  const away = { kind: 'away', awayKind: 'idle', from: at(9), to: at(10) } as const;
  store.add('punchcard', '', away);
  store.add('punchcard', '', { ...away, to: at(11) });
  expect(store.of(DAY)).toEqual([{ source: 'punchcard', place: '', evidence: { ...away, to: at(11) } }]);
});
