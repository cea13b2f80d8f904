/** What jsdom lacks and the renderer's components need: layout, which is the same for every element here, and a few methods. */

import { usePublished } from '../../renderer/state/main-process.ts';
import { resetViewState } from '../../renderer/state/view-state.ts';
import { forgetLazyParts } from './lazy-parts.ts';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import React from 'react';
import { afterEach, vi } from 'vitest';
import { QuestionCard } from '../../renderer/app/questions.tsx';
import { KeyHints } from '../../renderer/app/status-line.tsx';
import { noCards, useCards } from '../../renderer/features/board/card-store.ts';
import { TimerMenu } from '../../renderer/features/time/timer/running.tsx';
import { Break } from '../../renderer/features/time/timer/timer-bar.tsx';

import { activeMessages } from '../../shared/i18n/language.ts';
import { PATIENCE_MS } from '../until.ts';
import { installBridge } from './bridge.ts';
import { aState } from './state.ts';
import { matchMedia, setWidth } from './width.ts';

vi.mock('react', async (original) => {
  const [react, { loadedAnew }] = [await original<typeof React>(), await import('./lazy-parts.ts')];
  return { ...react, lazy: loadedAnew(react.lazy) };
});

const { asyncWrapper } = getConfig();
// Before a test fakes it.
const afterRenders = setImmediate;

configure({
  asyncUtilTimeout: PATIENCE_MS,
  /**
   * React draws a state that was set outside an event in an immediate callback; the library continues with the test after a timer,
   * which may come first. Without this, a test that has waited for a toast could read the rest of the page as it was before.
   */
  asyncWrapper: async (wait) => {
    const result = await asyncWrapper(wait);
    await new Promise<void>((drawn) => {
      afterRenders(() => drawn());
    });
    return result;
  },
});

/**
 * React's development build captures a stack for each element, up to 10,000 times a second, which its warnings may add to the names of
 * the components: a sixth of the tests' time. This is its counter of them.
 */
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set() {} },
);

// All files share this page and the renderer's modules (environment.ts).
// As in a window that was idle for a moment.
await QuestionCard.preload();
await KeyHints.preload();
await TimerMenu.preload();
await Break.preload();

afterEach(() => {
  cleanup();
  forgetLazyParts();
  // A dialog gives them back in an effect of its own, which a test may end before.
  document.body.style.pointerEvents = '';
  vi.useRealTimers();
  usePublished.setState(usePublished.getInitialState(), true);
  activeMessages.set({});
  resetViewState();
  useCards.setState(noCards, true);
  setWidth(400);
});

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Every element is in sight. */
class SightObserver extends NoObserver {
  readonly #report: (entries: { isIntersecting: boolean }[]) => void;
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    super();
    this.#report = report;
  }
  override observe() {
    this.#report([{ isIntersecting: true }]);
  }
}

/** The markdown worker, in this thread. It does not say that it is loaded, so that no time limit runs. */
class MarkdownWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  async postMessage(text: string) {
    const { parseMarkdown } = await import('../../renderer/ui/markdown/parse-markdown.ts');
    try {
      this.onmessage?.({ data: parseMarkdown(text) });
    } catch {
      this.onmessage?.({ data: null });
    }
  }
  terminate() {
    this.onmessage = null;
  }
}

Object.assign(globalThis, {
  ResizeObserver: NoObserver,
  IntersectionObserver: SightObserver,
  // Never idle: the code of a view is loaded when it opens.
  requestIdleCallback: () => 0,
  Worker: MarkdownWorker,
  trustedTypes: { createPolicy: () => ({ createScriptURL: (url: string) => url }) },
});

/** Colors would be parsed on a canvas. */
Object.assign(CSS, { supports: () => false });

Object.assign(Element.prototype, {
  scrollIntoView() {},
  scrollTo() {},
  hasPointerCapture: () => false,
  setPointerCapture() {},
  releasePointerCapture() {},
});

Object.assign(document, { elementFromPoint: () => null });

/** Virtual lists render the rows that fit into their element: ten, and a few more. */
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: {
    configurable: true,
    get(this: HTMLElement) {
      return this.dataset.index === undefined ? 600 : 60;
    },
  },
  offsetWidth: { configurable: true, get: () => 400 },
  clientHeight: { configurable: true, get: () => 600 },
  clientWidth: { configurable: true, get: () => 400 },
});

/**
 * No style sheet is loaded here, so an element's kind decides its style. jsdom would match its own style sheet against every element
 * and its ancestors for each query, a third of the tests' time.
 */
const styles = new Map<string, CSSStyleDeclaration>();
const computedStyle = window.getComputedStyle.bind(window);
window.getComputedStyle = (element) => {
  const kind = `${element.localName} ${element.getAttribute('type')} ${element.hasAttribute('hidden')} ${element.getAttribute('style')}`;
  const known = styles.get(kind);
  if (known !== undefined) return known;
  const { display, visibility, opacity, pointerEvents, fontFamily } = computedStyle(element);
  const values: Record<string, string> = { display, visibility, opacity, pointerEvents, fontFamily };
  const style = { ...values, getPropertyValue: (name: string) => values[name] ?? '' } as unknown as CSSStyleDeclaration;
  styles.set(kind, style);
  return style;
};

window.matchMedia = matchMedia;

// The views are compiled here once, not within the first test that opens one of them. The board listens to main from then on.
installBridge(aState());
await import('../../renderer/app/often-opened.ts');
