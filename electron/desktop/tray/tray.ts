/** The tray icon: draws a TrayModel and reports choices. Redraws only what changed in the model. */

import { join } from 'node:path';
import { app, Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, screen, Tray } from 'electron';
import type { Settings } from '../../../shared/contract/settings.ts';
import { trayImageFile } from './tray-image.ts';
import type { TrayAction, TrayIcon, TrayMenuItem, TrayModel } from './tray-model.ts';

/** Holds the icon, which is created again if a tray host does not know it. */
export interface TrayHolder {
  tray: Tray;
}

export interface TrayOptions {
  /** As created by `openTray`. */
  holder: TrayHolder;
  /** Folder with the rendered icons. */
  icons: string;
  model: () => TrayModel;
  /** The person's setting for the panel. */
  setting: () => Settings['trayIcon'];
  onAction: (action: TrayAction) => void;
  /** The icon was clicked (not on every Linux desktop, so the menu has everything too). */
  onClick: () => void;
  /** Draws the model on the surfaces of this system beside the tray. */
  onModel: (model: TrayModel) => void;
}

/** Creates the icon alone, at once: the desktop takes a while to show it and asks for the rest later. */
export function openTray(icons: string): TrayHolder {
  return { tray: new Tray(image(icons, fileOf('idle', 'auto'))) };
}

export function createTray({ holder, icons, model, setting, onAction, onClick, onModel }: TrayOptions) {
  let drawn: { file: string; tooltip: string; menu: string } | null = null;
  let badge = 0;

  /** Redraws if the model changed. */
  function refresh(): void {
    const { tray } = holder;
    // During quit there is no icon to redraw.
    if (tray.isDestroyed()) return;
    const next = model();
    const seen = { file: fileOf(next.icon, setting()), tooltip: next.tooltip, menu: JSON.stringify(next.menu) };
    if (seen.file !== drawn?.file) tray.setImage(image(icons, seen.file));
    if (seen.tooltip !== drawn?.tooltip) tray.setToolTip(next.tooltip);
    // On Linux a changed menu takes effect only when it is set again.
    if (seen.menu !== drawn?.menu) tray.setContextMenu(Menu.buildFromTemplate(next.menu.map(menuItem(onAction))));
    drawn = seen;
    // On the macOS dock; launcher-count.ts shows it on Linux.
    if (process.platform === 'darwin' && next.badge !== badge) app.setBadgeCount(next.badge);
    badge = next.badge;
    onModel(next);
  }

  /** Electron registers an icon only with a tray host that exists when the icon is created. */
  function remake(): void {
    if (holder.tray.isDestroyed()) return;
    const file = fileOf(model().icon, setting());
    holder.tray.destroy();
    holder.tray = new Tray(image(icons, file));
    holder.tray.on('click', onClick);
    drawn = null;
    refresh();
  }

  holder.tray.on('click', onClick);
  refresh();
  nativeTheme.on('updated', refresh);
  // Another display may need the icon in another size.
  screen.on('display-added', refresh);
  screen.on('display-removed', refresh);
  screen.on('display-metrics-changed', refresh);
  return {
    refresh,
    remake,
    badge: (): number => badge,
    destroy(): void {
      nativeTheme.off('updated', refresh);
      screen.off('display-added', refresh);
      screen.off('display-removed', refresh);
      screen.off('display-metrics-changed', refresh);
      holder.tray.destroy();
    },
  };
}

export const menuItem =
  (onAction: (action: TrayAction) => void) =>
  (entry: TrayMenuItem): MenuItemConstructorOptions => {
    if (entry === 'separator') return { type: 'separator' };
    // An ampersand would mark an access key.
    const label = entry.label.replaceAll('&', '&&');
    if ('submenu' in entry) return { label, submenu: entry.submenu.map(menuItem(onAction)) };
    if ('disabled' in entry) return { label, enabled: false };
    return { label, click: () => onAction(entry.action) };
  };

function image(icons: string, file: string): Electron.NativeImage {
  const made = nativeImage.createFromPath(join(icons, file));
  if (process.platform === 'darwin') made.setTemplateImage(true);
  return made;
}

const fileOf = (icon: TrayIcon, setting: Settings['trayIcon']): string =>
  trayImageFile(icon, setting, {
    platform: process.platform,
    isDark: isPanelDark(),
    isThemeDark: nativeTheme.shouldUseDarkColors,
    height: (isGnomeShell() ? 16 : 22) * panelScale(),
  });

/** undefined: unknown. A Linux panel can be dark in a light theme (Xfce's Greybird, KDE's Breeze Twilight). */
function isPanelDark(): boolean | undefined {
  if (process.platform === 'win32') return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
  // GNOME's top bar is dark in every theme, except in classic mode.
  return isGnomeShell() && !currentDesktops().includes('gnome-classic') ? true : undefined;
}

const currentDesktops = (): string[] => (process.env.XDG_CURRENT_DESKTOP ?? '').toLowerCase().split(':');

function isGnomeShell(): boolean {
  const isAny = (...names: string[]) => names.some((name) => currentDesktops().includes(name));
  // These also report GNOME but have panels of their own.
  return isAny('gnome', 'unity') && !isAny('budgie', 'gnome-flashback');
}

/** The scale of the densest display, because the panel's display is unknown. */
function panelScale(): number {
  const scales = screen.getAllDisplays().map(({ scaleFactor }) => scaleFactor);
  // XWayland may hide the scale of the panel, which Wayland draws; twice the pixels scale down well.
  const isXWayland = 'WAYLAND_DISPLAY' in process.env && app.commandLine.getSwitchValue('ozone-platform') === 'x11';
  return Math.max(isXWayland ? 2 : 1, ...scales);
}
