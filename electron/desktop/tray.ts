/** The tray icon itself: draws a TrayModel, and hands on what is chosen. Made once; redrawn only where the model differs. */
import { join } from 'node:path';
import { app, Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from 'electron';
import type { TrayAction, TrayIcon, TrayMenuItem, TrayModel } from './tray-model.ts';

export interface TrayOptions {
  /** As made by `openTray`. */
  tray: Tray;
  /** Folder with the rendered icons. */
  icons: string;
  model: () => TrayModel;
  onAction: (action: TrayAction) => void;
  /** The icon itself was clicked (not on every Linux desktop: everything is in the menu too). */
  onClick: () => void;
}

export interface TrayHandle {
  /** Looks whether there is something new to draw. */
  refresh(): void;
  destroy(): void;
}

/** The icon alone, at once: a desktop takes its time to show it, and asks for everything else then. */
export function openTray(icons: string): Tray {
  return new Tray(image(icons, 'idle'));
}

export function createTray({ tray, icons, model, onAction, onClick }: TrayOptions): TrayHandle {
  let drawn: { icon: string; tooltip: string; menu: string; badge: number } | null = null;
  tray.on('click', onClick);

  function refresh(): void {
    // What changes while the app quits has nothing to be drawn on any more.
    if (tray.isDestroyed()) return;
    const next = model();
    const seen = { icon: fileOf(next.icon), tooltip: next.tooltip, menu: JSON.stringify(next.menu), badge: next.badge };
    if (seen.icon !== drawn?.icon) tray.setImage(image(icons, next.icon));
    if (seen.tooltip !== drawn?.tooltip) tray.setToolTip(next.tooltip);
    // On Linux a changed menu counts only once it is set again as a whole.
    if (seen.menu !== drawn?.menu) tray.setContextMenu(Menu.buildFromTemplate(next.menu.map(item(onAction))));
    // The dock on macOS and some Linux desktops have one; elsewhere nothing happens.
    if (seen.badge !== (drawn?.badge ?? 0)) app.setBadgeCount(seen.badge);
    drawn = seen;
  }

  refresh();
  nativeTheme.on('updated', refresh);
  return {
    refresh,
    destroy: () => {
      nativeTheme.off('updated', refresh);
      tray.destroy();
    },
  };
}

const item =
  (onAction: (action: TrayAction) => void) =>
  (entry: TrayMenuItem): MenuItemConstructorOptions => {
    if (entry === 'separator') return { type: 'separator' };
    // An ampersand would be taken for the mark of an access key.
    const label = entry.label.replaceAll('&', '&&');
    if ('submenu' in entry) return { label, submenu: entry.submenu.map(item(onAction)) };
    if ('disabled' in entry) return { label, enabled: false };
    return { label, click: () => onAction(entry.action) };
  };

function image(icons: string, icon: TrayIcon): Electron.NativeImage {
  const made = nativeImage.createFromPath(join(icons, fileOf(icon)));
  if (process.platform === 'darwin') made.setTemplateImage(true);
  return made;
}

/** Drawn for light and dark panels and for each system's size. */
function fileOf(icon: TrayIcon): string {
  if (process.platform === 'darwin') return `${icon}Template.png`;
  const size = process.platform === 'win32' ? 16 : 22;
  return `${icon}-${size}-${isPanelDark() ? 'dark' : 'light'}.png`;
}

/** GNOME's top bar is dark whatever the theme; elsewhere the panel follows it. */
function isPanelDark(): boolean {
  const isGnome = /gnome|unity/i.test(process.env.XDG_CURRENT_DESKTOP ?? '');
  return (process.platform === 'linux' && isGnome) || nativeTheme.shouldUseDarkColors;
}
