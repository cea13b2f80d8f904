import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Closes what was opened. `hasFocus`: what was opened still has the focus, which returns to where it came from, or to what stands
 * there by then.
 */
export function closeToward(
  hasFocus: boolean,
  close: () => void,
  cameFrom: Element | null,
  orElse: { readonly current: HTMLElement | null },
): void {
  if (!hasFocus) {
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
    close(hasFocus: boolean): void {
      closeToward(hasFocus, () => setOpen(false), cameFrom.current, button);
    },
  };
}
