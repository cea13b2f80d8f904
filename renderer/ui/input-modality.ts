/** Whether the person is at the keyboard or at the pointer; key hints show only for the former. */
import { useSyncExternalStore } from 'react';

let keyboard = false;
const listeners = new Set<() => void>();

function setKeyboard(value: boolean): void {
  // Radix focuses a tab that was clicked; without this the browser takes that for the keyboard's doing (base.css).
  document.documentElement.dataset.input = value ? 'keyboard' : 'pointer';
  if (keyboard === value) return;
  keyboard = value;
  for (const listener of listeners) listener();
}

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta']);

export function watchInput(): void {
  addEventListener('keydown', (event) => !MODIFIERS.has(event.key) && setKeyboard(true), true);
  addEventListener('pointerdown', () => setKeyboard(false), true);
  addEventListener('wheel', () => setKeyboard(false), { capture: true, passive: true });
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const isKeyboardInUse = (): boolean => keyboard;

export const useKeyboardInUse = (): boolean => useSyncExternalStore(subscribe, isKeyboardInUse);
