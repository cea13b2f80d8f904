/** In every view: calm where that is asked for, and seen in forced colours. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { everyView } from './views.ts';

/** Animations that go on, and those that take longer than nothing. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().duration) > 1)
      .map((one) => {
        const { target } = one.effect as KeyframeEffect;
        return `${(one as CSSAnimation).animationName ?? 'transition'} on ${target?.className}`;
      }),
  );

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

test('nothing moves where that is asked, and in forced colours the focus is seen', { timeout: 240_000 }, async () => {
  const found: string[] = [];
  await everyView(async (name, page) => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    for (const one of await moving(page)) found.push(`${name}: ${one} moves`);
    if (/link|menu|search|suggestions/.test(name)) return;
    // From here on it is somebody at a keyboard.
    await page.keyboard.press('Tab');
    for (const one of await unseenFocus(page)) found.push(`${name}: the focus is not seen on ${one}`);
  });
  expect(found).toEqual([]);
});
