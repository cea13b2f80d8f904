import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createStartupSnapshot,
  readStartupSnapshot,
  type StartupSnapshot,
} from '../../../electron/store/startup-snapshot.ts';

type Tasks = { tasks: string[] };
const first: StartupSnapshot<Tasks> = {
  theme: 'dark',
  zoom: 150,
  pinned: true,
  openAsWindow: true,
  state: { tasks: ['Write'] },
};

describe('the startup snapshot', () => {
  let dataFolder: string;
  let file: string;
  let now: StartupSnapshot<Tasks> | null;
  const create = () => createStartupSnapshot({ dataFolder, build: 'one', read: () => now });
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'last-state-'));
    file = join(dataFolder, 'last-state.json');
    now = first;
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(dataFolder, { recursive: true });
  });

  test('is saved for the next start, readable by this user only', () => {
    expect(readStartupSnapshot(dataFolder, 'one')).toBeNull();
    create().save();
    expect(readStartupSnapshot(dataFolder, 'one')).toEqual(first);
    // Windows has no permission bits.
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is ignored by another build', () => {
    create().save();
    expect(readStartupSnapshot(dataFolder, 'two')).toBeNull();
  });

  test.each([
    ['half a file', (text: string) => text.slice(0, -20)],
    ['text that is not JSON', () => 'no'],
    ['a number', () => '7'],
    ['null', () => 'null'],
    ['an invalid theme', (text: string) => text.replace('dark', 'sepia')],
    ['an invalid zoom', (text: string) => text.replace('150', '-3')],
    ['no state', (text: string) => text.replace('"state"', '"other"')],
  ])('is ignored if the file contains %s', (_name, spoil) => {
    create().save();
    writeFileSync(file, spoil(readFileSync(file, 'utf8')));
    expect(readStartupSnapshot(dataFolder, 'one')).toBeNull();
  });

  test('is saved a second after a change, once for all changes until then', () => {
    vi.useFakeTimers();
    const last = create();
    last.changed();
    vi.advanceTimersByTime(999);
    expect(existsSync(file)).toBe(false);
    now = { ...first, state: { tasks: ['Write', 'Read'] } };
    last.changed();
    vi.advanceTimersByTime(1);
    expect(readStartupSnapshot<Tasks>(dataFolder, 'one')?.state.tasks).toEqual(['Write', 'Read']);
    rmSync(file);
    vi.advanceTimersByTime(10_000);
    expect(existsSync(file)).toBe(false);
  });

  test('is deleted if there is nothing to save', () => {
    const last = create();
    last.save();
    now = null;
    last.save();
    expect(existsSync(file)).toBe(false);
    // Deleting a missing file is no error.
    last.save();
  });

  test('that cannot be written is only logged', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    rmSync(dataFolder, { recursive: true });
    create().save();
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
    mkdirSync(dataFolder);
  });
});
