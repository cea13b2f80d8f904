/** The stored state of the windows. */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWindowState } from '../../../../electron/desktop/windows/window-state.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-windows-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bounds = { x: -1200, y: 40, width: 500, height: 700 };

test('bounds and window system are restored at the next start', () => {
  const first = createWindowState(folder);
  first.chooseWindowSystem('wayland');
  first.saveBounds('pinned', bounds);
  first.flush();
  const next = createWindowState(folder);
  expect(next.windowSystem()).toBe('wayland');
  expect(next.bounds('pinned')).toEqual(bounds);
  expect(next.bounds('ordinary')).toBeUndefined();
  if (process.platform !== 'win32') expect(statSync(join(folder, 'windows.json')).mode & 0o777).toBe(0o600);
});

test('an absent position keeps the stored one, and none is invented', () => {
  const first = createWindowState(folder);
  first.saveBounds('pinned', bounds);
  first.saveBounds('pinned', { width: 600, height: 650 });
  first.saveBounds('ordinary', { width: 600, height: 650 });
  first.flush();
  const next = createWindowState(folder);
  expect(next.bounds('pinned')).toEqual({ ...bounds, width: 600, height: 650 });
  expect(next.bounds('ordinary')).toEqual({ width: 600, height: 650 });
});

test('a maximized window is restored as one, with the bounds that it had before', () => {
  const first = createWindowState(folder);
  first.saveBounds('ordinary', { ...bounds, isMaximized: true });
  first.flush();
  const next = createWindowState(folder);
  expect(next.bounds('ordinary')).toEqual({ ...bounds, isMaximized: true });
  next.saveBounds('ordinary', { ...bounds, isMaximized: false });
  next.flush();
  expect(createWindowState(folder).bounds('ordinary')).toEqual(bounds);
});

test('writes nothing before a change', () => {
  const state = createWindowState(folder);
  state.chooseWindowSystem('automatic');
  state.flush();
  expect(existsSync(join(folder, 'windows.json'))).toBe(false);
});

test.each<[what: string, text: string]>([
  ['nonsense', 'half a fi'],
  ['null', 'null'],
  ['another type', '[]'],
  ['invalid bounds', '{"bounds":{"pinned":{"x":"1","y":0,"width":10,"height":10},"ordinary":7}}'],
  ['half a position', '{"bounds":{"pinned":{"x":0,"width":10,"height":10}}}'],
  ['bounds far off screen', '{"bounds":{"pinned":{"x":1e300,"y":0,"width":10,"height":10}}}'],
  ['bounds without a size', '{"bounds":{"pinned":{"x":0,"y":0,"width":0,"height":10}}}'],
  ['an invalid window system', '{"windowSystem":"mir","bounds":{}}'],
])('%s counts as absent', (_what, text) => {
  writeFileSync(join(folder, 'windows.json'), text);
  const state = createWindowState(folder);
  expect(state.windowSystem()).toBe('automatic');
  expect(state.bounds('pinned')).toBeUndefined();
  expect(state.bounds('ordinary')).toBeUndefined();
});

test('a read-only folder only loses the position', () => {
  const state = createWindowState(join(folder, 'missing'));
  state.saveBounds('ordinary', bounds);
  expect(() => state.flush()).not.toThrow();
  expect(state.bounds('ordinary')).toEqual(bounds);
});
