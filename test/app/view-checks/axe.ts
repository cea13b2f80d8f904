/** Serious axe violations. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { ViewCheck } from '../view-check.ts';

const Failing = z.object({ html: z.string(), any: z.array(z.object({ message: z.string() })) });
const Found = z.array(z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(Failing) }));

/** Rules that the colours decide. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The second passes over what the first finds. */
const MORE_CONTRAST = ['color-contrast', 'color-contrast-enhanced'];

/** The others, without those whose violations are at most moderate: axe gives each violation the impact of its rule. */
const OTHER_RULES = `axe._audit.rules
  .filter(({ enabled, tags }) => enabled && !tags.some((tag) => axe._audit.tagExclude.includes(tag)))
  .filter(({ id, impact }) => impact !== 'minor' && impact !== 'moderate' && !${JSON.stringify(COLOUR_RULES)}.includes(id))
  .map(({ id }) => id)`;

/** axe, whose rules about colours look at marked texts only. */
const AXE = `${axe.source}
  axe.configure({ rules: [
    ...${JSON.stringify(MORE_CONTRAST)}.map((id) => ({ id, selector: '[data-unchecked]' })),
    { id: 'link-in-text-block', selector: 'a[href][data-unchecked]' },
  ] });`;

/** The view below an open layer was checked before the layer was opened. */
const SCOPE = "document.querySelector('.menu__menu') ?? document";

/**
 * Serious violations of these rules (a list, as code), and of those that the colours decide in the texts whose colours no view before
 * had. One run, because most of it prepares what they share.
 */
async function run(page: Page, rules: string, colourRules: string[]): Promise<string[]> {
  const check = `(async () => {
    if (!('axe' in window)) return null;
    const rules = ${rules};
    const texts = (${uncheckedTexts})('${colourRules.join()}');
    if (texts.length > 0) rules.push(...${JSON.stringify(colourRules)});
    if (rules.length === 0) return [];
    for (const text of texts) text.dataset.unchecked = '';
    const { violations } = await axe.run(${SCOPE}, { resultTypes: ['violations'], selectors: false, runOnly: rules });
    for (const text of texts) delete text.dataset.unchecked;
    return violations.map(({ id, impact, nodes }) =>
      ({ id, impact, nodes: nodes.map(({ html, any }) => ({ html, any: any.map(({ message }) => ({ message })) })) }));
  })()`;
  let found = await page.evaluate(check);
  if (found === null) {
    await page.evaluate(AXE);
    found = await page.evaluate(check);
  }
  return Found.parse(found)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any: [why] }) => `${html.slice(0, 160)} ${why?.message ?? ''}`).join(' | ')}`,
    );
}

/** Serious violations of these rules, and of those that the colours decide. */
export const seriousIn = (page: Page, rules: string[]): Promise<string[]> =>
  run(page, JSON.stringify(rules), COLOUR_RULES);

/**
 * The texts whose look, together with what they stand on, is new for these rules. Most of a view was in another view already, and
 * measuring its contrast takes as long as all other rules together.
 */
function uncheckedTexts(rules: string): HTMLElement[] {
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
  return [...(document.querySelector('.menu__menu') ?? document).querySelectorAll<HTMLElement>('*')].filter(
    (element) => {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
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
    },
  );
}

/** All rules in light, and those that the colours decide in dark too; with more contrast every text has at least 7:1. */
export function checkAxe(found: string[], lowContrast: string[]): ViewCheck {
  return async (name, page) => {
    for (const one of await run(page, OTHER_RULES, COLOUR_RULES)) found.push(`${name}: ${one}`);
    // In this order, because each change draws the whole page anew.
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const one of await run(page, '[]', COLOUR_RULES)) found.push(`${name}, dark: ${one}`);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, contrast: 'more' });
      for (const one of await run(page, '[]', MORE_CONTRAST)) lowContrast.push(`${name}: ${colorScheme}: ${one}`);
    }
    await page.emulateMedia({ contrast: null });
  };
}
