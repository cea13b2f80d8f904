/** Parts of the Windows package: the installer script and the launcher for terminals. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildConsoleLauncher, findCompiler } from '../../build/console-launcher.mjs';
import { configuration } from '../../build/electron-builder.mjs';
import { DEEP_LINK_SCHEME } from '../../electron/desktop/links/deep-link-argument.ts';
import { APP_ID, TOAST_ACTIVATOR_ID } from '../../electron/desktop/system/app-id.ts';

const folder = mkdtempSync(join(tmpdir(), 'windows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['-VERSION'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const include = join(import.meta.dirname, '../../build/windows/installer.nsh');
const script = readFileSync(include, 'utf8');
const uninstall = script.slice(script.indexOf('!macro customUnInstall'));

test('the installer registers the COM class that the app uses', () => {
  expect(configuration().nsis?.include).toBe(include);
  expect(script).toContain(`!define TOAST_ACTIVATOR_ID "${TOAST_ACTIVATOR_ID}"`);
  expect(configuration().appId).toBe(APP_ID);
});

test('the uninstaller removes what the app and the installer created, but not during an update', () => {
  expect(uninstall.split('\n')[1]?.trim()).toBe(`\${IfNot} \${isUpdated}`);
  for (const line of [
    `DeleteRegKey HKCU "\${CLASSES}\\${DEEP_LINK_SCHEME}"`,
    `DeleteRegValue HKCU "\${CURRENT_VERSION}\\Run" "\${APP_ID}"`,
    `DeleteRegKey HKCU "\${CLASSES}\\CLSID\\\${TOAST_ACTIVATOR_ID}"`,
    `Delete "\${ON_PATH}\\punchcard.cmd"`,
  ]) {
    expect(uninstall).toContain(line);
  }
});

test.runIf(has('makensis'))('NSIS compiles it', () => {
  const file = join(folder, 'test.nsi');
  const lines = [
    'Name "test"',
    `OutFile "${join(folder, 'test.exe')}"`,
    '!define APP_ID "a.b.C"',
    '!define PRODUCT_NAME "Punchcard"',
    '!define APP_FILENAME "punchcard"',
    '!define APP_EXECUTABLE_FILENAME "Punchcard.exe"',
    // Copied from electron-builder's common.nsh.
    '!define isUpdated `"$0" != ""`',
    `!include "${include}"`,
    'Section',
    '!insertmacro customInstall',
    `WriteUninstaller "${'$'}TEMP\\u.exe"`,
    'SectionEnd',
    'Section "un.Uninstall"',
    '!insertmacro customUnInstall',
    'SectionEnd',
  ];
  writeFileSync(file, lines.join('\n'));
  // Warnings are errors.
  execFileSync('makensis', ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', file], { stdio: 'pipe' });
});

test.runIf((await findCompiler()) !== undefined)('the launcher is a console program', async () => {
  const file = join(folder, 'punchcard.exe');
  await buildConsoleLauncher(file);
  const bytes = readFileSync(file);
  const header = bytes.readUInt32LE(0x3c);
  expect(bytes.toString('latin1', header, header + 4)).toBe('PE\0\0');
  // The subsystem: 3 is console, 2 is graphical.
  expect(bytes.readUInt16LE(header + 24 + 68)).toBe(3);
});
