/** The layout of a view: elements that overflow, and controls that cannot be reached. */
import type { Page } from 'playwright-core';
import type { RunningApp } from './app.ts';

/** A laptop's screen: at 200 % the window fits twice as wide, but not twice as high. */
export const LAPTOP = { x: 0, y: 0, width: 1366, height: 728 };

/** Replaces all displays by one of this size. */
export async function onDisplay(app: RunningApp, workArea: typeof LAPTOP): Promise<void> {
  await app.electron.evaluate(({ screen }, area) => {
    const display = { ...screen.getPrimaryDisplay(), bounds: area, workArea: area };
    screen.getDisplayMatching = () => display;
    screen.getDisplayNearestPoint = () => display;
    screen.getPrimaryDisplay = () => display;
    screen.getAllDisplays = () => [display];
  }, workArea);
}

/** The zoom in percent. */
export const zoomOf = (page: Page): Promise<number> => page.evaluate(() => Math.round(devicePixelRatio * 100));

/** The negative margin of scroll areas for their scrollbar (base.css), in px. */
const GUTTER = 7;

/** Elements wider than their container, except boards, which scroll sideways, and titles with an ellipsis. */
export const overflowingElements = (page: Page): Promise<string[]> =>
  page.evaluate((GUTTER) => {
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body, body *')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('.visually-hidden, svg')) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isMeant =
        element.matches('.board-view__board, .board-view__board *, input, textarea, pre, pre *') ||
        textOverflow === 'ellipsis';
      if (overflowX !== 'visible' && !isMeant && element.scrollWidth > element.clientWidth + GUTTER) {
        found.push(`${element.scrollWidth} in ${element.clientWidth}: ${name(element)}`);
      }
      if (element.closest('.board-view__board')) continue;
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (right > innerWidth + 1 || left < -GUTTER)) {
        found.push(`${Math.round(left)} to ${Math.round(right)} of ${innerWidth}: ${name(element)}`);
      }
    }
    return found;
  }, GUTTER);

/** Identifiers of tasks that would be cut off if each of them were a long one. */
export const cutIdentifiers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LONG = 'PLATFORM-12345';
    const texts = [...document.querySelectorAll('.identifier, [class*="__identifier"]')].flatMap((element) => {
      const text = element.firstChild;
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return text instanceof Text && isSeen && !element.closest('.visually-hidden') ? [text] : [];
    });
    const before = texts.map(({ data }) => data);
    for (const text of texts) text.data = text.data.replace(/^[A-Z]+-\d+/, LONG);
    const cut = texts.filter((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      for (let element = text.parentElement; element !== null; element = element.parentElement) {
        const { overflowX } = getComputedStyle(element);
        const area = element.getBoundingClientRect();
        if (/hidden|clip/.test(overflowX) && (right > area.right + 1 || left < area.left - 1)) return true;
        if (/auto|scroll/.test(overflowX)) return false;
      }
      return right > innerWidth + 1;
    });
    const found = cut.map((text) => text.parentElement?.outerHTML.slice(0, 120) ?? '');
    for (const [index, text] of texts.entries()) text.data = before[index] ?? '';
    return found;
  });

/** Parts of entries under their button, links broken into lines, names of which a letter is left, and texts behind a field. */
export const spoiltParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    const covered = [...document.querySelectorAll('.entry-row__play')].flatMap((play) => {
      const { left } = play.getBoundingClientRect();
      const parts = play.parentElement?.querySelectorAll('.entry-row__title, .entry-row__unsent') ?? [];
      return [...parts].filter((part) => {
        const { left: from, right: to } = part.getBoundingClientRect();
        return from < left + 24 && to > left;
      });
    });
    const broken = [...document.querySelectorAll('.entry-row__reason button')].filter(
      ({ clientHeight }) => clientHeight > 24,
    );
    const letters = [...document.querySelectorAll('.card__label > bdi')].filter((text) => {
      const { top, width } = text.getBoundingClientRect();
      const isShown = top < (text.parentElement?.getBoundingClientRect().bottom ?? 0);
      return isShown && width < 20 && text.scrollWidth > text.clientWidth;
    });
    const beside = document.querySelector('.timer-bar__noteField')
      ? [...document.querySelectorAll('.timer-bar__below > span')].filter((text) =>
          text.checkVisibility({ visibilityProperty: true }),
        )
      : [];
    const hints = [...document.querySelectorAll('.status-line__hintText')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth < 100,
    );
    return [...hints, ...covered, ...broken, ...letters, ...beside].map(name);
  });

/** Controls that a pointer cannot reach even by scrolling: outside the window, or covered. */
export const unreachableControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'button, input, select, textarea, a[href], [role=button], [role=option], [role=menuitem]';
    const found: string[] = [];
    // An open layer covers the view, and a menu the layer that it was opened in.
    const open = document.querySelector('[role=menu]') ?? document.querySelector('[role=dialog], [role=listbox]');
    for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (open !== null && !open.contains(element)) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.matches(':disabled') || element.closest('[inert], [aria-hidden=true]')) continue;
      // A hidden radio button is pressed by its label.
      const target = element.closest('label') ?? element;
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, width, height } = target.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const there = document.elementFromPoint(x, y);
      const isThere =
        there !== null && (target.contains(there) || there.contains(target) || there.closest('label') === target);
      if (!isThere) {
        const over = there === null ? 'outside the window' : `under ${there.outerHTML.slice(0, 80)}`;
        found.push(`${Math.round(x)}, ${Math.round(y)} ${over}: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return found;
  });

/** Scroll areas lower than `least` (px). */
export const tooSmallScrollAreas = (page: Page, least = 100): Promise<string[]> =>
  page.evaluate((least) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowY } = getComputedStyle(element);
      if (!/auto|scroll/.test(overflowY) || !element.checkVisibility() || element.matches('textarea')) continue;
      if (element.scrollHeight > element.clientHeight + 1 && element.clientHeight < least) {
        found.push(`${element.clientHeight} of ${element.scrollHeight}: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return found;
  }, least);
