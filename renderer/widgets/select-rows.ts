/** Selecting rows of a list with the keyboard and the mouse: X, Shift with an arrow key or a click, Ctrl A, Ctrl click. */
import { type Selectable, select, selectTo, toggleSelected } from '../state/selection.ts';
import { pressedKeys } from '../ui/keys.ts';

const STEPS: Partial<Record<string, -1 | 1>> = { 'Shift+ArrowDown': 1, 'Shift+ArrowUp': -1 };

/** The row that has the focus after the key; undefined if the key does not select. `at`: the focused row. */
export function selectByKey(
  event: KeyboardEvent | React.KeyboardEvent,
  of: Selectable,
  order: readonly string[],
  at: string | null | undefined,
): string | undefined {
  if (at == null) return undefined;
  const keys = pressedKeys(event);
  const step = STEPS[keys];
  if (keys === 'X') toggleSelected(of, at);
  else if (keys === 'CommandOrControl+A') select(of, order);
  else if (step === undefined) return undefined;
  else {
    const next = order[order.indexOf(at) + step] ?? at;
    selectTo(of, order, next, at);
    return next;
  }
  return at;
}

/** True if the click selects. While rows that are still listed are selected, a plain one selects only its row. */
export function selectByClick(
  event: React.MouseEvent,
  of: Selectable,
  order: readonly string[],
  id: string,
  isSelecting: boolean,
): boolean {
  const isByMouse = event.detail > 0;
  const isOnMark = (event.target as Element).closest('[data-selects]') !== null;
  if (event.shiftKey) selectTo(of, order, id);
  else if (event.ctrlKey || event.metaKey || isOnMark) toggleSelected(of, id);
  else if (isByMouse && isSelecting) select(of, [id]);
  else return false;
  return true;
}
