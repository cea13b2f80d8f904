/** Runs the longest test files first, so that none runs alone for minutes at the end. */
import { BaseSequencer } from 'vitest/node';

/** Files that take far longer than their size suggests, measured. Files that mostly wait run together with files that compute. */
const LONG = [
  'app/accessibility',
  'app/crash-kills',
  'app/journeys',
  'app/freezes',
  'app/pseudo',
  'app/reminders',
  'app/packaged',
  'app/dev',
  'account/keychain-real.session',
  'tasks/requests',
  'time/histories-1',
  'time/histories-2',
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
