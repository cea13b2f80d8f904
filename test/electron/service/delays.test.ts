/** Properties of the delays: the requests of many clients are spread evenly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delayBeforeCatchUp, delayBeforeReconnect } from '../../../electron/service/delays.ts';

const failures = fc.nat({ max: 2000 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('lost sockets are opened again within ten minutes at first, and within fifteen later', () => {
  fc.assert(
    fc.property(failures, fc.boolean(), random, (count, isWindowVisible, chance) => {
      const wait = delayBeforeReconnect(count, isWindowVisible, chance);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(count === 0 ? 600_000 : 900_000);
    }),
  );
});

test('delays are never longer while the window is visible, and at most ten seconds at first', () => {
  fc.assert(
    fc.property(failures, random, (count, chance) => {
      expect(delayBeforeReconnect(count, true, chance)).toBeLessThanOrEqual(delayBeforeReconnect(count, false, chance));
      expect(delayBeforeReconnect(0, true, chance)).toBeLessThanOrEqual(10_000);
    }),
  );
});

test('the delays of many clients fill the whole span evenly', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 30_000, max: 3_600_000 }), (chance, pollMs) => {
      expect(delayBeforeReconnect(0, false, chance)).toBeCloseTo(600_000 * chance);
      expect(delayBeforeCatchUp(pollMs, false, chance)).toBeCloseTo(pollMs * chance);
      expect(delayBeforeCatchUp(pollMs, true, chance)).toBeLessThan(Math.min(pollMs, 10_001));
    }),
  );
});
