import { useEffect } from 'react';
import { isTyping } from '../../../ui/keys.ts';

/** A letter presses the control of the page that names it as its shortcut: S the timer, M the status. */
export function useTaskKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, altKey, metaKey } = event;
      if (event.defaultPrevented || event.repeat || ctrlKey || altKey || metaKey || isTyping(target)) return;
      if (target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox]')) return;
      const control = document.querySelector<HTMLElement>(
        `main [aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]`,
      );
      if (control === null) return;
      event.preventDefault();
      control.click();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
