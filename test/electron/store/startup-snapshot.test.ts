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
const first: StartupSnapshot<Tasks> = { theme: 'dark', zoom: 150, pinned: true, state: { tasks: ['Write'] } };

describe('the last state', () => {
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

  test('is there for the next start, for this user alone', () => {
    expect(readStartupSnapshot(dataFolder, 'one')).toBeNull();
    create().save();
    expect(readStartupSnapshot(dataFolder, 'one')).toEqual(first);
    // Windows has no such bits.
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is none for another build', () => {
    create().save();
    expect(readStartupSnapshot(dataFolder, 'two')).toBeNull();
  });

  test.each([
    ['half a file', (text: string) => text.slice(0, -20)],
    ['no JSON', () => 'no'],
    ['a number', () => '7'],
    ['nothing', () => 'null'],
    ['a theme that is none', (text: string) => text.replace('dark', 'sepia')],
    ['a zoom that is none', (text: string) => text.replace('150', '-3')],
    ['no state', (text: string) => text.replace('"state"', '"other"')],
  ])('is none where the file holds %s', (_name, spoil) => {
    create().save();
    writeFileSync(file, spoil(readFileSync(file, 'utf8')));
    expect(readStartupSnapshot(dataFolder, 'one')).toBeNull();
  });

  test('is kept a second after a change, once for all that changed by then', () => {
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

  test('goes where there is nothing to keep', () => {
    const last = create();
    last.save();
    now = null;
    last.save();
    expect(existsSync(file)).toBe(false);
    // Nor is it missed.
    last.save();
  });

  test('that cannot be written is said in the log, and nobody is stopped', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    rmSync(dataFolder, { recursive: true });
    create().save();
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
    mkdirSync(dataFolder);
  });
});
