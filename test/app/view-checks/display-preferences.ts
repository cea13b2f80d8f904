/** Views with reduced motion, forced colors and more contrast. */
import type { Page } from 'playwright-core';
import type { ViewCheck } from '../view-check.ts';
import { seriousColours } from './axe.ts';
import { walkLayer } from './layers.ts';

/** Elements and pseudo-elements with a transition or animation. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isAny = (durations: string) => durations.split(',').some((one) => Number.parseFloat(one) > 0);
    const found = new Set<string>();
    for (const element of document.querySelectorAll('*')) {
      for (const part of [null, '::before', '::after', '::backdrop', '::placeholder']) {
        const style = getComputedStyle(element, part);
        const what = `${element.localName}.${element.getAttribute('class') ?? ''}${part ?? ''}`;
        if (isAny(style.transitionDuration)) found.add(`${what}: transition of ${style.transitionDuration}`);
        if (style.animationName !== 'none' && isAny(style.animationDuration))
          found.add(`${what}: ${style.animationName} for ${style.animationDuration}`);
      }
    }
    return [...found];
  });

/** The first controls of a view without a visible focus: no outline on them or on a box around them. */
const withoutFocusRing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOutlined = (element: Element | null) =>
      element !== null && getComputedStyle(element).outlineStyle !== 'none';
    const controls = [
      ...document.querySelectorAll<HTMLElement>('button:not([role=tab]), input[type=radio], a[href]'),
    ].filter((element) => element.checkVisibility() && !element.matches(':disabled'));
    const unseen: string[] = [];
    for (const element of controls.slice(0, 15)) {
      element.focus({ focusVisible: true } as FocusOptions);
      if (document.activeElement !== element) continue;
      const around = [element, element.parentElement, element.parentElement?.parentElement ?? null];
      if (!around.some(isOutlined)) unseen.push(element.outerHTML.slice(0, 140));
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return unseen;
  });

/** Texts with a contrast below 7:1 in light or dark. */
async function lowContrast(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none', contrast: 'more', colorScheme });
    for (const one of await seriousColours(page, ['color-contrast-enhanced'])) found.push(`${colorScheme}: ${one}`);
  }
  await page.emulateMedia({ contrast: null, colorScheme: null });
  return found;
}

export function checkContrast(found: string[]): ViewCheck {
  return async (name, page) => {
    for (const one of await lowContrast(page)) found.push(`${name}: ${one}`);
  };
}

export function checkMotion(found: string[]): ViewCheck {
  return async (name, page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const one of await moving(page)) found.push(`${name}: ${one}`);
  };
}

/** Presses keys in an open layer. */
export function checkForcedColors(found: string[]): ViewCheck {
  return async (name, page) => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    const layer = await walkLayer(page);
    // Tab makes the browser show focus rings.
    if (layer === null) await page.keyboard.press('Tab');
    for (const one of layer?.unseen ?? (await withoutFocusRing(page))) found.push(`${name}: ${one}`);
    await page.emulateMedia({ forcedColors: null });
  };
}
