/** Some hostile runs with fixed seeds; `npm run hostile` runs many more, also of the whole app. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isClean } from './audit.ts';
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
