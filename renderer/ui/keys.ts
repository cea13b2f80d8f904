/** Keyboard helpers. */

/** True for elements that accept text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('textarea, input:not([type=radio], [type=checkbox])');
}

type Move = (at: number, count: number) => number;

const last = (count: number): number => count - 1;
const down: Move = (at, count) => Math.min(at + 1, last(count));
const up: Move = (at) => Math.max(at - 1, 0);

const MOVES: Partial<Record<string, Move>> = {
  ArrowDown: down,
  J: down,
  ArrowUp: up,
  K: up,
  Home: () => 0,
  End: (_, count) => last(count),
  PageDown: (at, count) => Math.min(at + 8, last(count)),
  PageUp: (at) => Math.max(at - 8, 0),
};

export interface Key {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** The index that a key moves to from `at` (-1 for none); null for other keys. */
export function moveInList(event: Key, at: number, count: number): number | null {
  const move = MOVES[pressedKeys(event)];
  return move && count > 0 ? move(at, count) : null;
}

/**
 * The pressed keys as an Electron accelerator: `M`, `Shift+S`, `CommandOrControl+O`, with Caps Lock too. A sign or digit is without
 * `Shift`, which only some keyboards need for it.
 */
export function pressedKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): string {
  const isControlled = ctrlKey || metaKey;
  const letter = key.length === 1 ? key.toUpperCase() : key;
  const isSign = key.length === 1 && key !== ' ' && letter === key.toLowerCase();
  return [isControlled && 'CommandOrControl', altKey && 'Alt', shiftKey && !isSign && 'Shift', letter]
    .filter(Boolean)
    .join('+');
}

/** Moves the focus within a list of elements if the key does so. */
export function moveFocus(event: React.KeyboardEvent, elements: readonly HTMLElement[]): void {
  const to = moveInList(event, elements.indexOf(document.activeElement as HTMLElement), elements.length);
  if (to === null) return;
  event.preventDefault();
  elements[to]?.focus();
}
