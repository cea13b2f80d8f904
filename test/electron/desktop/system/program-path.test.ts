/** How other programs start this one. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandProgram, shellProgram } from '../../../../electron/desktop/system/program-path.ts';

const env = { XDG_DATA_DIRS: '/nowhere', APPIMAGE: '/home/ada/My apps/Punchcard.AppImage' };

test('Programs start a copy that no system package installed by its path, on Windows by that for terminals', () => {
  expect(commandProgram(true, '/out', env, 'linux')).toEqual(['/home/ada/My apps/Punchcard.AppImage']);
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = 'C:\\Punchcard\\Punchcard.exe';
  expect(commandProgram(true, '/out', {}, 'win32')).toEqual(['C:\\Punchcard\\bin\\punchcard.exe']);
});

test('Programs start a clone with node: its name is on no path', () => {
  const script = join('/home/ada/punchcard', 'build', 'punchcard.mjs');
  expect(commandProgram(false, join('/home/ada/punchcard', 'out'), env)).toEqual(['node', script]);
});

test('A copy that no system package installed is named by its path, quoted for a shell', () => {
  const inShell = process.platform === 'linux' ? "'/home/ada/My apps/Punchcard.AppImage'" : 'punchcard';
  expect(shellProgram(true, env)).toBe(inShell);
  expect(shellProgram(false, env)).toBe('punchcard');
});
