import { expect, test } from 'vitest';
import {
  hasHiddenFlag,
  isStartedByNotification,
  type LoginItem,
  willStart,
} from '../../../../electron/desktop/system/log-in-start.ts';

test.each<[platform: string, item: LoginItem, starts: boolean]>([
  // Disabled in the Task Manager: the entry still exists.
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: false }, false],
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: true }, true],
  // macOS lacks the other property.
  ['darwin', { openAtLogin: true, executableWillLaunchAtLogin: false }, true],
  ['darwin', { openAtLogin: false, executableWillLaunchAtLogin: false }, false],
])('on %s with %j', (platform, item, starts) => {
  expect(willStart(item, platform)).toBe(starts);
});

test('finds the flag anywhere among Chromium’s switches', () => {
  expect(hasHiddenFlag(['punchcard', '--no-first-run', '--hidden', '--x=1'])).toBe(true);
  expect(hasHiddenFlag(['punchcard', '--hidden-thing', 'hidden'])).toBe(false);
});

test('recognises the argument with which Windows starts the app for a notification', () => {
  for (const flag of ['-Embedding', '/Embedding']) {
    expect(isStartedByNotification(['C:\\Punchcard.exe', flag])).toBe(true);
    expect(hasHiddenFlag([flag])).toBe(false);
  }
  expect(isStartedByNotification(['C:\\Punchcard.exe', '--hidden', 'punchcard://add?text=-Embedding'])).toBe(false);
});
