/** Private files in the data folder, and other things in their place. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../../electron/app/log.ts';
import { createWindowState } from '../../../electron/desktop/windows/window-state.ts';
import {
  appendPrivateFile,
  appendToPrivateLog,
  createPrivateFile,
  makeFolderPrivate,
  readPrivateFile,
  writePrivateFile,
} from '../../../electron/files/private-file.ts';
import { createStartupSnapshot, readStartupSnapshot } from '../../../electron/store/startup-snapshot.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-own-'));
  file = join(folder, 'file');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});
const mode = (path: string) => statSync(path).mode & 0o777;

// Windows has neither permission bits nor pipes in folders.
describe.skipIf(process.platform === 'win32')('a private file', () => {
  test.each<[string, () => void]>([
    ['written', () => writePrivateFile(file, 'new')],
    ['appended to', () => void appendPrivateFile(file, 'new')],
    ['created', () => createPrivateFile(file)],
  ])('is readable by its owner only after it is %s, also if it was not before', (_how, touch) => {
    touch();
    expect(mode(file)).toBe(0o600);
    chmodSync(file, 0o644);
    touch();
    expect(mode(file)).toBe(0o600);
  });

  test('contains the last text written, and the text appended', () => {
    writePrivateFile(file, 'a long text');
    writePrivateFile(file, 'short');
    expect(readPrivateFile(file)).toBe('short');
    expect(appendPrivateFile(file, ' and more')).toBe(5);
    expect(readPrivateFile(file)).toBe('short and more');
  });

  test('a log begins anew once it is too long', () => {
    for (const text of ['one ', 'two ', 'three ']) appendToPrivateLog(file, text, 8);
    expect(readPrivateFile(file)).toBe('one two three ');
    appendToPrivateLog(file, 'four', 8);
    expect(readPrivateFile(file)).toBe('four');
  });

  const obstacles: [string, (path: string) => void][] = [
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a folder', (path) => void mkdirSync(path)],
    ['a device', (path) => void symlinkSync('/dev/zero', path)],
  ];

  test.each(obstacles)('%s in its place does not block, and is renamed before a write', (_what, put) => {
    put(file);
    expect(() => readPrivateFile(file)).toThrow();
    expect(() => appendPrivateFile(file, 'x')).toThrow();
    writePrivateFile(file, 'text');
    expect(readFileSync(file, 'utf8')).toBe('text');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test.each(obstacles)('%s in the place of a file that a start reads does not block', (_what, put) => {
    for (const name of ['last-state.json', 'windows.json', 'punchcard.log']) put(join(folder, name));
    expect(readStartupSnapshot(folder, 'build')).toBeNull();
    const state = createWindowState(folder);
    expect(state.windowSystem()).toBe('automatic');
    state.chooseWindowSystem('x11');
    expect(createWindowState(folder).windowSystem()).toBe('x11');
    const last = { theme: 'dark', zoom: 100, pinned: false, openAsWindow: false, state: {} } as const;
    createStartupSnapshot({ dataFolder: folder, build: 'build', read: () => last }).save();
    expect(readStartupSnapshot(folder, 'build')).toEqual(last);
    createLog({ folder, now: () => 0, folders: [] }).write('warn', ['a warning']);
    expect(readFileSync(join(folder, 'punchcard.log'), 'utf8')).toContain('a warning');
  });

  test('a folder is made private, unless it is shared on purpose', () => {
    chmodSync(folder, 0o755);
    makeFolderPrivate(folder);
    expect(mode(folder)).toBe(0o700);
    chmodSync(folder, 0o1777);
    makeFolderPrivate(folder);
    expect(mode(folder)).toBe(0o777);
    makeFolderPrivate(join(folder, 'missing'));
  });

  test('a log that others could read is made private', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    mkdirSync(join(folder, 'logs'), { mode: 0o755 });
    writeFileSync(join(folder, 'logs', 'punchcard.log'), 'before\n', { mode: 0o644 });
    createLog({ folder: join(folder, 'logs'), now: () => 0, folders: [] }).write('warn', ['after']);
    expect(mode(join(folder, 'logs'))).toBe(0o700);
    expect(mode(join(folder, 'logs', 'punchcard.log'))).toBe(0o600);
    error.mockRestore();
  });
});
