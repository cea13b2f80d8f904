/** Runs the longest test files first, so that none runs alone for minutes at the end. */
import { BaseSequencer } from 'vitest/node';

/** Files that take far longer than their size suggests, measured. Files that mostly wait run together with files that compute. */
const LONG = [
  'app/reminders',
  'app/journeys',
  'app/crash-kills',
  'time/histories-1',
  'time/histories-2',
  'app/accessibility',
  'app/pseudo',
  'app/crash',
  'app/time',
  'account/keychain-real.session',
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
