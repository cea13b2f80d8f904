/** The command line during development, over the last build: `node build/punchcard.mjs add "Send it #finance"`. */
import { join } from 'node:path';
import { findElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript } from './run.mjs';

await runScript(async () => {
  const { executable } = await findElectron();
  const args = [join(root, 'out', 'main', 'command-line.js'), ...process.argv.slice(2)];
  return runInTerminal(executable, args, { ...process.env, ELECTRON_RUN_AS_NODE: '1' });
});
