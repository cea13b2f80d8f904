/** What everybody needs, in every view: axe finds nothing serious, light and dark; calm where asked; seen in forced colours. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyView } from './views.ts';

const LONG_MS = 240_000;

const Found = z.array(
  z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ html: z.string() })) }),
);

async function seriousIn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate('axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations)');
  return Found.parse(found)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

test('axe finds nothing serious in any view, light or dark', { timeout: LONG_MS }, async () => {
  const found: string[] = [];
  await everyView(async (name, page) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const one of await seriousIn(page)) found.push(`${name}, ${colorScheme}: ${one}`);
    }
  });
  expect(found).toEqual([]);
});

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

test('nothing moves where that is asked, and in forced colours the focus is seen', { timeout: LONG_MS }, async () => {
  const found: string[] = [];
  await everyView(async (name, page) => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    for (const one of await moving(page)) found.push(`${name}: ${one} moves`);
    if (!/link|menu|search|suggestions/.test(name)) {
      // From here on it is somebody at a keyboard.
      await page.keyboard.press('Tab');
      for (const one of await unseenFocus(page)) found.push(`${name}: the focus is not seen on ${one}`);
    }
  });
  expect(found).toEqual([]);
});
