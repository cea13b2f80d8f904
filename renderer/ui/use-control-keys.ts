import { useEffect } from 'react';

/** What Ctrl or ⌘ with a letter does while the component is shown and nothing is open over it. A key without an effect stays free. */
export function useControlKeys(keys: Record<string, (() => void) | undefined>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey)) return;
      if (event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]')) return;
      const run = keys[event.key.toLowerCase()];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [keys]);
}
