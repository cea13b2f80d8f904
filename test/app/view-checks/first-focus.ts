/** Where the focus is when a view has opened or was left by Escape: where the next key belongs, and never on the page as a whole. */
import type { Page } from 'playwright-core';
import { until } from '../../until.ts';
import type { ViewCheck } from '../view-check.ts';

/** They come without a key or a click, or the check of the view before closed a field that takes the focus along. */
const BY_ITSELF = new Set([
  'my tasks',
  'a link asks',
  'board: archived',
  'focus: break',
  'still working',
  'stopped unanswered',
  'away',
  'clock set back',
  'signed out',
  'locked keychain',
]);

const lostFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'on nothing';
    const layer = [...document.querySelectorAll('.menu__menu, [role=dialog]')].at(-1);
    if (layer !== undefined && !layer.contains(element))
      return `behind the layer, on ${element.outerHTML.slice(0, 140)}`;
    const isShown = element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null;
    return isShown ? null : `on what is not shown, ${element.outerHTML.slice(0, 140)}`;
  });

export function checkFirstFocus(found: string[]): ViewCheck {
  const checkNow = async (name: string, page: Page): Promise<void> => {
    // A menu that was closed right before gives the focus back in a later turn.
    const isWhere = until(
      () => lostFocus(page),
      (lost) => lost === null,
    );
    await isWhere.catch(async () => found.push(`${name}: ${await lostFocus(page)}`));
  };
  const views = new Map<Page, string>();
  /** Every Escape of the walk, which leaves the view that was checked last. */
  const watchEscape = (page: Page): void => {
    const { keyboard } = page;
    const press = keyboard.press.bind(keyboard);
    keyboard.press = async (key, options) => {
      const isLeft = key === 'Escape' && (await lostFocus(page)) === null;
      await press(key, options);
      if (isLeft) await checkNow(`${views.get(page)}, left by Escape`, page);
    };
  };
  return async (name, page) => {
    // Escape hides the window of quick add.
    if (!views.has(page) && !page.url().includes('quick-add')) watchEscape(page);
    views.set(page, name);
    if (!BY_ITSELF.has(name)) await checkNow(name, page);
  };
}
