/** Screen, pointer and keyboard of an X server that nobody sees; also what KDE's nested Wayland session is driven with. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input, RunningDesktop, SeenWindow } from './desktop.ts';
import { type Session, waitFor } from './session.ts';

/** Starts Xvfb and gives its display, such as ":7". */
export function startXvfb(session: Session, size: string): Promise<string> {
  return startServer(session, 'Xvfb', ['-screen', '0', `${size}x24`]);
}

/** Xvfb has one output only; Xorg's dummy driver has several. Two of them side by side. */
export async function startXorg(session: Session, width: number, height: number): Promise<string> {
  const configuration = join(session.folder, 'xorg.conf');
  writeFileSync(configuration, xorgConfiguration(width, height));
  const log = join(session.folder, 'logs', 'Xorg.0.log');
  const display = await startServer(session, 'Xorg', [
    ...['-config', configuration, '-logfile', log, '-novtswitch', '-sharevts'],
  ]);
  const xrandr = (...args: string[]) => session.run('xrandr', '--display', display, ...args);
  const mode = `${width}x${height}`;
  await xrandr('--output', 'DUMMY0', '--mode', mode, '--primary');
  await xrandr('--addmode', 'DUMMY1', mode);
  await xrandr('--output', 'DUMMY1', '--mode', mode, '--right-of', 'DUMMY0');
  return display;
}

const xorgConfiguration = (width: number, height: number) => `Section "Device"
  Identifier "dummy"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "dummy"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "${width}x${height}"
    Virtual ${width * 2} ${height}
  EndSubSection
EndSection
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
  Option "DontVTSwitch" "true"
EndSection
`;

async function startServer(session: Session, command: string, args: string[]): Promise<string> {
  const server = session.start(command, ['-displayfd', '1', '-nolisten', 'tcp', '-noreset', ...args]);
  let printed = '';
  server.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  const number = await waitFor(() => /^(\d+)\n/.exec(printed)?.[1], `${command} (see its log)`);
  return `:${number}`;
}

/** Pointer, keyboard and pictures of a display, whatever is shown on it. */
export function x11Input(
  session: Session,
  display: string,
): Input & Pick<RunningDesktop, 'screenshot' | 'quickPictures'> {
  const xdotool = (...args: string[]) => session.run('env', `DISPLAY=${display}`, 'xdotool', ...args);
  return {
    quickPictures: 'ppm',
    async screenshot(file) {
      await session.run('import', '-display', display, '-window', 'root', '-depth', '8', file);
    },
    async move(x, y) {
      await xdotool('mousemove', `${x}`, `${y}`);
    },
    async click(x, y, button = 1) {
      await xdotool('mousemove', `${x}`, `${y}`, 'sleep', '0.15', 'click', `${button}`);
    },
    async key(...names) {
      await xdotool('key', '--delay', '60', names.join('+'));
    },
    async type(text) {
      await xdotool('type', '--delay', '40', text);
    },
  };
}

/** The windows that an X11 window manager lists, those on screen only. */
export async function x11Windows(session: Session): Promise<SeenWindow[]> {
  const list = await session.run('xprop', '-root', '_NET_CLIENT_LIST_STACKING', '_NET_ACTIVE_WINDOW');
  const [clients = '', active = ''] = list.split('\n');
  const ids = clients.match(/0x[0-9a-f]+/g) ?? [];
  const activeId = Number(active.match(/0x[0-9a-f]+/)?.[0] ?? 0);
  const seen = await Promise.all(ids.map((id) => x11Window(session, id, activeId).catch(() => null)));
  return seen.filter((window) => window !== null);
}

async function x11Window(session: Session, id: string, activeId: number): Promise<SeenWindow | null> {
  const info = await session.run('xwininfo', '-id', id);
  if (!info.includes('Map State: IsViewable')) return null;
  const names = await session.run('xprop', '-id', id, 'WM_CLASS', '_NET_WM_NAME', 'WM_NAME');
  const number = (label: string) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(info)?.[1] ?? 0);
  return {
    title: /_NET_WM_NAME.*? = "(.*)"/.exec(names)?.[1] ?? /WM_NAME.*? = "(.*)"/.exec(names)?.[1] ?? '',
    appId: /WM_CLASS.*"(.*)"$/m.exec(names)?.[1] ?? '',
    x: number('Absolute upper-left X'),
    y: number('Absolute upper-left Y'),
    width: number('Width'),
    height: number('Height'),
    hasFocus: Number(id) === activeId,
    isX11: true,
  };
}
