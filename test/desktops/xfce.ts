/** XFCE on X11: one screen, two screens, and everything at 200 %. */
import type { DesktopKind, RunningDesktop } from './desktop.ts';
import { hasOwner, type Session, startDesktop, waitFor } from './session.ts';
import { startXorg, startXvfb, x11Input, x11Windows } from './x11.ts';

const LIBRARIES = '/usr/lib/x86_64-linux-gnu/xfce4';

interface Variant {
  name: string;
  title: string;
  width: number;
  height: number;
  screens: 1 | 2;
  scale: 1 | 2;
}

function xfce({ name, title, width, height, screens, scale }: Variant): DesktopKind {
  return {
    name,
    title,
    // Its first panel, along the upper edge of the first screen.
    panel: { x: 0, y: 0, width, height: 27 * scale },
    screens: Array.from({ length: screens }, (_, index) => ({ x: index * width, y: 0, width, height })),
    scale,
    isWayland: false,
    trayClick: 'window',
    version: ['xfce4-panel', '--version'],
    can: { tray: true, place: true, idle: true, shortcut: true, buttons: true },
    start: (options) =>
      startDesktop(
        {
          ...options,
          services: [
            'org.xfce.Xfconf',
            'org.xfce.xfce4-notifyd.Notifications',
            'ca.desrt.dconf',
            'org.freedesktop.portal.Desktop',
            'org.freedesktop.impl.portal.desktop.gtk',
            'org.freedesktop.impl.portal.PermissionStore',
          ],
        },
        bringUp,
      ),
  };

  async function bringUp(session: Session): Promise<RunningDesktop> {
    const size = `${width}x${height}`;
    const display = screens === 1 ? await startXvfb(session, size) : await startXorg(session, width, height);
    await session.addToBus({
      DISPLAY: display,
      XDG_SESSION_TYPE: 'x11',
      XDG_CURRENT_DESKTOP: 'XFCE',
      XDG_SESSION_DESKTOP: 'xfce',
      DESKTOP_SESSION: 'xfce',
      XDG_MENU_PREFIX: 'xfce-',
    });
    session.start(`${LIBRARIES}/xfconf/xfconfd`);
    await waitFor(() => hasOwner(session, 'org.xfce.Xfconf'), 'xfconfd');
    const set = (channel: string, property: string, type: string, value: string) =>
      session.run('xfconf-query', '-c', channel, '-p', property, '-n', '-t', type, '-s', value);
    await set('xsettings', '/Net/ThemeName', 'string', 'Greybird');
    await set('xsettings', '/Net/IconThemeName', 'string', 'elementary-xfce');
    await set('xsettings', '/Gtk/FontName', 'string', 'Sans 10');
    await set('xsettings', '/Gdk/WindowScalingFactor', 'int', `${scale}`);
    if (scale === 2) await set('xfwm4', '/general/theme', 'string', 'Default-xhdpi');
    // A notification stays until its button is found and pressed.
    await set('xfce4-notifyd', '/expire-timeout', 'int', '0');
    session.start('xfsettingsd', ['--no-daemon', '--replace']);
    session.start('xfwm4');
    await waitFor(
      async () => (await session.run('xprop', '-root', '_NET_SUPPORTING_WM_CHECK')).includes('window id'),
      'xfwm4',
    );
    session.start('xfdesktop');
    session.start('xfce4-panel');
    session.start(`${LIBRARIES}/notifyd/xfce4-notifyd`);
    await waitFor(() => hasOwner(session, 'org.kde.StatusNotifierWatcher'), 'the panel with its tray');
    await waitFor(() => hasOwner(session, 'org.freedesktop.Notifications'), 'xfce4-notifyd');
    return { session, ...x11Input(session, display), windows: () => x11Windows(session) };
  }
}

export const xfceDesktops = [
  xfce({ name: 'xfce', title: 'XFCE (X11)', width: 1280, height: 800, screens: 1, scale: 1 }),
  xfce({ name: 'xfce-two', title: 'XFCE, two screens', width: 1280, height: 800, screens: 2, scale: 1 }),
  xfce({ name: 'xfce-200', title: 'XFCE, 200 %', width: 2560, height: 1600, screens: 1, scale: 2 }),
];
