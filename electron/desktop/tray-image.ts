/** Which picture of the tray icon fits the panel. Pure. */
import type { Settings } from '../../shared/contract/settings.ts';

import type { TrayIcon } from './tray-model.ts';

/** What is known of the panel that shows the icon. */
export interface Panel {
  platform: NodeJS.Platform;
  /** undefined: the desktop does not say. */
  isDark: boolean | undefined;
  /** The panel's likely darkness where the desktop does not say. */
  isThemeDark: boolean;
  /** The device pixels that the panel shows the icon with. */
  height: number;
}

/** What a Linux panel is handed; it scales the icon to the size it wants. */
export const LINUX_SIZES = [16, 22, 32, 44, 66];

/** The name of the file, as build/icons.mjs draws it. */
export function trayImageFile(icon: TrayIcon, setting: Settings['trayIcon'], panel: Panel): string {
  // macOS colours it by itself.
  if (panel.platform === 'darwin') return `${icon}Template.png`;
  const look = lookOf(setting, panel);
  // Windows takes the size it wants out of the file.
  if (panel.platform === 'win32') return `${icon}-${look}.ico`;
  // Electron hands a Linux panel one size only.
  const size = LINUX_SIZES.find((one) => one >= panel.height) ?? LINUX_SIZES.at(-1);
  return `${icon}-${size}-${look}.png`;
}

/** Where nobody knows the panel, the icon gets an outline that makes it legible on any. */
function lookOf(setting: Settings['trayIcon'], { isDark, isThemeDark }: Panel): string {
  if (setting !== 'auto') return setting;
  if (isDark !== undefined) return isDark ? 'dark' : 'light';
  return isThemeDark ? 'dark-outlined' : 'light-outlined';
}
