/**
 * The Debian packages that bring up the desktops of `npm run test:desktops`. Looks for the programs; installs what is missing as
 * root on Debian or Ubuntu, else names the command.
 */
import { readFile } from 'node:fs/promises';
import { StopError } from './run.mjs';
import { apt, ensureSystemPackages, familyOf, isCommand, isThere, needsForSession } from './system-packages.mjs';

/** A file or command, and the package that contains it. */
const needed = {
  xfwm4: 'xfwm4',
  'xfce4-panel': 'xfce4-panel',
  xfdesktop: 'xfdesktop4',
  xfsettingsd: 'xfce4-settings',
  'xfconf-query': 'xfconf',
  '/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd': 'xfce4-notifyd',
  '/usr/share/themes/Greybird/index.theme': 'greybird-gtk-theme',
  '/usr/share/icons/elementary-xfce/index.theme': 'elementary-xfce-icon-theme',
  Xorg: 'xserver-xorg-core',
  '/usr/lib/xorg/modules/drivers/dummy_drv.so': 'xserver-xorg-video-dummy',
  xrandr: 'x11-xserver-utils',
  xprop: 'x11-utils',
  import: 'imagemagick',
  'gnome-shell': 'gnome-shell',
  // Needed for its notifications.
  gjs: 'gjs',
  '/usr/share/gnome-shell/extensions/ubuntu-appindicators@ubuntu.com/metadata.json':
    'gnome-shell-extension-appindicator',
  '/usr/libexec/xdg-desktop-portal-gnome': 'xdg-desktop-portal-gnome',
  gsettings: 'libglib2.0-bin',
  sway: 'sway',
  waybar: 'waybar',
  mako: 'mako-notifier',
  makoctl: 'mako-notifier',
  grim: 'grim',
  Xwayland: 'xwayland',
  kwin_wayland: 'kwin-wayland',
  plasmashell: 'plasma-workspace',
  // Without it, KDE's programs end at once on Wayland.
  '/usr/lib/x86_64-linux-gnu/qt5/plugins/platforms/libqwayland-generic.so': 'qtwayland5',
  '/usr/share/plasma/plasmoids/org.kde.plasma.icontasks/metadata.json': 'plasma-desktop',
  '/usr/lib/x86_64-linux-gnu/libexec/xdg-desktop-portal-kde': 'xdg-desktop-portal-kde',
  '/usr/share/icons/breeze/index.theme': 'breeze-icon-theme',
  '/usr/lib/python3/dist-packages/dbusmock/__init__.py': 'python3-dbusmock',
};

/** @param {string} electronExecutable */
export async function ensureDesktopPackages(electronExecutable) {
  await ensureSystemPackages({ needs: needsForSession, electronExecutable });
  const missing = await findMissing();
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(([, name]) => name))];
  const list = missing.map(([what]) => `  ${what}`).join('\n');
  const command = `apt-get update && apt-get install --no-install-recommends ${names.join(' ')}`;
  const family = familyOf(await readFile('/etc/os-release', 'utf8').catch(() => ''));
  if (family !== 'debian' || process.getuid?.() !== 0) {
    throw new StopError(`For the desktops this system lacks:\n${list}\n\nOn Debian or Ubuntu:\n\n  sudo ${command}\n`);
  }
  console.info(`Installing ${names.join(' ')}`);
  await apt('update');
  const install = await apt('install', '-y', '--no-install-recommends', ...names);
  if (install.code !== 0 || (await findMissing()).length > 0) {
    throw new StopError(`Cannot install what the desktops need:\n${install.output.trim()}`);
  }
}

async function findMissing() {
  const path = `${process.env.PATH}:/usr/sbin:/sbin`;
  const entries = Object.entries(needed);
  const found = await Promise.all(
    entries.map(([what]) => (what.startsWith('/') ? isThere(what) : isCommand(what, path))),
  );
  return entries.filter((_, index) => !found[index]);
}
