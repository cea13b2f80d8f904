/**
 * Plants the faults one after the other and runs the tests that import the changed file, the nearest first, until one fails. Runs in a
 * copy of the checkout (../mutations.mjs), on Electron's Node, in one vitest for all faults, which keeps what it has compiled.
 *
 *     run.mjs <report> [part of a path]...
 */
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { BaseSequencer, createVitest } from 'vitest/node';
import { holdingSignals, root, runScript } from '../run.mjs';
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

/** Steps from the changed file by test file. */
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
        failed = new Map();
        await vitest.runTestSpecifications(chosen);
        return failed;
      };

      /**
       * @param {import('./plant.mjs').Fault} fault
       * @returns {Promise<string | null>}
       */
      const noticedBy = async (fault) => {
        steps = stepsFrom(importers, fault.file);
        let candidates = specs.filter((spec) => Number.isFinite(stepsTo(spec)));
        while (candidates.length > 0) {
          const [[path, title] = []] = await whilePlanted(root, fault, async (file) => {
            vitest.invalidateFile(file);
            return run(candidates);
          });
          vitest.invalidateFile(join(root, fault.file));
          if (path === undefined || title === undefined) return null;
          const [spec] = candidates.filter((one) => pathOf(one) === path);
          // A test that fails without the fault too has not noticed it.
          if (spec && !sound.has(path) && (await run([spec])).size > 0) {
            candidates = candidates.filter((one) => one !== spec);
            continue;
          }
          sound.add(path);
          return `${path}: ${title}`;
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
