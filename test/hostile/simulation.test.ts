/** Some hostile runs with fixed seeds; `npm run hostile` runs many more, also of the whole app. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { audit, isClean, noFindings, startKey } from './audit.ts';
import { createChance } from './chance.ts';
import { odd } from './odd.ts';
import { simulate } from './simulation.ts';

// The app's own log is silenced.
beforeEach(() => {
  for (const name of ['warn', 'error'] as const) vi.spyOn(console, name).mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

describe('No entry is lost, doubled, sent as somebody else or stuck', () => {
  // Runs that make entries.
  test.each([1, 2, 3, 4, 5, 7, 8, 9])('in run %i', async (seed) => {
    const { findings, story, audited } = await simulate(seed);
    expect(isClean(findings), `${story.join('\n')}\n${JSON.stringify(findings, undefined, 2)}`).toBe(true);
    expect(audited).toBeGreaterThan(0);
  });
});

test('An answer gets one unreadable record, and the others do not change', () => {
  const records = Array.from({ length: 9 }, (_, at) => ({ id: String(at), name: `name ${at}`, endTime: null }));
  for (let seed = 0; seed < 50; seed += 1) {
    const changed = odd({ records }, createChance(seed)) as { records: unknown[] };
    const isAsBefore = (one: unknown) => records.some((record) => JSON.stringify(record) === JSON.stringify(one));
    expect(changed.records.filter(isAsBefore)).toHaveLength(8);
  }
});

test('A record of a forgotten life is unrecognisable if its server changed its times, also where the entry has got others', () => {
  const entry = { accountId: 'a', taskId: '1', end: '2026-11-18T10:00:00.000Z', note: '', isDiscarded: false };
  const [was, is] = ['2026-11-18T09:45:00.000Z', '2026-11-18T09:45:00.792Z'];
  const journal = {
    owner: 'Ada',
    at: 'one',
    believed: [],
    starts: new Set<string>(),
    aside: new Set<string>(),
    tasks: [],
  };
  const record = (id: string, startTime: string) => {
    const [endTime, note] = [entry.end, ''];
    const values = { id, taskId: '1', startTime, endTime, note, sent: { taskId: '1', startTime: is, endTime, note } };
    return { ...values, of: 'Ada', isOurs: true, isTouched: false, isNewerElsewhere: false };
  };
  const kept = { entries: [{ ...entry, id: 'a', start: is }], serverIds: new Map([['a', '1']]) };
  const found = (startTime: string) => {
    const findings = noFindings();
    audit(
      {
        journal: { ...journal, forgotten: new Set([startKey({ taskId: '1', start: was })]) },
        kept: { ...kept, needsYou: new Map(), waiting: new Set() },
        held: [record('1', is), record('2', startTime)],
        heldTasks: [],
      },
      findings,
    );
    return [findings.doubled.length, findings.aside.length];
  };
  expect([found('2026-11-18T09:45:15.400Z'), found(is)]).toEqual([
    [0, 1],
    [1, 0],
  ]);
});
