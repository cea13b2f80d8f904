/**
 * Layers open over a view take the keyboard: a menu with arrow keys, a popover with fields and the Tab key, a field with a list. Each
 * is walked with its own keys and left open.
 */
import type { Page } from 'playwright-core';
import { focusStop, type Key, pressAndRead, pressKey } from './focus.ts';

/** More stops than any layer has. */
const MOST_STOPS = 60;

export interface LayerResult {
  unreached: string[];
  unseen: string[];
  /** Their rings are cut off. */
  cut: string[];
}

interface Layer {
  keys: 'arrows' | 'tab';
  /** Controls by number. */
  wanted: { id: number; what: string }[];
  /** The number of options under the focused field. */
  options: number;
}

/** Numbers the controls of the open layer; null if none is open. */
const openLayer = (page: Page): Promise<Layer | null> =>
  page.evaluate(() => {
    const CONTROLS = 'button, input, select, textarea, a[href]';
    for (const element of document.querySelectorAll('[data-layer]')) element.removeAttribute('data-layer');
    const focused = document.activeElement;
    const field = focused?.matches('[role=combobox][aria-expanded=true]') ? focused : null;
    // The question about time away has more controls beside its search.
    const around =
      field?.closest<HTMLElement>('.away-question__split') ??
      field?.closest<HTMLElement>('.task-combobox__search, .line__line, .palette__field') ??
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
      // The days of a month share one Tab stop.
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

/** The active option of the focused field, and whether it is visibly active. */
function optionInPage(): { at: number; what: string; isSeen: boolean } | null {
  const option = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '');
  const list = option?.closest('[role=listbox]');
  if (!option || !list) return null;
  const all = [...list.querySelectorAll('[role=option]')];
  const other = all.find((one) => one !== option);
  const styleOf = (one: Element | undefined) => (one ? getComputedStyle(one) : undefined);
  const isOutlined = styleOf(option)?.outlineStyle !== 'none';
  // Forced colours remove backgrounds.
  const isForced = matchMedia('(forced-colors: active)').matches;
  const isTinted =
    !isForced && styleOf(option)?.backgroundColor !== (styleOf(other)?.backgroundColor ?? 'rgba(0, 0, 0, 0)');
  const [box, around] = [option.getBoundingClientRect(), list.getBoundingClientRect()];
  const isInSight = box.top >= around.top - 1 && box.bottom <= around.bottom + 1;
  const isSelected = option.ariaSelected === 'true';
  return {
    at: all.indexOf(option),
    what: option.outerHTML.slice(0, 140),
    isSeen: isSelected && isInSight && (isOutlined || isTinted),
  };
}

/** Null if no layer is open. */
export async function walkLayer(page: Page): Promise<LayerResult | null> {
  const layer = await openLayer(page);
  if (layer === null) return null;
  const unseen = new Set<string>();
  const cut = new Set<string>();
  const listed = await walkOptions(page, layer.options, unseen);

  const reached = new Set<number>();
  const missing = () => layer.wanted.filter(({ id }) => !reached.has(id));
  const first = await focusStop(page);
  // A button needs a ring too, which shows when a key reaches it again.
  if (first?.isTypedIn) reached.add(first.id);
  const turns = layer.wanted.length + 1;
  const keys: [Key, number][] =
    layer.keys === 'tab'
      ? [['Tab', MOST_STOPS]]
      : [
          ['ArrowDown', turns],
          ['ArrowUp', turns],
        ];
  let isInLayer = true;
  for (let [key, left] of keys) {
    while (isInLayer && left > 0 && missing().length > 0) {
      const times = Math.min(left, missing().length);
      left -= times;
      for (const stop of await pressKey(page, key, times)) {
        isInLayer &&= stop?.isInLayer === true;
        if (stop === null || !isInLayer) break;
        reached.add(stop.id);
        if (!stop.isSeen) unseen.add(stop.what);
        if (stop.cutAt !== null) cut.add(`${stop.cutAt}: ${stop.what}`);
      }
    }
  }
  const missed = missing().map(({ what }) => what);
  return { unreached: [...listed, ...missed], unseen: [...unseen], cut: [...cut] };
}

/** Walks the options of the focused field; returns those it did not reach. */
async function walkOptions(page: Page, count: number, unseen: Set<string>): Promise<string[]> {
  const reached = new Set<number>();
  for (const option of count === 0 ? [] : await pressAndRead(page, 'ArrowDown', count, 'keyup', optionInPage)) {
    if (option === null) break;
    reached.add(option.at);
    if (!option.isSeen) unseen.add(option.what);
  }
  return Array.from({ length: count }, (_, at) => at)
    .filter((at) => !reached.has(at))
    .map((at) => `option ${at + 1} of ${count}`);
}
