/** Serious axe violations. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { ViewCheck } from '../view-check.ts';

const Failing = z.object({ html: z.string(), any: z.array(z.object({ message: z.string() })) });
const Found = z.array(z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(Failing) }));

/** Rules that the colours decide. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Runs neither these nor the rules whose violations are at most moderate: axe gives each violation the impact of its rule. */
const NOT_COLOURS = `Object.fromEntries(axe._audit.rules
  .filter(({ id, impact }) => impact === 'minor' || impact === 'moderate' || ${JSON.stringify(COLOUR_RULES)}.includes(id))
  .map(({ id }) => [id, { enabled: false }]))`;

/** The view below an open layer was checked before the layer was opened. */
const SCOPE = "document.querySelector('.menu__menu') ?? document";

async function run(page: Page, context: string, options: string): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    `const context = ${context};
    context.include?.length === 0 ? [] : axe.run(context, { resultTypes: ['violations'], selectors: false, ${options} }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html, any }) => ({ html, any: any.map(({ message }) => ({ message })) })) })))`,
  );
  return Found.parse(found)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any: [why] }) => `${html.slice(0, 160)} ${why?.message ?? ''}`).join(' | ')}`,
    );
}

export const seriousIn = (page: Page, rules: string[]): Promise<string[]> =>
  run(page, SCOPE, `runOnly: ${JSON.stringify(rules)}`);

/** `seriousIn` for rules that the colours decide, of the texts whose colours no view before had. */
export const seriousColours = (page: Page, rules = COLOUR_RULES): Promise<string[]> =>
  run(page, `{ include: (${uncheckedTexts})('${rules.join()}') }`, `runOnly: ${JSON.stringify(rules)}`);

/**
 * The texts whose look, together with what they stand on, is new for these rules. Most of a view was in another view already, and
 * measuring its contrast takes as long as all other rules together.
 */
function uncheckedTexts(rules: string): Element[] {
  const page = window as typeof window & { checkedColours?: Record<string, Set<string>> };
  page.checkedColours ??= {};
  page.checkedColours[rules] ??= new Set();
  const checked = page.checkedColours[rules];
  const grounds = new Map<Element | null, string>([[null, '']]);
  /** The backgrounds below an element's text, from the page on. */
  const groundOf = (element: Element | null): string => {
    const known = grounds.get(element);
    if (known !== undefined || element === null) return known ?? '';
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const isSeen = own !== 'rgba(0, 0, 0, 0) none 1';
    const ground = groundOf(element.parentElement) + (isSeen ? `/${own}` : '');
    grounds.set(element, ground);
    return ground;
  };
  return [...(document.querySelector('.menu__menu') ?? document).querySelectorAll('*')].filter((element) => {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (!hasText && !element.matches('input, textarea, select')) return false;
    // The rules pass over what cannot be seen.
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { top, bottom } = element.getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const names = `${element.parentElement?.className} ${element.className}`;
    const look = `${names} ${color} ${fontSize} ${fontWeight} ${groundOf(element)} ${isInSight}`;
    const isNew = !checked.has(look);
    checked.add(look);
    return isNew;
  });
}

/** All rules in light, and those that the colours decide in dark too. */
export function checkAxe(found: string[]): ViewCheck {
  return async (name, page) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    for (const one of await run(page, SCOPE, `rules: ${NOT_COLOURS}`)) found.push(`${name}: ${one}`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const one of await seriousColours(page)) found.push(`${name}, ${colorScheme}: ${one}`);
    }
  };
}
