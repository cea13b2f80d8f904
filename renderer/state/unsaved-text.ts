/** Main destroys a window that is hidden for long (`release` in electron/desktop/windows/popover.ts), except one with unsaved text. */

type Field = HTMLInputElement | HTMLTextAreaElement;

const FIELDS = 'textarea, input:not([type=checkbox], [type=radio])';

const typed = new WeakSet<EventTarget>();
let hasDrafts = (_shows: boolean): boolean => false;

/** `has`: whether there is a changed draft, whose field need not be in the document. If it `shows`, it also leads to one. */
export function keepDrafts(has: typeof hasDrafts): void {
  hasDrafts = has;
}

/** Submitted and closed forms are no longer in the document. `shows`: leads to a draft if there is no text in the document. */
export const hasUnsavedText = (shows = false): boolean =>
  [...document.querySelectorAll<Field>(FIELDS)].some(
    (field) => typed.has(field) && field.value !== '' && field.closest('search') === null,
  ) || hasDrafts(shows);

export function keepUnsavedText(): void {
  addEventListener('input', ({ target }) => typed.add(target as Field));
  // Fields outside of forms are saved on blur.
  addEventListener('change', ({ target }) => {
    const field = target as Field;
    if (field.form == null) typed.delete(field);
  });
  addEventListener('beforeunload', (event) => {
    if (hasUnsavedText()) event.preventDefault();
  });
}
