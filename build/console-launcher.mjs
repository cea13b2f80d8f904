/**
 * bin/punchcard.exe of the Windows package (build/windows/punchcard.c), compiled with MinGW's compiler. Its x64 machine code also
 * runs on Windows for arm64. electron-builder signs it where it signs the rest.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root, run, StopError } from './run.mjs';

const source = join(root, 'build', 'windows', 'punchcard.c');
export const consoleLauncher = join(root, 'out', 'console', 'punchcard.exe');

/** Compiler names; GitHub's Windows machines have the last one. */
const compilers = ['x86_64-w64-mingw32-gcc', 'gcc'];

/** @returns {Promise<string | undefined>} one that makes programs for Windows */
export async function findCompiler() {
  for (const compiler of compilers) {
    const machine = await run(compiler, ['-dumpmachine']);
    if (machine.code === 0 && machine.output.includes('mingw')) return compiler;
  }
  return undefined;
}

export async function buildConsoleLauncher(target = consoleLauncher) {
  const compiler = await findCompiler();
  if (compiler === undefined) {
    throw new StopError(
      `The Windows package needs MinGW's gcc for its console launcher (Debian: gcc-mingw-w64-x86-64-win32). Tried: ${compilers.join(', ')}.`,
    );
  }
  await mkdir(dirname(target), { recursive: true });
  const { code, output } = await run(compiler, ['-Os', '-s', '-Wall', '-Wextra', '-Werror', '-o', target, source]);
  if (code !== 0) throw new StopError(`The console launcher does not compile:\n${output.trim()}`);
}
