/** KDE Plasma on Wayland, nested in an X server that nobody sees; pointer and keyboard come through that. */
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import dbus from '@particle/dbus-next';
import type { DesktopKind, RunningDesktop, SeenWindow } from './desktop.ts';
import { hasOwner, type Session, startDesktop, waitFor } from './session.ts';
import { startXvfb, x11Input } from './x11.ts';

const SIZE = { width: 1280, height: 800 };
const PANEL = 44;
const LIBRARIES = '/usr/lib/x86_64-linux-gnu/libexec';
const LISTENER = 'io.github.punchcard.Desktops';
const LISTENER_PATH = '/Desktops';

export const kde: DesktopKind = {
  name: 'kde',
  title: 'KDE Plasma (Wayland)',
  panel: { x: 0, y: SIZE.height - PANEL, width: SIZE.width, height: PANEL },
  screens: [{ x: 0, y: 0, ...SIZE }],
  scale: 1,
  isWayland: true,
  trayClick: 'window',
  version: ['plasmashell', '--version'],
  can: {
    tray: true,
    place: true,
    idle: true,
    shortcut: 'KDE asks the person for the keys; none is bound before that',
    buttons: true,
  },
  start: (options) =>
    startDesktop(
      {
        ...options,
        services: [
          'ca.desrt.dconf',
          'org.kde.ActivityManager',
          'org.kde.kded5',
          'org.kde.kglobalaccel',
          'org.freedesktop.portal.Desktop',
          'org.freedesktop.impl.portal.desktop.kde',
          'org.freedesktop.impl.portal.PermissionStore',
        ],
      },
      bringUp,
    ),
};

async function bringUp(session: Session): Promise<RunningDesktop> {
  const outer = await startXvfb(session, `${SIZE.width}x${SIZE.height}`);
  await session.addToBus({
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'KDE',
    XDG_SESSION_DESKTOP: 'KDE',
    DESKTOP_SESSION: 'plasma',
    XDG_MENU_PREFIX: 'plasma-',
    KDE_FULL_SESSION: 'true',
    KDE_SESSION_VERSION: '5',
    QT_QUICK_BACKEND: 'software',
  });
  // The installed program asks for a right that a container may not give, and does not start without. A copy does not ask.
  const kwin = join(session.folder, 'kwin_wayland');
  copyFileSync('/usr/bin/kwin_wayland', kwin);
  chmodSync(kwin, 0o755);
  const written = join(session.folder, 'kwin-env');
  const tellEnvironment = join(session.folder, 'tell-environment');
  writeFileSync(tellEnvironment, `#!/bin/sh\nenv > '${written}.new' && mv '${written}.new' '${written}'\n`, {
    mode: 0o755,
  });
  const size = ['--width', `${SIZE.width}`, '--height', `${SIZE.height}`];
  session.start(kwin, ['--x11-display', outer, ...size, '--xwayland', '--no-lockscreen', tellEnvironment], {
    DISPLAY: outer,
  });
  const text = await waitFor(() => existsSync(written) && readFileSync(written, 'utf8'), 'KWin (see its log)');
  const given = new Map(text.split('\n').map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]));
  const names = ['WAYLAND_DISPLAY', 'DISPLAY', 'XAUTHORITY'];
  await session.addToBus({
    ...Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))),
    QT_QPA_PLATFORM: 'wayland',
  });
  session.start(`${LIBRARIES}/kactivitymanagerd`);
  session.start('kded5');
  await waitFor(() => hasOwner(session, 'org.kde.kded5'), 'kded5');
  // A notification stays until its button is found and pressed.
  const notifications = join(session.env.XDG_CONFIG_HOME ?? '', 'plasmanotifyrc');
  writeFileSync(notifications, '[Notifications]\nPopupTimeout=3600000\n');
  session.start('plasmashell');
  await waitFor(() => hasOwner(session, 'org.kde.StatusNotifierWatcher'), 'the panel with its tray');
  await waitFor(() => hasOwner(session, 'org.freedesktop.Notifications'), 'notifications');
  session.start('krunner', ['--daemon']);
  await waitFor(() => hasOwner(session, 'org.kde.krunner'), 'the search');
  const openSearch = async () => {
    await session.call('org.kde.krunner', '/App', 'org.kde.krunner.App.display');
  };
  return { session, ...x11Input(session, outer), windows: await windowReader(session), openSearch };
}

/** KWin's own scripts know its windows; one sends the list back over D-Bus. */
async function windowReader(session: Session): Promise<() => Promise<SeenWindow[]>> {
  const listener = new Listener(LISTENER);
  session.bus.export(LISTENER_PATH, listener);
  await session.bus.requestName(LISTENER, 0);
  const file = join(session.folder, 'windows.js');
  writeFileSync(file, script);
  const scripting = (member: string, signature: string, ...body: unknown[]) =>
    session.call('org.kde.KWin', '/Scripting', `org.kde.kwin.Scripting.${member}`, signature, ...body);
  let turn = 0;
  return async () => {
    turn += 1;
    listener.told = null;
    const [id] = await scripting('loadScript', 'ss', file, `punchcard-${turn}`);
    await session.call('org.kde.KWin', `/${id}`, 'org.kde.kwin.Script.run');
    const told = await waitFor(() => listener.told, 'the windows of KWin');
    await scripting('unloadScript', 's', `punchcard-${turn}`);
    return JSON.parse(told);
  };
}

class Listener extends dbus.interface.Interface {
  told: string | null = null;
  Tell(text: string): void {
    this.told = text;
  }
}
Listener.configureMembers({ methods: { Tell: { inSignature: 's' } } });

const script = `var seen = workspace.clientList().filter(function (one) {
  return !one.minimized && !one.desktopWindow && !one.dock;
}).map(function (one) {
  var place = one.frameGeometry;
  return { title: '' + one.caption, appId: '' + (one.desktopFileName || one.resourceClass), x: place.x, y: place.y,
    width: place.width, height: place.height, hasFocus: one.active, isX11: one.windowId > 0 };
});
callDBus('${LISTENER}', '${LISTENER_PATH}', '${LISTENER}', 'Tell', JSON.stringify(seen));
`;
