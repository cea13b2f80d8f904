import { settingsPageMessages } from '../../shared/i18n/generated/settings-page.ts';
import type { MenuEntry } from '../ui/menu-pages.tsx';

const SIGNS: Partial<Record<string, string>> = { Plus: '+', Up: '↑', Down: '↓', Left: '←', Right: '→' };
const SHOWN_ON_MAC: Partial<Record<string, string>> = {
  Control: '⌃',
  Alt: '⌥',
  Option: '⌥',
  Shift: '⇧',
  Super: '⌘',
  Command: '⌘',
};

/** Labels of the keys of an Electron accelerator; on macOS `CommandOrControl` is Command. */
export function keysOf(accelerator: string, platform: string): string[] {
  const control = platform === 'darwin' ? 'Command' : 'Control';
  return accelerator
    .replace('CommandOrControl', control)
    .split('+')
    .map((part) => {
      const names: Partial<Record<string, string>> = settingsPageMessages.shortcut.keys;
      const shown = SIGNS[part] ?? names[part] ?? part;
      if (platform === 'darwin') return SHOWN_ON_MAC[part] ?? shown;
      if (part === 'Super') return platform === 'win32' ? 'Win' : 'Super';
      return shown;
    });
}

/** Adds the keys to entries of menus. */
export const keyedFor =
  (platform: string) =>
  (keys: string, entry: MenuEntry): MenuEntry => ({ ...entry, keys, result: keysOf(keys, platform).join(' ') });
