/** The facts in the diagnostics. test/app/recovery.test.ts checks that they contain nothing personal. */
import { expect, test } from 'vitest';
import { type DiagnosticsFacts, diagnosticsText } from '../../../../electron/desktop/system/diagnostics-report.ts';

const facts: DiagnosticsFacts = {
  version: '1.2.3',
  electron: '45.0.0',
  chrome: '150',
  node: '24',
  package: 'deb',
  system: 'linux x64 6.1',
  session: 'wayland',
  desktop: 'GNOME',
  windows: 'XWayland (popover at the tray)',
  locale: 'en-GB',
  hasTrayHost: false,
  idle: 'ext_idle_notifier_v1',
  account: { kind: 'device', status: 'signed-in', tokenIn: 'memory', error: 'keychain' },
  tasks: { shown: 12, isFailing: true, error: 'timeout' },
  isListening: false,
  isTimerRunning: true,
  shortcuts: ['quick-add refused', 'toggle none'],
  portal: { version: 2, backend: 'gnome' },
  autostart: true,
  links: null,
  updates: 'idle',
  crashes: 1,
  kept: ['window yes (used often now)', 'quick add no (battery)'],
  runMs: 3_700_000,
  counts: { rows: { outbox: 3, time_entry: 7 }, outbox: { waiting: 1, sent: 2 }, bytes: 40_960 },
  log: ['2026-11-21T09:00:00.000Z warn one'],
};

test('has one line per fact', () => {
  expect(diagnosticsText(facts)).toBe(`Punchcard: 1.2.3 (deb)
Electron: 45.0.0, Chromium 150, Node 24
System: linux x64 6.1
Session: wayland GNOME
Windows drawn on: XWayland (popover at the tray)
Language: en-GB
Tray: none on this desktop
Idle time: ext_idle_notifier_v1
Running for: 61 min
Account: device, signed-in, token in memory, error: keychain
Tasks: 12 shown, failing: timeout
Realtime: no
Timer: running
Shortcuts: quick-add refused, toggle none
Shortcuts portal: version 2, gnome
Starts at log-in: yes
Opens links: not offered
Updates: idle
Windows that ended by themselves: 1
Hidden windows kept: window yes (used often now), quick add no (battery)
Database: 40 KiB
Rows: outbox 3, time_entry 7
Writes: waiting 1, sent 2
Log:
  2026-11-21T09:00:00.000Z warn one
`);
});

test('works without account, log, session and idle time', () => {
  const text = diagnosticsText({ ...facts, account: null, session: '', windows: '', idle: 'none', log: [] });
  expect(text).toContain('Account: none\n');
  expect(text).toContain('Log: nothing in this run\n');
  expect(text).toContain('Idle time: not available\n');
  expect(text).not.toContain('Session');
});
