/** Whether the user is using the keyboard or the pointer. */
import { useSyncExternalStore } from 'react';

let keyboard = false;
const listeners = new Set<() => void>();

function setKeyboard(value: boolean): void {
  // Radix focuses a clicked tab in code, for which the browser would show a focus ring (base.css).
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

/** Where an element's context menu opens: at the pointer, or at the element for the menu key. */
export const menuPlace = ({ button, clientX, clientY, currentTarget }: React.MouseEvent<HTMLElement>): DOMRect =>
  button === 2 && clientX > 0 ? new DOMRect(clientX, clientY, 0, 0) : currentTarget.getBoundingClientRect();
