/** Runs the longest test files first, so that none runs alone for minutes at the end. Both runs of test.mjs use the list. */
import { BaseSequencer } from 'vitest/node';

/** Files that take far longer than their size suggests, measured. Files that mostly wait run together with files that compute. */
const LONG = [
  'app/accessibility',
  'app/pseudo',
  'app/freezes',
  'app/packaged',
  'app/journeys',
  'app/task-commands',
  'electron/features/account/keychain-real.session',
  'app/window',
  'app/crash-kills',
  'app/dev',
  'model/outbox',
  'app/faults',
  'app/reminders',
  'build/package-dependencies',
  'hostile/proof',
  'electron/store/damage',
  'components/features/time/timesheet',
  'electron/features/time/histories-1',
  'electron/features/time/histories-2',
];

/** @typedef {{ moduleId: string, project: { name: string } }} Spec */

/**
 * A worker is started anew for the next file's project, which takes seconds, so the files of a project follow each other: first those
 * that mostly wait, beside the apps or before them.
 */
const PROJECTS = ['system', 'app', 'components', 'older', 'port', 'unit'];

/** @param {Spec} spec */
const place = ({ project }) => PROJECTS.indexOf(project.name);

/** @param {Spec} spec */
const rank = ({ moduleId }) => {
  const found = LONG.findIndex((name) => moduleId.includes(`/test/${name}.test.ts`));
  return found < 0 ? LONG.length : found;
};

export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} specs
   */
  async sort(specs) {
    return (await super.sort(specs)).toSorted((one, other) => place(one) - place(other) || rank(one) - rank(other));
  }
}
