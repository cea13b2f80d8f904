import { expect, test } from 'vitest';
import { desktopLine, shortcutDesktop } from '../../../../electron/desktop/system/desktop-line.ts';

test.each([
  [{ XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, 'gnome'],
  [{ XDG_CURRENT_DESKTOP: 'KDE' }, 'kde'],
  [{ XDG_CURRENT_DESKTOP: 'XFCE' }, 'xfce'],
  [{ SWAYSOCK: '/run/user/1000/sway-ipc.sock' }, 'sway'],
  [{ XDG_CURRENT_DESKTOP: 'Hyprland' }, 'hyprland'],
  [{ NIRI_SOCKET: '/run/user/1000/niri.sock' }, 'niri'],
  [{ XDG_CURRENT_DESKTOP: 'COSMIC' }, 'other'],
  [{}, 'other'],
])('%j is %s', (env, desktop) => {
  expect(shortcutDesktop(env)).toBe(desktop);
});

test.each([
  ['sway', null, 'bindsym Mod4+Alt+t exec punchcard toggle'],
  ['sway', 'Control+Shift+PageUp', 'bindsym Ctrl+Shift+Page_Up exec punchcard toggle'],
  ['hyprland', null, 'bind = SUPER ALT, t, exec, punchcard toggle'],
  ['niri', 'Control+Alt+Space', 'Ctrl+Alt+space { spawn "sh" "-c" "punchcard toggle"; }'],
  ['gnome', 'Control+Alt+T', 'punchcard toggle'],
] as const)('on %s with %s: %s', (desktop, accelerator, line) => {
  expect(desktopLine(desktop, 'toggle', accelerator, 'punchcard toggle')).toBe(line);
});
