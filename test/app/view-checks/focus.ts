/** The focused element, and whether its focus is visible. */
import type { Page } from 'playwright-core';

export interface Stop {
  /** The number of the control or of its group (`data-reach`); 0 for other elements. */
  id: number;
  what: string;
  isSeen: boolean;
  isTypedIn: boolean;
  /** It is in the open layer (`data-layer`). */
  isInLayer: boolean;
}

/** Null if no element has the focus. */
export const focusStop = (page: Page): Promise<Stop | null> => page.evaluate(stopInPage);

/** Presses Tab this many times at once, and returns what got the focus. */
export async function pressTab(page: Page, times: number): Promise<Stop[]> {
  await page.evaluate(`{
    const stops = [];
    const record = () => stops.push((${stopInPage})());
    document.addEventListener('focusin', record);
    window.endOfTabs = () => { document.removeEventListener('focusin', record); return stops; };
  }`);
  const session = await page.context().newCDPSession(page);
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const events = Array.from({ length: times }, () => ['rawKeyDown', 'keyUp'] as const).flat();
  await Promise.all(events.map((type) => session.send('Input.dispatchKeyEvent', { type, ...key })));
  await session.detach();
  return page.evaluate('window.endOfTabs()');
}

function stopInPage(): Stop | null {
  const element = document.activeElement as HTMLElement | null;
  if (element === null || element === document.body) return null;
  // Shadows do not count: menus and cards always have them, and forced colours remove them.
  const hasRing = (one: Element | null) => {
    // Neither does an outline around the whole layer.
    if (one === null || one.matches('[data-layer]')) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  // A field shows its focus on the box around it, a hidden radio button on its label.
  const around = [
    element,
    element.parentElement,
    element.parentElement?.parentElement ?? null,
    element.nextElementSibling,
  ];
  const isTypedIn = element.matches('input:not([type=radio], [type=checkbox]), textarea');
  // Scroll areas, elements that pass the focus on, and text fields (with a caret) need no ring.
  const isSeen = isTypedIn || element.matches('section, .window__body, [role=tablist]') || around.some(hasRing);
  return {
    id: Number(element.dataset.reach ?? 0),
    what: element.outerHTML.slice(0, 140),
    isSeen,
    isTypedIn,
    isInLayer: element.closest('[data-layer]') !== null,
  };
}
