import { expect, test } from 'vitest';
import { updateText } from '../../../../renderer/features/settings/about.tsx';
import type { UpdateView } from '../../../../shared/contract/index.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const ago = (ms: number) => new Date(NOW - ms).toISOString();

test.each<[view: UpdateView, state: string]>([
  [{ state: 'none', why: 'development' }, 'Development build'],
  [{ state: 'off' }, 'Off'],
  [{ state: 'idle', checkedAt: null }, 'Not checked yet'],
  [{ state: 'idle', checkedAt: ago(59_000) }, 'Up to date, checked just now'],
  [{ state: 'idle', checkedAt: ago(5 * 60_000) }, 'Up to date, checked 5 min ago'],
  [{ state: 'idle', checkedAt: ago(-60_000) }, 'Up to date, checked just now'],
  [{ state: 'downloading', version: '1.2.0', percent: 40 }, 'Downloading version 1.2.0: 40 %'],
  [{ state: 'ready', version: '1.2.0', onQuit: true }, 'Version 1.2.0 is ready: restart to update'],
  [{ state: 'failed', why: 'damaged', at: ago(0) }, 'The download does not match the release. Nothing was installed.'],
])('%j reads “%s”', (view, state) => {
  expect(updateText(view, NOW).state).toBe(state);
});

test('A downloaded update shows when it is installed', () => {
  expect(updateText({ state: 'ready', version: '1.2.0', onQuit: false }, NOW).description).toMatch(/when you restart/);
  expect(updateText({ state: 'ready', version: '1.2.0', onQuit: true }, NOW).description).toMatch(
    /unless a timer is running/,
  );
  expect(updateText({ state: 'ready', version: '1.2.0', onQuit: false, isRefused: true }, NOW).description).toMatch(
    /not installed/,
  );
});
