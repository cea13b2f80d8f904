/** Selects the tray icon's picture for the panel. Pure. */
import type { Settings } from '../../../shared/contract/settings.ts';
import type { TrayIcon } from './tray-model.ts';

/** Known facts about the panel. */
export interface Panel {
  platform: NodeJS.Platform;
  /** undefined: unknown. */
  isDark: boolean | undefined;
  /** Whether the panel is probably dark, if unknown. */
  isThemeDark: boolean;
  /** Device pixels per pixel of the icon. */
  height: number;
}

/** The size for a Linux panel, which scales the icon itself. */
export const LINUX_SIZES = [16, 22, 32, 44, 66];

/** The file name of the picture that build/icons.mjs draws. */
export function trayImageFile(icon: TrayIcon, setting: Settings['trayIcon'], panel: Panel): string {
  // macOS colours it.
  if (panel.platform === 'darwin') return `${icon}Template.png`;
  const variant = variantFor(setting, panel);
  // Windows picks a size from the file.
  if (panel.platform === 'win32') return `${icon}-${variant}.ico`;
  // Electron passes a single size to a Linux panel.
  const size = LINUX_SIZES.find((one) => one >= panel.height) ?? LINUX_SIZES.at(-1);
  return `${icon}-${size}-${variant}.png`;
}

/** On an unknown panel the icon has an outline that is legible on any colour. */
function variantFor(setting: Settings['trayIcon'], { isDark, isThemeDark }: Panel): string {
  if (setting !== 'auto') return setting;
  if (isDark !== undefined) return isDark ? 'dark' : 'light';
  return isThemeDark ? 'dark-outlined' : 'light-outlined';
}
