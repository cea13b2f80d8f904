/** The man page and the completions, which the Linux packages install: printed by the command line that was just built. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root, run, StopError } from './run.mjs';

/** By place in a package: the command that prints the file. */
const FILES = {
  '/usr/share/man/man1/punchcard.1': ['man'],
  '/usr/share/bash-completion/completions/punchcard': ['completion', 'bash'],
  '/usr/share/zsh/vendor-completions/_punchcard': ['completion', 'zsh'],
  '/usr/share/fish/vendor_completions.d/punchcard.fish': ['completion', 'fish'],
};
const folder = join(root, 'out', 'shell');

/** As fpm wants them: `source=target`. */
export const shellFiles = Object.keys(FILES).map((place) => `${join(folder, place)}=${place}`);

export async function writeShellFiles() {
  const program = join(root, 'out', 'main', 'command-line.js');
  for (const [place, command] of Object.entries(FILES)) {
    const { code, output } = await run(process.execPath, [program, ...command], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    if (code !== 0) throw new StopError(`“punchcard ${command.join(' ')}” failed:\n${output.trim()}`);
    await mkdir(dirname(join(folder, place)), { recursive: true });
    await writeFile(join(folder, place), output);
  }
}
