/** The command line during development, over the last build: `node build/punchcard.mjs add "Send it #finance"`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript, StopError } from './run.mjs';

await runScript(async () => {
  const program = join(root, 'out', 'main', 'command-line.js');
  if (!existsSync(program)) throw new StopError('There is no build yet. Run `npm start` first, or `npm run build`.');
  const { executable } = await findElectron();
  return runInTerminal(executable, [program, ...process.argv.slice(2)], { ...process.env, ELECTRON_RUN_AS_NODE: '1' });
});
