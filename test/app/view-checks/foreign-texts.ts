/** Texts of another language than the active one. */
import type { Page } from 'playwright-core';
import type { Catalog } from '../view-check.ts';

/** All texts of a message catalog that are not functions, with their paths. */
function sentences(tree: unknown, path = ''): Map<string, string> {
  if (typeof tree === 'string') return new Map([[path, tree]]);
  if (typeof tree !== 'object' || tree === null) return new Map();
  return new Map(Object.entries(tree).flatMap(([key, value]) => [...sentences(value, `${path}.${key}`)]));
}

/** Names of the sample's person, columns and labels, and of a licence. */
const DATA = ['You', 'To do', 'Done', 'Webhook', 'MIT'];

/** Texts of `other` that are neither texts of `active` nor data. */
export function foreignTexts(other: Catalog, active: Catalog): Set<string> {
  const known = new Set([...sentences(active).values(), ...DATA]);
  return new Set([...sentences(other).values()].filter((text) => text.length > 2 && !known.has(text)));
}

/** All visible and accessible text of a page. */
export const readableTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = document.body.innerText.split('\n');
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    const unseen = [...document.querySelectorAll<HTMLElement>('.visually-hidden')].map(
      ({ textContent }) => textContent ?? '',
    );
    return [...seen, ...named, ...unseen].map((text) => text.trim()).filter((text) => text !== '');
  });
