/** Where the keyboard's focus is, and whether it is seen there. */
import type { Page } from 'playwright-core';

export interface Stop {
  /** Of the control, or of its kind (`data-reach`); 0 for what is none. */
  id: number;
  what: string;
  isSeen: boolean;
  isTypedIn: boolean;
  /** What is open over the view has it (`data-layer`). */
  isInLayer: boolean;
}

/** Null where nothing has the focus. */
export const focusStop = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (element === null || element === document.body) return null;
    // Shadows do not count: menus and cards have theirs whatever has the focus, and forced colours take them all away.
    const hasRing = (one: Element | null) => {
      // Nor does what is around a whole layer.
      if (one === null || one.matches('[data-layer]')) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    };
    // A field shows it on the box around it, an unseen radio button on its label.
    const around = [
      element,
      element.parentElement,
      element.parentElement?.parentElement ?? null,
      element.nextElementSibling,
    ];
    const isTypedIn = element.matches('input:not([type=radio], [type=checkbox]), textarea');
    // What only scrolls, what hands the focus on, and what is typed in (its caret is seen) need no ring.
    const isSeen = isTypedIn || element.matches('section, .window__body, [role=tablist]') || around.some(hasRing);
    return {
      id: Number(element.dataset.reach ?? 0),
      what: element.outerHTML.slice(0, 140),
      isSeen,
      isTypedIn,
      isInLayer: element.closest('[data-layer]') !== null,
    };
  });
