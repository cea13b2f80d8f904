/** A window that is hidden for long is let go. Text that somebody typed into it and did not send keeps it: nothing is lost. */

type Field = HTMLInputElement | HTMLTextAreaElement;

const FIELDS = 'textarea, input:not([type=checkbox], [type=radio])';

export function keepUnsavedText(): void {
  const typed = new WeakSet<EventTarget>();
  addEventListener('input', ({ target }) => {
    if (target !== null) typed.add(target);
  });
  // Fields that are in no form are saved when they are left.
  addEventListener('change', ({ target }) => {
    if (target !== null && (target as Field).form == null) typed.delete(target);
  });
  addEventListener('beforeunload', (event) => {
    // A form that was sent or closed is gone, and its fields with it.
    const isUnsaved = [...document.querySelectorAll<Field>(FIELDS)].some(
      (field) => typed.has(field) && field.value !== '' && field.closest('search') === null,
    );
    if (isUnsaved) event.preventDefault();
  });
}
