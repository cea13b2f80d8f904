/** Keys typed into a window that is on screen before its page is drawn. They are passed on to the page. */
import type { Input, WebContents } from 'electron';

export function createEarlyKeys() {
  let text = '';
  /** The Enter that ended the text. */
  let entered: 'enter' | 'ctrl-enter' | null = null;

  function forget(): void {
    text = '';
    entered = null;
  }

  return {
    /** Keys without a character are lost, as are all after Enter. */
    add({ key, control, alt, meta }: Pick<Input, 'key' | 'control' | 'alt' | 'meta'>): void {
      if (entered !== null) return;
      if (key === 'Enter') entered = control || meta ? 'ctrl-enter' : 'enter';
      else if (key === 'Backspace') text = text.slice(0, -1);
      else if ([...key].length === 1 && !control && !alt && !meta) text += key;
    },
    forget,
    passTo(page: Pick<WebContents, 'insertText' | 'sendInputEvent'>): void {
      const pressed = entered;
      // Keys may reach the page before inserted text.
      const inserted = text === '' ? Promise.resolve() : page.insertText(text);
      forget();
      if (pressed === null) return;
      void inserted.then(() => {
        const modifiers: 'control'[] = pressed === 'ctrl-enter' ? ['control'] : [];
        page.sendInputEvent({ type: 'keyDown', keyCode: 'Enter', modifiers });
        page.sendInputEvent({ type: 'keyUp', keyCode: 'Enter', modifiers });
      });
    },
  };
}
