import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isTyping } from './keys.ts';

interface Options {
  isOn?: boolean;
  /** Before the element that has the focus, and so before everything else. */
  isFirst?: boolean;
}

/** Keys that are pressed anywhere in the window while the component is shown. */
export function useWindowKeys(onKeyDown: (event: KeyboardEvent) => void, options: Options = {}): void {
  const { isOn = true, isFirst = false } = options;
  const latest = useRef(onKeyDown);
  latest.current = onKeyDown;
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => latest.current(event);
    addEventListener('keydown', listener, isFirst);
    return () => removeEventListener('keydown', listener, isFirst);
  }, [isOn, isFirst]);
}

const isInOverlay = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null;

/** What Escape does while nothing is open over the component. */
export function useEscape(onEscape: () => void, options?: Options): void {
  useWindowKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isInOverlay(event)) return;
    event.preventDefault();
    onEscape();
  }, options);
}

/** Lets the field that has the focus save what was typed: React reports no blur of a field that it removes. */
export function keepTyped(): void {
  const field = document.activeElement as HTMLElement;
  if (isTyping(field)) flushSync(() => field.blur());
}

/**
 * What Ctrl or ⌘ with a letter does while the component is shown and nothing is open over it. A key without an effect stays free. What is
 * being typed is kept first.
 */
export function useControlKeys(keys: Record<string, (() => void) | undefined>): void {
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.repeat || event.altKey || event.shiftKey) return;
    if (!(event.ctrlKey || event.metaKey) || isInOverlay(event)) return;
    const run = keys[event.key.toLowerCase()];
    if (run === undefined) return;
    event.preventDefault();
    keepTyped();
    run();
  });
}
