/** The choice of Wayland or XWayland. */
import { describe, expect, test } from 'vitest';
import {
  chooseWindowSystem,
  isWaylandSession,
  type WindowSystemFacts,
} from '../../../../electron/desktop/windows/window-system-choice.ts';

const GNOME = {
  XDG_SESSION_TYPE: 'wayland',
  XDG_CURRENT_DESKTOP: 'GNOME',
  DISPLAY: ':0',
  WAYLAND_DISPLAY: 'wayland-0',
};
const facts: WindowSystemFacts = {
  platform: 'linux',
  env: GNOME,
  flag: '',
  choice: 'automatic',
  hasTray: true,
  hasXServer: true,
  monitors: '',
};
const used = (changed: Partial<WindowSystemFacts>) => chooseWindowSystem({ ...facts, ...changed }).use;
const on = (desktop: string) => ({ env: { ...GNOME, XDG_CURRENT_DESKTOP: desktop } });

describe('automatically', () => {
  test.each<[what: string, changed: Partial<WindowSystemFacts>, use: string]>([
    ['GNOME with a tray: XWayland, which places the popover', {}, 'x11'],
    ['Ubuntu’s GNOME', on('ubuntu:GNOME'), 'x11'],
    ['KDE', on('KDE'), 'x11'],
    ['sway centres every window: native', on('sway'), 'wayland'],
    ['Hyprland', on('Hyprland'), 'wayland'],
    ['an unknown compositor', on(''), 'wayland'],
    ['GNOME without a tray: nothing to open at', { hasTray: false }, 'wayland'],
    ['no X server behind DISPLAY', { hasXServer: false }, 'wayland'],
    ['GNOME at 150 %', { monitors: '<monitors><scale>1.5</scale></monitors>' }, 'wayland'],
    ['GNOME at 150 % as it is written', { monitors: '<scale>1.4999998807907104</scale>' }, 'wayland'],
    [
      'GNOME at 150 % on another monitor only',
      {
        monitors: '<configuration><scale>1.5</scale></configuration><configuration><scale>1</scale></configuration>',
      },
      'x11',
    ],
    ['GNOME at 200 %', { monitors: '<scale>2</scale>' }, 'x11'],
    ['KDE scales X11 windows itself', { ...on('KDE'), monitors: '<scale>1.5</scale>' }, 'x11'],
    ['an X11 session', { env: { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0', XDG_CURRENT_DESKTOP: 'XFCE' } }, 'x11'],
    ['neither', { env: {} }, 'none'],
    ['Windows', { platform: 'win32' }, 'none'],
    ['macOS', { platform: 'darwin' }, 'none'],
  ])('%s', (_what, changed, use) => {
    expect(used(changed)).toBe(use);
  });
});

describe('the person decides', () => {
  test('by a setting, if both are available', () => {
    expect(used({ choice: 'wayland' })).toBe('wayland');
    expect(used({ choice: 'x11', ...on('sway') })).toBe('x11');
    expect(used({ choice: 'x11', hasXServer: false })).toBe('wayland');
  });

  test('by the switch, which overrides the setting', () => {
    expect(used({ flag: 'wayland', choice: 'x11' })).toBe('wayland');
    expect(used({ flag: 'x11', choice: 'wayland' })).toBe('x11');
  });
});

test('every choice has a reason', () => {
  for (const hasTray of [true, false]) {
    for (const choice of ['automatic', 'wayland', 'x11'] as const) {
      expect(chooseWindowSystem({ ...facts, hasTray, choice }).why).not.toBe('');
    }
  }
});

test('a session is recognised by its type, or by its socket if it has none', () => {
  expect(isWaylandSession({ XDG_SESSION_TYPE: 'wayland' })).toBe(true);
  expect(isWaylandSession({ XDG_SESSION_TYPE: 'x11', WAYLAND_DISPLAY: 'wayland-0' })).toBe(false);
  expect(isWaylandSession({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(isWaylandSession({ XDG_SESSION_TYPE: 'tty', WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(isWaylandSession({ DISPLAY: ':0' })).toBe(false);
});
