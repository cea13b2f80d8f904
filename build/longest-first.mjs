/** The order of the test files: the longest first, so that the last one to end does not run for minutes alone. */
import { BaseSequencer } from 'vitest/node';

/** Far longer than their size tells: measured now and then. Those that mostly wait go together with those that compute. */
const LONG = [
  'app/reminders',
  'app/journeys',
  'app/crash-kills',
  'time/histories-1',
  'time/histories-2',
  'app/everybody',
  'app/crash',
  'app/time',
  'account/keychain-real',
  'app/packaged',
];

/** @param {{ moduleId: string }} spec */
const rank = ({ moduleId }) => {
  const found = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return found < 0 ? LONG.length : found;
};

export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} specs
   */
  async sort(specs) {
    return (await super.sort(specs)).toSorted((one, other) => rank(one) - rank(other));
  }
}
