import { expect, test } from 'vitest';
import {
  hasHiddenFlag,
  isStartedByNotification,
  type LoginItem,
  willStart,
} from '../../../electron/desktop/log-in-start.ts';

test.each<[platform: string, item: LoginItem, starts: boolean]>([
  // Switched off in the Task Manager: the entry is still there.
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: false }, false],
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: true }, true],
  // macOS does not know the other one.
  ['darwin', { openAtLogin: true, executableWillLaunchAtLogin: false }, true],
  ['darwin', { openAtLogin: false, executableWillLaunchAtLogin: false }, false],
])('on %s with %j', (platform, item, starts) => {
  expect(willStart(item, platform)).toBe(starts);
});

test('the flag counts wherever Chromium puts it among its own', () => {
  expect(hasHiddenFlag(['punchcard', '--no-first-run', '--hidden', '--x=1'])).toBe(true);
  expect(hasHiddenFlag(['punchcard', '--hidden-thing', 'hidden'])).toBe(false);
});

test('what Windows adds to start the app for a notification is known', () => {
  for (const flag of ['-Embedding', '/Embedding']) {
    expect(isStartedByNotification(['C:\\Punchcard.exe', flag])).toBe(true);
    expect(hasHiddenFlag([flag])).toBe(false);
  }
  expect(isStartedByNotification(['C:\\Punchcard.exe', '--hidden', 'punchcard://add?text=-Embedding'])).toBe(false);
});
