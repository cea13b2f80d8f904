/** The focused element, and whether its focus is visible: it has a ring, of which nothing is cut off. */
import type { Page } from 'playwright-core';

export interface Stop {
  /** The number of the control or of its group (`data-reach`); 0 for other elements. */
  id: number;
  what: string;
  isSeen: boolean;
  /** The side at which a part of the ring is cut off by what scrolls or clips around it. */
  cutAt: 'left' | 'right' | 'top' | 'bottom' | null;
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
  // A field shows its focus on the box around it, a hidden radio button on its label, a list on its chosen option.
  const around = [
    element,
    document.getElementById(element.getAttribute('aria-activedescendant') ?? ''),
    element.parentElement,
    element.parentElement?.parentElement ?? null,
    element.nextElementSibling,
  ];
  const cutAt = (ring: Element | undefined): Stop['cutAt'] => {
    if (ring === undefined) return null;
    const { outlineOffset, outlineWidth } = getComputedStyle(ring);
    const beyond = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const box = ring.getBoundingClientRect();
    const cuts = (left: number, top: number, right: number, bottom: number): Stop['cutAt'] => {
      // Half a pixel is lost to rounding at some zooms.
      const slack = 0.5;
      if (box.left - beyond < left - slack) return 'left';
      if (box.right + beyond > right + slack) return 'right';
      if (box.top - beyond < top - slack) return 'top';
      return box.bottom + beyond > bottom + slack ? 'bottom' : null;
    };
    for (let around = ring.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, overflowY, contain, contentVisibility, position } = getComputedStyle(around);
      const isClipping = contain.includes('paint') || contentVisibility === 'auto';
      const [clipsX, clipsY] = [overflowX, overflowY].map((overflow) => isClipping || overflow !== 'visible');
      const { left, top } = around.getBoundingClientRect();
      const [x, y] = [left + around.clientLeft, top + around.clientTop];
      const cut = cuts(
        clipsX ? x : Number.NEGATIVE_INFINITY,
        clipsY ? y : Number.NEGATIVE_INFINITY,
        clipsX ? x + around.clientWidth : Number.POSITIVE_INFINITY,
        clipsY ? y + around.clientHeight : Number.POSITIVE_INFINITY,
      );
      if (cut !== null) return cut;
      if (position === 'fixed') break;
    }
    return cuts(0, 0, innerWidth, innerHeight);
  };
  const isTypedIn = element.matches('input:not([type=radio], [type=checkbox]), textarea');
  // Scroll areas, elements that pass the focus on, and text fields (with a caret) need no ring.
  const isSeen = isTypedIn || element.matches('section, .window__body, [role=tablist]') || around.some(hasRing);
  return {
    id: Number(element.dataset.reach ?? 0),
    what: element.outerHTML.slice(0, 140),
    isSeen,
    cutAt: cutAt(around.find((one) => one !== null && hasRing(one)) ?? undefined),
    isTypedIn,
    isInLayer: element.closest('[data-layer]') !== null,
  };
}
