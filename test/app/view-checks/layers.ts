/**
 * What is open over a view has the keyboard to itself: a menu in which the arrow keys move, a popover with fields for the Tab key, a
 * field whose list is walked through while the focus stays in it. Each is walked with its own keys, and left open.
 */
import type { Page } from 'playwright-core';
import { focusStop } from './focus.ts';

/** More stops than any layer has: a field for a day has several of its own. */
const MOST_STOPS = 60;

export interface Walked {
  unreached: string[];
  unseen: string[];
}

interface Layer {
  keys: 'arrows' | 'tab';
  /** Controls by number. */
  wanted: { id: number; what: string }[];
  /** What the list under the focused field has to choose from. */
  options: number;
}

/** Numbers what can be pressed in what is open; null where nothing is. */
const openLayer = (page: Page): Promise<Layer | null> =>
  page.evaluate(() => {
    const CONTROLS = 'button, input, select, textarea, a[href]';
    for (const element of document.querySelectorAll('[data-layer]')) element.removeAttribute('data-layer');
    const focused = document.activeElement;
    const field = focused?.matches('[role=combobox][aria-expanded=true]') ? focused : null;
    // The question about time away has answers beside its search; other searches have nothing but their list.
    const around =
      field?.closest<HTMLElement>('.away-question__split') ??
      field?.closest<HTMLElement>('.task-combobox__search, .line__line') ??
      null;
    const layer = document.querySelector<HTMLElement>('.menu__menu') ?? around;
    if (layer === null) return null;
    layer.dataset.layer = '';
    const isMenu = layer.matches('[role=menu]') || layer.querySelector('[role=menu]') !== null;
    const wanted: Layer['wanted'] = [];
    let grid: number | undefined;
    let last = 0;
    for (const element of layer.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!element.checkVisibility() || element.matches(':disabled, [aria-disabled=true]')) continue;
      // The days of a month have one Tab stop between them.
      const isDay = element.closest('[role=grid]') !== null;
      const id = (isDay ? grid : undefined) ?? ++last;
      element.dataset.reach = String(id);
      if (isDay && grid !== undefined) continue;
      if (isDay) grid = id;
      wanted.push({ id, what: element.outerHTML.slice(0, 200) });
    }
    const list = document.getElementById(field?.getAttribute('aria-controls') ?? '');
    return { keys: isMenu ? 'arrows' : 'tab', wanted, options: list?.querySelectorAll('[role=option]').length ?? 0 };
  });

/** The option that the focused field points at: which, and whether one sees that it is that one. */
const optionAt = (page: Page): Promise<{ at: number; what: string; isSeen: boolean } | null> =>
  page.evaluate(() => {
    const option = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '');
    const list = option?.closest('[role=listbox]');
    if (!option || !list) return null;
    const all = [...list.querySelectorAll('[role=option]')];
    const other = all.find((one) => one !== option);
    const look = (one: Element | undefined) => (one ? getComputedStyle(one) : undefined);
    const isOutlined = look(option)?.outlineStyle !== 'none';
    // Of backgrounds forced colours leave nothing.
    const isForced = matchMedia('(forced-colors: active)').matches;
    const isTinted =
      !isForced && look(option)?.backgroundColor !== (look(other)?.backgroundColor ?? 'rgba(0, 0, 0, 0)');
    const [box, around] = [option.getBoundingClientRect(), list.getBoundingClientRect()];
    const isInSight = box.top >= around.top - 1 && box.bottom <= around.bottom + 1;
    const isSelected = option.ariaSelected === 'true';
    return {
      at: all.indexOf(option),
      what: option.outerHTML.slice(0, 140),
      isSeen: isSelected && isInSight && (isOutlined || isTinted),
    };
  });

/** Null where nothing is open over the view. */
export async function walkLayer(page: Page): Promise<Walked | null> {
  const layer = await openLayer(page);
  if (layer === null) return null;
  const unseen = new Set<string>();
  const listed = await walkOptions(page, layer.options, unseen);

  const reached = new Set<number>();
  const isDone = () => layer.wanted.every(({ id }) => reached.has(id));
  const first = await focusStop(page);
  // Of a button its ring is looked at, too: with a key it is come by again.
  if (first?.isTypedIn) reached.add(first.id);
  const turns = layer.wanted.length + 1;
  const keys =
    layer.keys === 'tab'
      ? Array<string>(MOST_STOPS).fill('Tab')
      : [...Array<string>(turns).fill('ArrowDown'), ...Array<string>(turns).fill('ArrowUp')];
  for (const key of keys) {
    if (isDone()) break;
    await page.keyboard.press(key);
    const stop = await focusStop(page);
    if (stop === null || !stop.isInLayer) break;
    reached.add(stop.id);
    if (!stop.isSeen) unseen.add(stop.what);
  }
  const missed = layer.wanted.filter(({ id }) => !reached.has(id)).map(({ what }) => what);
  return { unreached: [...listed, ...missed], unseen: [...unseen] };
}

/** Down the list of the focused field; gives what it did not come by. */
async function walkOptions(page: Page, count: number, unseen: Set<string>): Promise<string[]> {
  const reached = new Set<number>();
  for (let step = 0; step < count; step += 1) {
    await page.keyboard.press('ArrowDown');
    const option = await optionAt(page);
    if (option === null) break;
    reached.add(option.at);
    if (!option.isSeen) unseen.add(option.what);
  }
  return Array.from({ length: count }, (_, at) => at)
    .filter((at) => !reached.has(at))
    .map((at) => `option ${at + 1} of ${count}`);
}
