/**
 * What to enter in a desktop's own settings for the effect of a shortcut, where programs get no keys. Pure.
 *
 * Syntax: sway(5) `bindsym`, wiki.hypr.land `bind`, niri's `binds`. Other desktops have a dialog that takes a command.
 */
import type { ShortcutDesktop } from '../../../shared/contract/shortcuts.ts';
import type { ShortcutName } from '../../../shared/settings/shortcuts.ts';
import { triggerOf } from './portal-shortcuts.ts';

/** Free in the default configurations of sway, Hyprland and niri. */
const SUGGESTED: Record<ShortcutName, string> = {
  'quick-add': 'Super+Alt+N',
  toggle: 'Super+Alt+T',
  switch: 'Super+Alt+X',
  open: 'Super+Alt+O',
};

/** The names of modifiers in sway's configuration; the other two know those of `triggerOf`. */
const SWAY: Partial<Record<string, string>> = { CTRL: 'Ctrl', ALT: 'Alt', SHIFT: 'Shift', LOGO: 'Mod4' };

/** Compositors that a text console started leave XDG_CURRENT_DESKTOP empty. */
export function shortcutDesktop(env: NodeJS.ProcessEnv): ShortcutDesktop {
  if (env.SWAYSOCK) return 'sway';
  if (env.HYPRLAND_INSTANCE_SIGNATURE) return 'hyprland';
  if (env.NIRI_SOCKET) return 'niri';
  const names = (env.XDG_CURRENT_DESKTOP ?? '').toLowerCase().split(':');
  return (['sway', 'hyprland', 'niri', 'kde', 'xfce', 'gnome'] as const).find((one) => names.includes(one)) ?? 'other';
}

/**
 * @param accelerator the keys that the person chose, in Electron's notation; null for suggested ones
 * @param command a line for a shell
 */
export function desktopLine(
  desktop: ShortcutDesktop,
  name: ShortcutName,
  accelerator: string | null,
  command: string,
): string {
  const parts = triggerOf(accelerator ?? SUGGESTED[name]).split('+');
  const modifiers = parts.slice(0, -1);
  const key = parts.at(-1) ?? '';
  switch (desktop) {
    case 'sway':
      return `bindsym ${[...modifiers.map((part) => SWAY[part] ?? part), key].join('+')} exec ${command}`;
    case 'hyprland':
      return `bind = ${modifiers.map((part) => (part === 'LOGO' ? 'SUPER' : part)).join(' ')}, ${key}, exec, ${command}`;
    case 'niri': {
      const names = modifiers.map((part) => (part === 'LOGO' ? 'Super' : part.charAt(0) + part.slice(1).toLowerCase()));
      return `${[...names, key].join('+')} { spawn "sh" "-c" ${JSON.stringify(command)}; }`;
    }
    default:
      return command;
  }
}
