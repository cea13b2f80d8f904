/**
 * `npm run coverage`: the lines and branches that all tests together run, for each folder; vitest measures what its own
 * workers run, V8 the processes and pages of the whole-app tests.
 *
 *     npm run coverage                            prints a table and writes out/coverage/coverage.json
 *     npm run coverage -- --compare FILE.json     also says where coverage is lower than in such a file, and then fails
 *
 * Other arguments go to the tests. A test that fails does not stop the measurement. A process that a test kills contributes nothing,
 * and neither does the installed package, which has the same code and is left out.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAppReports } from './app-coverage.mjs';
import { falls, mergeReports, sumByFolder, table } from './coverage-report.mjs';
import { root, run, runScript, StopError } from './run.mjs';

await runScript(async () => {
  const args = process.argv.slice(2);
  const at = args.indexOf('--compare');
  const [, compared] = at === -1 ? [] : args.splice(at, 2);
  if (at !== -1 && compared === undefined) throw new StopError('Usage: npm run coverage -- --compare FILE.json');
  const before = compared === undefined ? undefined : JSON.parse(await readFile(compared, 'utf8'));

  const folder = join(root, 'out', 'coverage');
  const [unit, app] = [join(folder, 'unit'), join(folder, 'app')];
  await rm(folder, { recursive: true, force: true });
  await mkdir(app, { recursive: true });
  const options = ['--coverage.enabled', `--coverage.reportsDirectory=${unit}`, '--exclude=test/app/packaged.test.ts'];
  const tests = [join(root, 'build', 'test.mjs'), '--only-tests', ...options, ...args];
  await run(process.execPath, tests, { env: { ...process.env, COVERAGE_FOLDER: app }, show: true });

  const [computing, waiting] = await Promise.all(
    ['computing', 'waiting'].map((name) =>
      readFile(join(unit, name, 'coverage-final.json'), 'utf8').catch(() => {
        throw new StopError('The tests broke off, so nothing was measured.');
      }),
    ),
  );
  const others = [JSON.parse(waiting ?? ''), ...(await readAppReports(app))];
  const files = mergeReports(JSON.parse(computing ?? ''), others, root);
  const folders = sumByFolder(files);
  await writeFile(join(folder, 'coverage.json'), `${JSON.stringify({ folders, files }, null, 1)}\n`);
  await rm(app, { recursive: true, force: true });
  console.info(`\n${table(folders)}\n`);
  if (before === undefined) return 0;
  const fallen = falls(before.files, files);
  console.info(fallen.length === 0 ? 'Coverage is nowhere lower.' : `Coverage is lower:\n${fallen.join('\n')}`);
  return fallen.length === 0 ? 0 : 1;
});
