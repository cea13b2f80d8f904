/** The focused element, and whether its focus is visible: it has a ring, of which nothing is cut off. */
import type { Page } from 'playwright-core';
import { sessionOf } from './session.ts';

const KEY_CODES = { Tab: 9, ArrowUp: 38, ArrowDown: 40 };

export type Key = keyof typeof KEY_CODES;

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
  /** It had the focus before, since `window.stops` was emptied. */
  isAgain: boolean;
}

/** Null if no element has the focus. */
export const focusStop = (page: Page): Promise<Stop | null> => page.evaluate(stopInPage);

/** Presses a key this many times at once, and returns what got the focus. */
export const pressKey = (page: Page, key: Key, times: number): Promise<(Stop | null)[]> =>
  pressAndRead(page, key, times, 'focusin', stopInPage);

/** Presses a key this many times at once, and returns what the page reads at each of these events. */
export async function pressAndRead<T>(
  page: Page,
  key: Key,
  times: number,
  at: 'focusin' | 'keyup',
  read: () => T,
): Promise<T[]> {
  await page.evaluate(`{
    const all = [];
    const record = () => all.push((${read})());
    addEventListener('${at}', record, true);
    window.endOfKeys = () => { removeEventListener('${at}', record, true); return all; };
  }`);
  const session = await sessionOf(page);
  const event = { key, code: key, windowsVirtualKeyCode: KEY_CODES[key] };
  const types = Array.from({ length: times }, () => ['rawKeyDown', 'keyUp'] as const).flat();
  await Promise.all(types.map((type) => session.send('Input.dispatchKeyEvent', { type, ...event })));
  return page.evaluate('window.endOfKeys()');
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
  const { stops } = window as typeof window & { stops?: WeakSet<Element> };
  const isAgain = stops?.has(element) ?? false;
  stops?.add(element);
  return {
    id: Number(element.dataset.reach ?? 0),
    what: element.outerHTML.slice(0, 140),
    isSeen,
    cutAt: cutAt(around.find((one) => one !== null && hasRing(one)) ?? undefined),
    isTypedIn,
    isInLayer: element.closest('[data-layer]') !== null,
    isAgain,
  };
}
