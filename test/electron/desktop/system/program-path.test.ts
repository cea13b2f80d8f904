/** How other programs start this one. */
import { expect, test } from 'vitest';
import { commandProgram, shellProgram } from '../../../../electron/desktop/system/program-path.ts';

const env = { XDG_DATA_DIRS: '/nowhere', APPIMAGE: '/home/ada/My apps/Punchcard.AppImage' };

test('A copy that no system package installed is named by its path, quoted for a shell', () => {
  expect(commandProgram(true, env)).toBe('/home/ada/My apps/Punchcard.AppImage');
  expect(commandProgram(false, env)).toBe('punchcard');
  const inShell = process.platform === 'linux' ? "'/home/ada/My apps/Punchcard.AppImage'" : 'punchcard';
  expect(shellProgram(true, env)).toBe(inShell);
  expect(shellProgram(false, env)).toBe('punchcard');
});
