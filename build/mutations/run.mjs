/**
 * Plants the faults one after the other and runs the tests that import the changed file, the nearest first, until one fails. Runs in a
 * copy of the checkout (../mutations.mjs), on Electron's Node, in one vitest for all faults, which keeps what it has compiled.
 *
 *     run.mjs <report> [part of a path]...
 */
import { writeFile } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { BaseSequencer, createVitest } from 'vitest/node';
import { holdingSignals, root, runScript, StopError } from '../run.mjs';
import { chosenFaults } from './faults.mjs';
import { readImporters, stepsFrom } from './importers.mjs';
import { whilePlanted } from './plant.mjs';

/**
 * @typedef {object} Finding
 * @property {string} area
 * @property {string} file
 * @property {string} harm
 * @property {string | null} noticedBy the file and title of a test that fails; null if none does
 * @property {number} seconds
 */

const [report = '', ...parts] = process.argv.slice(2);

/** Steps from the changed file by test file. @type {Map<string, number>} */
let steps = new Map();
/** Titles of the failed tests of the current run, by test file. @type {Map<string, string>} */
let failed = new Map();

class NearestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} specs
   */
  async sort(specs) {
    return specs.toSorted((one, other) => stepsTo(one) - stepsTo(other));
  }
}

/** @param {{ moduleId: string }} spec */
const pathOf = ({ moduleId }) => relative(root, moduleId).replaceAll('\\', '/');
/** @param {{ moduleId: string }} spec */
const stepsTo = (spec) => steps.get(pathOf(spec)) ?? Number.POSITIVE_INFINITY;

/** Tests of random histories take minutes to find the shortest history that fails. */
const SLOW = /\/(histories-\d|planner-laws)\.test\.ts$/;

/**
 * How near a test file is to a source file by name: 0 for its own test, 1 for a test of its folder or feature, 2 for others, 3 for
 * slow ones. Each ring is run only if none of the nearer ones fails, because a run that is cut short waits for the tests in progress.
 * @param {string} file
 * @param {string} test
 */
function ringOf(file, test) {
  if (SLOW.test(test)) return 3;
  if (test.startsWith(`test/${file.replace(/\.\w+$/, '')}.`)) return 0;
  const folder = posix.dirname(file).split('/').slice(0, 3).join('/');
  const homes = [`test/${folder}/`, `test/components/${folder.replace(/^renderer\//, '')}/`];
  return homes.some((home) => test.startsWith(home)) ? 1 : 2;
}

/**
 * vitest could not start a worker, so some test files did not run.
 * @param {unknown} error
 */
const isOfWorker = (error) =>
  error instanceof Object && 'message' in error && `${error.message}`.includes('[vitest-pool]');

/** @type {import('vitest/node').Reporter} */
const collector = {
  onTestCaseResult(test) {
    const path = pathOf(test.module);
    if (test.result().state === 'failed' && !failed.has(path)) failed.set(path, test.fullName);
  },
  onTestModuleEnd(module) {
    const path = pathOf(module);
    if (module.errors().length > 0 && !failed.has(path)) failed.set(path, '(cannot be loaded)');
  },
};

await runScript(() =>
  holdingSignals(async (stopped) => {
    const vitest = await createVitest('test', {
      config: 'build/vitest.config.ts',
      root,
      watch: false,
      bail: 1,
      project: ['unit', 'components'],
      reporters: [collector],
      sequence: { sequencer: NearestFirst },
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => void vitest.cancelCurrentRun('keyboard-input'));
    }
    try {
      await vitest.standalone();
      const specs = await vitest.globTestSpecifications();
      const importers = readImporters(root);
      /** Test files that pass without a fault. @type {Set<string>} */
      const sound = new Set();

      /** @param {import('vitest/node').TestSpecification[]} chosen */
      const run = async (chosen) => {
        for (let attempt = 1; attempt <= 3; attempt += 1) {
          failed = new Map();
          const { unhandledErrors } = await vitest.runTestSpecifications(chosen);
          if (failed.size > 0 || !unhandledErrors.some(isOfWorker)) return failed;
        }
        throw new StopError('The test workers do not start. Try again when the computer is less busy.');
      };

      /** @param {import('./plant.mjs').Fault} fault */
      const noticedBy = async (fault) => {
        steps = stepsFrom(importers, fault.file);
        const related = specs.filter((spec) => Number.isFinite(stepsTo(spec)));
        for (const ring of [0, 1, 2, 3]) {
          let candidates = related.filter((spec) => ringOf(fault.file, pathOf(spec)) === ring);
          while (candidates.length > 0) {
            const [found, isStable] = await whilePlanted(root, fault, async (file) => {
              vitest.invalidateFile(file);
              const [first] = await run(candidates);
              const own = candidates.filter((spec) => pathOf(spec) === first?.[0]);
              // A distant test may have failed only because the computer is busy.
              return [first, ring < 2 || own.length === 0 || (await run(own)).size > 0];
            });
            vitest.invalidateFile(join(root, fault.file));
            if (found === undefined) break;
            const [path, title] = found;
            const own = candidates.filter((spec) => pathOf(spec) === path);
            // A test that fails without the fault too has not noticed it.
            if (isStable && (sound.has(path) || (await run(own)).size === 0)) {
              sound.add(path);
              return `${path}: ${title}`;
            }
            console.warn(`not counted, because it fails now and then: ${path}: ${title}`);
            candidates = candidates.filter((spec) => !own.includes(spec));
          }
        }
        return null;
      };

      /** @type {Finding[]} */
      const findings = [];
      for (const [area, fault] of chosenFaults(parts)) {
        const start = performance.now();
        const title = await noticedBy(fault);
        if (stopped() !== undefined) break;
        const seconds = Math.round((performance.now() - start) / 100) / 10;
        findings.push({ area, file: fault.file, harm: fault.harm, noticedBy: title, seconds });
        console.info(`${area.padEnd(10)}${String(seconds).padStart(6)} s  ${fault.harm}`);
        console.info(`${''.padEnd(20)}${title ?? `MISSED (${fault.file})`}`);
        await writeFile(report, JSON.stringify(findings, null, 2));
      }
      return stopped() ?? 0;
    } finally {
      await vitest.close();
    }
  }),
);
