/** sway on Wayland, without a screen, with waybar for the tray and mako for notifications. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DesktopKind, Input, RunningDesktop, SeenWindow } from './desktop.ts';
import { hasOwner, type Session, startDesktop, waitFor } from './session.ts';

const SIZE = { width: 1280, height: 800 };
const PANEL = 30;

const configuration = (folder: string) => `output HEADLESS-1 resolution ${SIZE.width}x${SIZE.height}
output HEADLESS-1 bg #3b4a63 solid_color
default_border normal
floating_modifier Mod4
exec env > ${join(folder, 'sway-env')}
`;

const waybar = {
  layer: 'top',
  position: 'top',
  height: PANEL,
  'modules-left': ['sway/workspaces'],
  'modules-center': ['custom/punchcard'],
  'modules-right': ['clock', 'tray'],
  tray: { 'icon-size': 22 },
  ...documentedModule(),
};

/** `"custom/punchcard": {…}` of docs/command-line.md. */
function documentedModule(): object {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'command-line.md'), 'utf8');
  return JSON.parse(`{${/"custom\/punchcard": \{[^}]*\}/.exec(page)?.[0]}}`);
}

export const sway: DesktopKind = {
  name: 'sway',
  title: 'sway (Wayland)',
  panel: { x: 0, y: 0, width: SIZE.width, height: PANEL },
  screens: [{ x: 0, y: 0, ...SIZE }],
  scale: 1,
  isWayland: true,
  trayClick: 'window',
  statusBar: { x: 320, y: 0, width: 640, height: PANEL },
  version: ['sway', '--version'],
  can: {
    tray: true,
    place: 'sway places every window itself',
    idle: true,
    shortcut: 'sway gives keys to no program; bind one in its configuration',
    buttons: true,
  },
  start: (options) => startDesktop({ ...options, services: ['ca.desrt.dconf'] }, bringUp),
};

async function bringUp(session: Session): Promise<RunningDesktop> {
  const config = session.env.XDG_CONFIG_HOME ?? '';
  for (const name of ['sway', 'waybar', 'mako']) mkdirSync(join(config, name), { recursive: true });
  writeFileSync(join(config, 'sway', 'config'), configuration(session.folder));
  writeFileSync(join(config, 'waybar', 'config'), JSON.stringify(waybar));
  Object.assign(session.env, { XDG_SESSION_TYPE: 'wayland', XDG_CURRENT_DESKTOP: 'sway', XDG_SESSION_DESKTOP: 'sway' });
  session.start('sway', [], { WLR_BACKENDS: 'headless', WLR_LIBINPUT_NO_DEVICES: '1', WLR_RENDERER: 'pixman' });
  const written = join(session.folder, 'sway-env');
  const text = await waitFor(() => existsSync(written) && readFileSync(written, 'utf8'), 'sway (see its log)');
  const given = Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)));
  await session.addToBus({
    WAYLAND_DISPLAY: given.WAYLAND_DISPLAY,
    SWAYSOCK: given.SWAYSOCK,
    DISPLAY: given.DISPLAY,
    XDG_SESSION_TYPE: 'wayland',
    XDG_CURRENT_DESKTOP: 'sway',
  });
  const input = await startInput(session);
  session.start('mako');
  session.start('waybar');
  await waitFor(() => hasOwner(session, 'org.kde.StatusNotifierWatcher'), 'waybar with its tray');
  await waitFor(() => hasOwner(session, 'org.freedesktop.Notifications'), 'mako');
  return {
    session,
    ...input,
    quickPictures: 'ppm',
    async screenshot(file) {
      await session.run('grim', '-t', file.endsWith('.ppm') ? 'ppm' : 'png', file);
    },
    async windows() {
      const tree: Node = JSON.parse(await session.run('swaymsg', '-t', 'get_tree'));
      return flatten(tree).flatMap(seen);
    },
    // mako draws none; its own tool presses them.
    async pressButton(action) {
      await session.run('makoctl', 'invoke', action);
    },
  };
}

/** What `swaymsg -t get_tree` tells of windows. */
interface Node {
  name: string | null;
  pid?: number;
  app_id?: string | null;
  shell?: string;
  window_properties?: { class?: string };
  visible?: boolean;
  focused: boolean;
  rect: { x: number; y: number; width: number; height: number };
  nodes: Node[];
  floating_nodes: Node[];
}

const flatten = (node: Node): Node[] => [node, ...[...node.nodes, ...node.floating_nodes].flatMap(flatten)];

function seen(node: Node): SeenWindow[] {
  if (node.pid === undefined || node.visible !== true) return [];
  return [
    {
      title: node.name ?? '',
      appId: node.app_id ?? node.window_properties?.class ?? '',
      ...node.rect,
      hasFocus: node.focused,
      isX11: node.shell === 'xwayland',
    },
  ];
}

/**
 * One pointer and one keyboard that stay for the whole session: tools that make a keyboard for each key take the focus away from
 * whoever has it. In Python, because a keymap is handed over as an open file, which Node cannot do.
 */
async function startInput(session: Session): Promise<Input> {
  const helper = session.start('/usr/bin/python3', [
    join(import.meta.dirname, 'wayland_input.py'),
    `${SIZE.width}`,
    `${SIZE.height}`,
  ]);
  const answers: string[] = [];
  if (helper.stdout === null) throw new Error('No output of the input helper');
  createInterface({ input: helper.stdout }).on('line', (line) => answers.push(line));
  await waitFor(() => answers.shift() === 'ready', 'the pointer and keyboard (see the log of python3)');
  async function ask(...words: (string | number)[]): Promise<void> {
    helper.stdin?.write(`${JSON.stringify(words)}\n`);
    const answer = await waitFor(() => answers.shift(), `the answer to ${words.join(' ')}`);
    if (answer !== 'ok') throw new Error(answer);
  }
  return {
    move: (x, y) => ask('move', x, y),
    click: (x, y, button = 1) => ask('click', x, y, button),
    key: (...names) => ask('key', ...names),
    type: (text) => ask('type', text),
  };
}
