import { describe, expect, test } from 'vitest';
import { drawnActions } from './notify-log.ts';
import { type DesktopResult, hasFailed, type Outcome, promises, renderTable } from './table.ts';

const works: Outcome = { verdict: 'works', detail: '' };
const all = (outcome: Outcome): DesktopResult['outcomes'] =>
  Object.fromEntries(promises.map((name) => [name, outcome]));
const result = (changed: Partial<DesktopResult> = {}): DesktopResult => ({
  title: 'XFCE (X11)',
  connection: 'X11',
  problem: null,
  outcomes: all(works),
  ...changed,
});

describe('the table of desktops', () => {
  test('one row a desktop, one column a promise', () => {
    const [head, , row, ...rest] = renderTable([result()]).split('\n');
    expect(head).toBe(`| Desktop | Runs on | ${promises.join(' | ')} |`);
    expect(row).toBe(`| XFCE (X11) | X11 | ${promises.map(() => 'works').join(' | ')} |`);
    expect(rest.join('')).toBe('');
  });

  test('a measured value is in the cell, a reason below the table', () => {
    const outcomes = {
      ...all(works),
      'Window within 3 s': { verdict: 'works', detail: '0.8 s' },
      'Popover at the icon': { verdict: 'unavailable', detail: 'Wayland places | windows' },
      'Idle time': { verdict: 'failed', detail: 'told as\nread' },
    } satisfies DesktopResult['outcomes'];
    const text = renderTable([result({ outcomes })]);
    expect(text).toContain('| works (0.8 s) |');
    expect(text).toContain('| not available here |');
    expect(text).toContain('- **XFCE (X11)**, Popover at the icon: not available here: Wayland places \\| windows');
    expect(text).toContain('- **XFCE (X11)**, Idle time: **failed**: told as read');
  });

  test('a desktop that did not come up is a row of its own kind', () => {
    const text = renderTable([result({ problem: 'Not within 30 s: sway', outcomes: {}, connection: null })]);
    expect(text).toContain(`| XFCE (X11) | – | ${promises.map(() => 'not tried').join(' | ')} |`);
    expect(text).toContain('- **XFCE (X11)** did not come up: Not within 30 s: sway');
  });

  test('what the desktop cannot do is no failure; what was not tried is one', () => {
    expect(hasFailed(result())).toBe(false);
    expect(hasFailed(result({ outcomes: all({ verdict: 'unavailable', detail: 'no tray' }) }))).toBe(false);
    expect(hasFailed(result({ outcomes: { 'Tray icon': works } }))).toBe(true);
    expect(hasFailed(result({ outcomes: all({ verdict: 'failed', detail: '' }) }))).toBe(true);
    expect(hasFailed(result({ problem: 'no display', outcomes: all(works) }))).toBe(true);
  });
});

test('the buttons of the last notification, from what dbus-monitor prints', () => {
  const call = (
    ...texts: string[]
  ) => `method call time=1 sender=:1.9 -> destination=:1.3 serial=7 path=/org/freedesktop/Notifications; interface=org.freedesktop.Notifications; member=Notify
   string "Punchcard"
   uint32 0
   string ""
   string "A title"
   string "A body"
   array [
${texts.map((text) => `      string "${text}"\n`).join('')}   ]
   array [
      dict entry(
         string "urgency"
         variant             byte 1
      )
   ]
   int32 -1
`;
  const first = call('default', 'Open', 'open', 'Open');
  const last = call('default', '', 'start', 'Start timer', 'snooze-1-hour', 'Snooze 1 h');
  expect(drawnActions(first)).toEqual(['default', 'open']);
  expect(drawnActions(first + last)).toEqual(['start', 'snooze-1-hour']);
  expect(drawnActions('')).toEqual([]);
});
