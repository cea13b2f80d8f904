/**
 * `npm run histories [-- --runs 200000]`: runs many more random histories, and more cases of every other property, than the suite
 * (test/properties.ts). The printed HISTORY_SEED repeats all of them; a failure prints how to repeat it alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkWholeNumbers } from './app-scripts.mjs';
import { chooseElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript, testFolder } from './run.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '200000' } } });
  checkWholeNumbers(values);
  const { executable } = await chooseElectron();
  const { HISTORY_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;
  console.info(`HISTORY_SEED=${HISTORY_SEED}`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    vitest,
    'run',
    '--config',
    'build/vitest.config.ts',
    '--project',
    'unit',
    '--maxWorkers=2',
    // On a busy machine, thousands of histories take longer than a test that hangs.
    '--testTimeout=0',
    ...propertyTests(),
  ];
  const env = {
    ...process.env,
    ELECTRON_RUN_AS_NODE: '1',
    HISTORY_RUNS: values.runs,
    HISTORY_SEED,
    TMPDIR: testFolder(),
  };
  return runInTerminal(executable, args, env);
});

/** Test files that use fast-check, by themselves or through a module beside them. */
function propertyTests() {
  const folder = join(root, 'test');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: join('test', name), text: readFileSync(join(folder, name), 'utf8') }));
  const using = files.filter(({ text }) => text.includes("from 'fast-check'")).map(({ path }) => path);
  const isProperty = (/** @type {{ path: string, text: string }} */ { path, text }) =>
    using.includes(path) ||
    using.some((other) => dirname(other) === dirname(path) && text.includes(`'./${basename(other)}'`));
  return files.filter((file) => /\.test\.tsx?$/.test(file.path) && isProperty(file)).map(({ path }) => path);
}
