/** Controls that the Tab key does not reach, without a visible focus, or with a ring of which a part is cut off. */
import type { Page } from 'playwright-core';
import type { ViewCheck } from '../view-check.ts';
import { pressKey } from './focus.ts';
import { walkLayer } from './layers.ts';

/** More stops than any view has. */
const MOST_STOPS = 150;
/** A few more presses at once take less than asking again. */
const AT_LEAST = 8;
const MOST_AGAIN = 3;
/** Names of views with an open layer. */
const OPENS_A_LAYER = /menu|search|suggestions/;

interface ToReach {
  id: number;
  what: string;
  /** In a toast, which disappears after ten seconds, or pinned until its line is in sight. */
  isFleeting: boolean;
}

/**
 * Takes the focus away, and numbers the controls that the Tab key must reach. In groups with arrow keys (all but one have a tabindex
 * of -1) any control of the group will do.
 */
const toReach = (page: Page): Promise<ToReach[]> =>
  page.evaluate(() => {
    const CONTROLS = 'button, input, select, textarea, a[href], [role=button], [role=combobox]';
    // Controls with a key of their own on the row, card or field (Enter, C, S, M, Esc).
    // A pin leads to a line outside the visible hours, whose label is reached itself; typing opens the field of a cell; an arrow
    // key leads to the name of a task.
    const BY_KEY =
      '.due-lines__pin, .typed-cell__field, .grid__title, .play-button__playButton, .card__play, .card__more, [aria-label*="Esc"]';
    for (const element of document.querySelectorAll('[data-reach]')) element.removeAttribute('data-reach');
    const kinds = new Map<string, number>();
    let last = 0;
    const found: ToReach[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]') !== null) continue;
      if (element.matches(`:disabled, [aria-disabled=true], ${BY_KEY}`)) continue;
      const { name } = element as HTMLInputElement;
      // The items of a list share one Tab stop.
      const isListed = element.matches('ul [data-stop]');
      const isMoved = element.matches('[role=tab], [type=radio]') || element.closest('[role=listbox], [role=menu]');
      const isOneOfMany =
        isMoved ||
        isListed ||
        element.tabIndex < 0 ||
        document.querySelector(`.${element.classList[0]}[tabindex="-1"]`);
      const parent = element.closest('[role=tablist], fieldset, section');
      const look = isListed ? 'stop' : element.classList[0];
      const kind = `${parent?.getAttribute('aria-label') ?? name} ${look ?? ''} ${name ?? ''}`;
      const known = isOneOfMany ? kinds.get(kind) : undefined;
      const id = known ?? ++last;
      if (isOneOfMany) kinds.set(kind, id);
      element.dataset.reach = String(id);
      const isFleeting = element.closest('.status-line__line, .due-lines__pin') !== null;
      if (known === undefined) found.push({ id, what: element.outerHTML.slice(0, 200), isFleeting });
    }
    Reflect.set(window, 'stops', new WeakSet());
    (document.activeElement as HTMLElement | null)?.blur();
    return found;
  });

/** Presses Tab through the view. */
async function walk(page: Page): Promise<{ unreached: string[]; unseen: Set<string>; cut: Set<string> }> {
  const wanted = await toReach(page);
  const reached = new Set<number>();
  const unseen = new Set<string>();
  const cut = new Set<string>();
  const missing = () => wanted.filter(({ id }) => !reached.has(id)).length;
  let different = 0;
  let again = 0;
  // Until it comes to nothing new all the way round. Rarely a control cannot be focused for a moment.
  for (let pressed = 0; pressed < MOST_STOPS && again <= different && missing() > 0; ) {
    const times = Math.max(AT_LEAST, missing());
    pressed += times;
    const stops = await pressKey(page, 'Tab', times);
    const added = stops.filter((stop) => stop?.isAgain === false).length;
    different += added;
    again = added > 0 ? 0 : again + times;
    for (const stop of stops) {
      if (stop === null) continue;
      reached.add(stop.id);
      if (!stop.isSeen) unseen.add(stop.what);
      if (stop.cutAt !== null) cut.add(`${stop.cutAt}: ${stop.what}`);
    }
  }
  const unreached: string[] = [];
  for (const { id, what, isFleeting } of wanted) {
    if (reached.has(id) || (isFleeting && (await page.locator(`[data-reach="${id}"]`).count()) === 0)) continue;
    unreached.push(what);
  }
  return { unreached, unseen, cut };
}

export function checkTabStops(found: string[]): ViewCheck {
  return async (name, page) => {
    // The recorder records every key, Tab and arrows too.
    if (name === 'settings: recording a shortcut') return;
    // A layer takes the keys; the view below it was checked before.
    const layer = await walkLayer(page);
    if (layer !== null) {
      for (const what of layer.unreached) found.push(`${name}: never reached: ${what}`);
      for (const what of layer.unseen) found.push(`${name}: no ring: ${what}`);
      for (const what of layer.cut) found.push(`${name}: ring cut off at the ${what}`);
      return;
    }
    if (OPENS_A_LAYER.test(name)) found.push(`${name}: nothing is open`);
    let walked = await walk(page);
    // A view that changed meanwhile, such as a list of writes that are being sent, is walked again.
    for (let more = 0; more < MOST_AGAIN && walked.unreached.length > 0; more += 1) walked = await walk(page);
    for (const what of walked.unreached) found.push(`${name}: never reached: ${what}`);
    for (const what of walked.unseen) found.push(`${name}: no ring: ${what}`);
    for (const what of walked.cut) found.push(`${name}: ring cut off at the ${what}`);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  };
}
