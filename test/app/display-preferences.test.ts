/** In every view: calm where that is asked for, seen in forced colours, and in more contrast for those who need it. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { walkLayer } from './view-checks/layers.ts';
import { everyView } from './views.ts';

/** What would move or fade for longer than nothing, of every element and what is drawn before and after it. */
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

/** Controls whose focus nobody sees, among the first of a view: no outline of their own nor of the box they stand in. */
const unseenFocus = (page: Page): Promise<string[]> =>
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

/** Texts that have less than 7:1, light and dark. */
async function pale(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none', contrast: 'more', colorScheme });
    const targets = await page.evaluate(async () => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await run(document, { runOnly: ['color-contrast-enhanced'] });
      return violations.flatMap(({ nodes }) =>
        nodes.map(({ html, any }) => `${html.slice(0, 120)}: ${any[0]?.message}`),
      );
    });
    found.push(...targets.map((target) => `${colorScheme}: ${target}`));
  }
  await page.emulateMedia({ contrast: null, colorScheme: null });
  return found;
}

const found = { pale: [] as string[], moving: [] as string[], unseen: [] as string[] };

beforeAll(async () => {
  await everyView(async (name, page) => {
    for (const one of await pale(page)) found.pale.push(`${name}: ${one}`);
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    for (const one of await moving(page)) found.moving.push(`${name}: ${one}`);
    const layer = await walkLayer(page);
    if (layer !== null) {
      for (const one of layer.unseen) found.unseen.push(`${name}: ${one}`);
      return;
    }
    // From here on it is somebody at a keyboard.
    await page.keyboard.press('Tab');
    for (const one of await unseenFocus(page)) found.unseen.push(`${name}: ${one}`);
  });
}, 300_000);

test('where calm is asked for nothing moves', () => {
  expect(found.moving).toEqual([]);
});

test('in forced colours the focus is seen', () => {
  expect(found.unseen).toEqual([]);
});

test('whoever asks for more contrast has 7:1 in every text', () => {
  expect(found.pale).toEqual([]);
});
