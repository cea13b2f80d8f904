/** Converts pressed keys to Electron accelerators. Pure. */
import type { Key } from '../../ui/keys.ts';

export interface Pressed extends Key {
  code: string;
}

/** Electron's names of special keys. */
const NAMED: Partial<Record<string, string>> = {
  ' ': 'Space',
  Enter: 'Enter',
  Tab: 'Tab',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  '+': 'Plus',
};

const MODIFIERS = new Set(['Control', 'Alt', 'AltGraph', 'Shift', 'Meta', 'OS', 'Fn', 'CapsLock']);

/**
 * `incomplete` while only modifiers are held; `weak` for combinations that are needed for typing; otherwise the Electron
 * accelerator.
 */
export function acceleratorOf(pressed: Pressed): { is: 'incomplete' | 'weak' } | { is: 'keys'; accelerator: string } {
  if (MODIFIERS.has(pressed.key) || pressed.key === 'Dead' || pressed.key === 'Unidentified') {
    return { is: 'incomplete' };
  }
  const key = keyOf(pressed);
  if (key === undefined) return { is: 'incomplete' };
  const { ctrlKey, altKey, metaKey } = pressed;
  const isFunctionKey = /^F\d+$/.test(key);
  if (!ctrlKey && !altKey && !metaKey && !isFunctionKey) return { is: 'weak' };
  return { is: 'keys', accelerator: [...heldModifiers(pressed), key].join('+') };
}

/** Electron's names of the modifiers that are held. */
export const heldModifiers = ({ ctrlKey, altKey, shiftKey, metaKey }: Pressed): string[] =>
  [ctrlKey ? 'Control' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : '', metaKey ? 'Super' : ''].filter(Boolean);

/** The layout's letter if it is Latin, otherwise that of a US keyboard (Option on a Mac, Cyrillic layouts). */
function keyOf({ key, code }: Pressed): string | undefined {
  if (/^F([1-9]|1\d|2[0-4])$/.test(key)) return key;
  const named = NAMED[key];
  if (named !== undefined) return named;
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase();
  const byPlace = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  if (byPlace) return byPlace[1] ?? byPlace[2];
  return code === 'Space' ? 'Space' : /^[!-~]$/.test(key) ? key : undefined;
}
