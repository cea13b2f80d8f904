/** Views with reduced motion and forced colors. */
import type { Page } from 'playwright-core';
import type { ViewCheck } from '../view-check.ts';
import { walkLayer } from './layers.ts';

/** Elements and pseudo-elements with a transition or animation. Only what no view before had in the same place is looked at. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Attributes that no style depends on; the last are of these checks. */
    const TEXTS =
      /^(id|for|name|title|href|src|d|placeholder|aria-(label|labelledby|describedby|controls|valuetext)|data-(reach|layer))$/;
    const page = window as typeof window & { looks?: Map<string, number>; stillLooks?: Set<string> };
    page.looks ??= new Map();
    page.stillLooks ??= new Set();
    const { looks, stillLooks } = page;
    const lookOf = new Map<Element | null, number>();
    const isAny = (durations: string) => durations.split(',').some((one) => Number.parseFloat(one) > 0);
    const found = new Set<string>();
    for (const element of document.querySelectorAll('*')) {
      const own = [...element.attributes].flatMap(({ name, value }) =>
        TEXTS.test(name) ? [] : [name, value.replace(/[\da-f-]{36}/g, '')],
      );
      const described = `${innerWidth} ${lookOf.get(element.parentElement)} ${element.localName} ${own.join(' ')}`;
      const look = looks.get(described) ?? looks.size;
      looks.set(described, look);
      lookOf.set(element, look);
      const used = `${look} ${element.matches(':hover')} ${element.matches(':focus')}`;
      if (stillLooks.has(used)) continue;
      stillLooks.add(used);
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

export function checkMotion(found: string[]): ViewCheck {
  return async (name, page) => {
    for (const one of await moving(page)) found.push(`${name}: ${one}`);
  };
}

/** Presses keys in an open layer. */
export function checkForcedColors(found: string[]): ViewCheck {
  return async (name, page) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const layer = await walkLayer(page);
    // Tab makes the browser show focus rings.
    if (layer === null) await page.keyboard.press('Tab');
    for (const one of layer?.unseen ?? (await withoutFocusRing(page))) found.push(`${name}: ${one}`);
    await page.emulateMedia({ forcedColors: null });
  };
}
