/** Whether a Linux computer runs on its battery. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnplugged } from '../../../../electron/desktop/system/battery.ts';

vi.mock('electron', () => ({ powerMonitor: {} }));

function supplies(all: Record<string, Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'power-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, values] of Object.entries(all)) {
    mkdirSync(join(folder, name));
    for (const [file, value] of Object.entries(values)) writeFileSync(join(folder, name, file), `${value}\n`);
  }
  return folder;
}

const mains = { type: 'Mains', online: '1' };

test.each([
  ['a desktop computer', {}, false],
  ['a laptop at work', { BAT0: { type: 'Battery', status: 'Discharging' } }, true],
  ['a laptop that charges', { AC: mains, BAT0: { type: 'Battery', status: 'Charging' } }, false],
  ['a wireless mouse', { AC: mains, mouse: { type: 'Battery', status: 'Discharging', scope: 'Device' } }, false],
])('%s', (_, all, isOnBattery) => {
  expect(isUnplugged(supplies(all))).toBe(isOnBattery);
});

test('a computer that reports no power supplies', () => {
  expect(isUnplugged(join(tmpdir(), 'no-such-folder'))).toBe(false);
});
