import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRequest } from '../../../state/requests.ts';

/** A text of the timer bar that becomes a field, by a click on its button or by a request. */
export function useEditing(part: 'note' | 'start') {
  const button = useRef<HTMLButtonElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const [isEditing, setEditing] = useState(false);
  useRequest('timer-part', (requested) => {
    if (requested !== part) return false;
    cameFrom.current = document.activeElement;
    setEditing(true);
    return true;
  });
  return {
    button,
    isEditing,
    edit() {
      cameFrom.current = button.current;
      setEditing(true);
    },
    /** `byKey`: the focus returns to where it was; a click has moved it already. */
    close(byKey: boolean): void {
      if (!byKey) {
        setEditing(false);
        return;
      }
      flushSync(() => setEditing(false));
      const from = cameFrom.current;
      if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus();
      else button.current?.focus();
    },
  };
}
