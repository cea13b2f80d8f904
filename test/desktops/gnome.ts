/** GNOME Shell on Wayland, without a screen; with and without the extension that shows tray icons. Driven by its own Eval. */
import type { DesktopKind, RunningDesktop, SeenWindow } from './desktop.ts';
import { hasOwner, type Session, startDesktop, waitFor } from './session.ts';

const SIZE = { width: 1280, height: 800 };
const EXTENSION = 'ubuntu-appindicators@ubuntu.com';

function gnome(name: string, title: string, hasExtension: boolean): DesktopKind {
  return {
    name,
    title,
    panel: hasExtension ? { x: 0, y: 0, width: SIZE.width, height: 32 } : null,
    screens: [{ x: 0, y: 0, ...SIZE }],
    scale: 1,
    isWayland: true,
    trayClick: 'menu',
    version: ['gnome-shell', '--version'],
    can: {
      tray: hasExtension || 'GNOME Shell shows tray icons only with an extension',
      place: true,
      idle: true,
      shortcut: 'GNOME gives keys to programs from version 48 on',
      buttons: true,
    },
    start: (options) =>
      startDesktop(
        {
          ...options,
          services: [
            'ca.desrt.dconf',
            'org.gnome.Shell.Notifications',
            'org.gnome.Shell.CalendarServer',
            'org.freedesktop.portal.Desktop',
            'org.freedesktop.impl.portal.desktop.gnome',
            'org.freedesktop.impl.portal.desktop.gtk',
            'org.freedesktop.impl.portal.PermissionStore',
          ],
        },
        (session) => bringUp(session, hasExtension),
      ),
  };
}

export const gnomeDesktops = [
  gnome('gnome', 'GNOME (Wayland)', false),
  gnome('gnome-tray', 'GNOME with AppIndicator', true),
];

async function bringUp(session: Session, hasExtension: boolean): Promise<RunningDesktop> {
  await session.addToBus({
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_SESSION_DESKTOP: 'gnome',
    DESKTOP_SESSION: 'gnome',
    XDG_SESSION_CLASS: 'user',
    XDG_SESSION_ID: 'c1',
  });
  const set = (key: string, value: string) => session.run('gsettings', 'set', 'org.gnome.shell', key, value);
  // On a busy machine a key would be released so late that it repeats.
  await session.run('gsettings', 'set', 'org.gnome.desktop.peripherals.keyboard', 'repeat', 'false');
  await set('enabled-extensions', hasExtension ? `['${EXTENSION}']` : '[]');
  await set('disable-user-extensions', 'false');
  await set('welcome-dialog-last-shown-version', '999');
  const monitor = `${SIZE.width}x${SIZE.height}`;
  session.start('gnome-shell', ['--wayland', '--headless', '--virtual-monitor', monitor, '--unsafe-mode']);
  await waitFor(() => hasOwner(session, 'org.gnome.Shell'), 'GNOME Shell (see its log)');

  async function evaluate<T>(script: string): Promise<T> {
    const [isOk, result] = await session.call(
      'org.gnome.Shell',
      '/org/gnome/Shell',
      'org.gnome.Shell.Eval',
      's',
      script,
    );
    if (isOk !== true) throw new Error(`GNOME Shell refuses: ${result}`);
    return result === '' ? (undefined as T) : JSON.parse(String(result));
  }
  await waitFor(
    () => evaluate<boolean>('!Main.layoutManager._startingUp').catch(() => false),
    'GNOME Shell has started',
  );
  // It starts with the overview open, which covers every window.
  await evaluate('Main.overview.hide(); 1');
  await waitFor(() => evaluate<boolean>('!Main.overview.visible'), 'the desktop without the overview');
  const given = await evaluate<Record<string, string | null>>(
    `(() => { const { GLib } = imports.gi; return Object.fromEntries(
      ['WAYLAND_DISPLAY', 'DISPLAY', 'XAUTHORITY'].map((name) => [name, GLib.getenv(name)])); })()`,
  );
  await session.addToBus(
    Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null)),
  );
  if (hasExtension) await waitFor(() => hasOwner(session, 'org.kde.StatusNotifierWatcher'), 'the extension');
  await waitFor(() => hasOwner(session, 'org.freedesktop.Notifications'), 'notifications');
  await evaluate(`${devices} 1`);

  // Each step waits a moment inside the shell, as a person's hand would.
  const play = async (steps: string[], gapMs: number) => {
    const body = steps.map((step) => `() => { ${step} }`).join(', ');
    await evaluate(`global.punchcardSteps = [${body}]; global.punchcardDone = false;
      imports.gi.GLib.timeout_add(0, ${gapMs}, () => {
        const step = global.punchcardSteps.shift();
        if (step === undefined) { global.punchcardDone = true; return false; }
        step();
        return true;
      }); 1`);
    await waitFor(() => evaluate<boolean>('global.punchcardDone'), 'keys and clicks in GNOME Shell');
  };
  const moved = (x: number, y: number) => `${POINTER}.notify_absolute_motion(${NOW}, ${x}, ${y});`;
  const key = (keysym: string, isDown: boolean) => `${KEYBOARD}.notify_keyval(${NOW}, ${keysym}, ${isDown ? 1 : 0});`;
  return {
    session,
    quickPictures: 'png',
    async screenshot(file) {
      const shot = 'org.gnome.Shell.Screenshot';
      await session.call(shot, '/org/gnome/Shell/Screenshot', `${shot}.Screenshot`, 'bbs', true, false, file);
    },
    windows: () => evaluate<SeenWindow[]>(windows),
    openSearch: () => evaluate('Main.overview.show(); Main.overview.focusSearch(); 1'),
    move: (x, y) => play([moved(x, y)], 50),
    async click(x, y, button = 1) {
      const name = button === 3 ? 'imports.gi.Clutter.BUTTON_SECONDARY' : 'imports.gi.Clutter.BUTTON_PRIMARY';
      const press = (state: number) => `${POINTER}.notify_button(${NOW}, ${name}, ${state});`;
      await play([moved(x, y), press(1), press(0)], 100);
    },
    async key(...names) {
      const keys = names.map((name) => `imports.gi.Clutter.KEY_${name}`);
      await play([...keys.map((one) => key(one, true)), ...keys.toReversed().map((one) => key(one, false))], 20);
    },
    async type(text) {
      const keysyms = [...text].map((letter) => `imports.gi.Clutter.unicode_to_keysym(${letter.codePointAt(0)})`);
      await play(
        keysyms.flatMap((keysym) => [key(keysym, true), key(keysym, false)]),
        20,
      );
    },
  };
}

const POINTER = 'global.punchcardPointer';
const KEYBOARD = 'global.punchcardKeyboard';
const NOW = 'imports.gi.GLib.get_monotonic_time()';
const devices = `{ const { Clutter } = imports.gi; const seat = Clutter.get_default_backend().get_default_seat();
  ${POINTER} = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
  ${KEYBOARD} = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE); }`;

const windows = `global.get_window_actors().map((actor) => actor.meta_window)
  .filter((window) => !window.minimized && window.get_frame_rect().x >= -100 && window.get_workspace() === global.workspace_manager.get_active_workspace())
  .map((window) => {
    const { x, y, width, height } = window.get_frame_rect();
    const appId = window.get_gtk_application_id() || window.get_wm_class() || '';
    return { title: window.title || '', appId, x, y, width, height, hasFocus: window.has_focus(),
      isX11: window.get_client_type() === 1 };
  })`;
