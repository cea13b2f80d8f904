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

/** What has the focus, or is chosen, is told by more than a colour that the system replaces. */
const unseenState = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const outlined = (element: Element) => getComputedStyle(element).outlineStyle !== 'none';
    const shown = [...document.querySelectorAll<HTMLElement>('button, input, a[href], textarea')].filter(
      (element) => element.checkVisibility() && !element.matches(':disabled, .unseen'),
    );
    const missing: string[] = [];
    for (const element of shown.slice(0, 12)) {
      element.focus({ focusVisible: true } as FocusOptions);
      const holder = element.matches(':focus-visible')
        ? (element.closest(':has(> :focus-visible)') ?? element)
        : element;
      if (document.activeElement === element && !outlined(element) && !outlined(holder)) {
        missing.push(element.outerHTML.slice(0, 120));
      }
    }
    return missing;
  });

test('nothing moves where that is asked; forced colours keep the focus seen; 200 % scrolls nothing sideways', {
  timeout: LONG_MS,
}, async () => {
  const found: string[] = [];
  await everyView(async (name, page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const one of await moving(page)) found.push(`${name}: ${one} moves`);
    const sideways = await page.evaluate(() => {
      document.documentElement.style.setProperty('zoom', '2');
      const { scrollWidth, clientWidth } = document.documentElement;
      document.documentElement.style.removeProperty('zoom');
      return scrollWidth - clientWidth;
    });
    if (sideways > 1) found.push(`${name}: ${sideways} px beyond the side at 200 %`);
  });
  expect(found).toEqual([]);
});
