/** Which picture of the tray icon fits the panel. Pure. */
import type { Settings } from '../store/settings.ts';
import type { TrayIcon } from './tray-model.ts';

/** What is known of the panel that shows the icon. */
export interface Panel {
  platform: NodeJS.Platform;
  /** undefined: the desktop does not say. */
  isDark: boolean | undefined;
  /** The panel's likely darkness where the desktop does not say. */
  isThemeDark: boolean;
  /** Device pixels per pixel, of the display with the most. */
  scale: number;
}

/** An icon on a Linux panel is 22 px high; these are its drawings for displays of up to 1, 1.45, 2 and more times the density. */
export const LINUX_SIZES = [22, 32, 44, 66];

/** The name of the file, as build/icons.mjs draws it. */
export function trayImageFile(icon: TrayIcon, setting: Settings['trayIcon'], panel: Panel): string {
  // macOS colours it by itself.
  if (panel.platform === 'darwin') return `${icon}Template.png`;
  const look = lookOf(setting, panel);
  // Windows takes the size it wants out of the file.
  if (panel.platform === 'win32') return `${icon}-${look}.ico`;
  // Electron hands a Linux panel one size only.
  const size = LINUX_SIZES.find((one) => one >= 22 * panel.scale) ?? LINUX_SIZES.at(-1);
  return `${icon}-${size}-${look}.png`;
}

/** Where nobody knows the panel, the icon gets an outline that makes it legible on any. */
function lookOf(setting: Settings['trayIcon'], { isDark, isThemeDark }: Panel): string {
  if (setting !== 'auto') return setting;
  if (isDark !== undefined) return isDark ? 'dark' : 'light';
  return isThemeDark ? 'dark-outlined' : 'light-outlined';
}
