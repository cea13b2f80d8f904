/**
 * What else the Linux packages install: the man page and the completions, printed by the command line that was just built, and what
 * makes the desktop's search find Punchcard.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { searchFiles } from '../electron/desktop/search/search-files.mjs';
import { root, run, StopError } from './run.mjs';

/** By place in a package: the command that prints the file. */
const PRINTED = {
  '/usr/share/man/man1/punchcard.1': ['man'],
  '/usr/share/bash-completion/completions/punchcard': ['completion', 'bash'],
  '/usr/share/zsh/vendor-completions/_punchcard': ['completion', 'zsh'],
  '/usr/share/fish/vendor_completions.d/punchcard.fish': ['completion', 'fish'],
};
/** By place: the content. electron-builder installs the program in this folder. */
const WRITTEN = searchFiles('/opt/Punchcard/punchcard');
const folder = join(root, 'out', 'shell');

/** As fpm wants them: `source=target`. */
export const shellFiles = [...Object.keys(PRINTED), ...Object.keys(WRITTEN)].map(
  (place) => `${join(folder, place)}=${place}`,
);

export async function writeShellFiles() {
  const program = join(root, 'out', 'main', 'command-line.js');
  /** @type {Record<string, string>} */
  const files = { ...WRITTEN };
  for (const [place, command] of Object.entries(PRINTED)) {
    const { code, output } = await run(process.execPath, [program, ...command], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    if (code !== 0) throw new StopError(`“punchcard ${command.join(' ')}” failed:\n${output.trim()}`);
    files[place] = output;
  }
  for (const [place, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, place)), { recursive: true });
    await writeFile(join(folder, place), content);
  }
}
