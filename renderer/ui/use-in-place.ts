import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Closes what was opened. `byKey`: the focus returns to where it came from, or to what stands there by then; a click has moved it
 * already.
 */
export function closeToward(
  byKey: boolean,
  close: () => void,
  cameFrom: Element | null,
  orElse: { readonly current: HTMLElement | null },
): void {
  if (!byKey) {
    close();
    return;
  }
  flushSync(close);
  if (cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body) cameFrom.focus();
  else orElse.current?.focus();
}

export type InPlace = ReturnType<typeof useInPlace>;

/** What a button opens, mostly in its own place. */
export function useInPlace(isOpenAtFirst = false) {
  const button = useRef<HTMLButtonElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return {
    button,
    isOpen,
    open(): void {
      cameFrom.current = document.activeElement;
      setOpen(true);
    },
    close(byKey: boolean): void {
      closeToward(byKey, () => setOpen(false), cameFrom.current, button);
    },
  };
}
