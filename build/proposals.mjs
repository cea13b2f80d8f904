/**
 * `npm run proposals [-- --days FOLDER]`: what the app proposes for the gaps of golden days (docs/golden-days.md), and how often a person
 * says that it is right. The last line is the result.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { onNode } from './app-scripts.mjs';
import { findInstalledElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript } from './run.mjs';

await runScript(async () => {
  const { values } = parseArgs({ options: { days: { type: 'string' } } });
  const days = values.days === undefined ? join(root, 'test/shared/proposals/days') : resolve(values.days);
  const { executable } = await findInstalledElectron();
  return runInTerminal(executable, [join(root, 'test/shared/proposals/measure.ts'), days], onNode(executable));
});
