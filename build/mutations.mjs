/**
 * `npm run mutations`: do the tests notice faults? Plants small faults one at a time, in a copy of this checkout, and runs the unit
 * and component tests that import the changed file. Takes up to 15 minutes on two cores, so it is not part of `npm test`.
 *
 *     npm run mutations                     all faults
 *     npm run mutations -- outbox week.ts   only those of an area, or of files whose path contains this
 *
 * The findings are in out/mutations.json. The exit code is 0 if at most 5 faults are missed.
 */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { prepareSession } from './app-scripts.mjs';
import { runInDesktopSessions } from './desktop-session.mjs';
import { chosenFaults } from './mutations/faults.mjs';
import { withFault } from './mutations/plant.mjs';
import { holdingSignals, isMain, root, runInTerminal, runScript, StopError } from './run.mjs';

const MAX_MISSED = 5;
/** Test files that run at once. */
const AT_ONCE = 2;
const NOT_COPIED = ['.git', 'node_modules', 'out', 'dist'];

/** Throws StopError if a fault's text does not occur exactly once in its file. */
async function checkFaults(/** @type {ReturnType<typeof chosenFaults>} */ faults) {
  for (const [, fault] of faults) withFault(await readFile(join(root, fault.file), 'utf8'), fault);
}

/** @returns {Promise<string>} the folder of a copy of this checkout that shares its packages */
async function copyCheckout() {
  const folder = join(await realpath(await mkdtemp(join(tmpdir(), 'punchcard-mutations-'))), 'punchcard');
  await cp(root, folder, { recursive: true, filter: (path) => !NOT_COPIED.includes(relative(root, path)) });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

if (isMain(import.meta.url)) {
  await runScript(() =>
    holdingSignals(async () => {
      const parts = process.argv.slice(2);
      const faults = chosenFaults(parts);
      if (faults.length === 0) throw new StopError(`No fault is in ${parts.join(', ')}.`);
      await checkFaults(faults);
      const runtime = await prepareSession();
      const copy = await copyCheckout();
      try {
        const report = join(root, 'out', 'mutations.json');
        await mkdir(dirname(report), { recursive: true });
        await rm(report, { force: true });
        const command = [join(copy, 'build', 'mutations', 'run.mjs'), report, ...parts];
        const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', ELECTRON_OVERRIDE_DIST_PATH: runtime.dist };
        const code =
          process.platform === 'linux'
            ? await runInDesktopSessions(AT_ONCE, runtime.executable, command, env)
            : await runInTerminal(runtime.executable, command, env);
        if (code !== 0) return code;
        /** @type {import('./mutations/run.mjs').Finding[]} */
        const findings = JSON.parse(await readFile(report, 'utf8'));
        const missed = findings.filter(({ noticedBy }) => noticedBy === null);
        for (const { file, harm } of missed) console.info(`missed: ${file}: ${harm}`);
        const seconds = findings.reduce((sum, finding) => sum + finding.seconds, 0);
        console.info(
          `\n${findings.length - missed.length} of ${findings.length} noticed, in ${(seconds / 60).toFixed(1)} min`,
        );
        return missed.length > MAX_MISSED ? 1 : 0;
      } finally {
        await rm(dirname(copy), { recursive: true, force: true });
      }
    }),
  );
}
