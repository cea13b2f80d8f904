/** The phases of a window that shows one page, and what moves it from one to the next. Pure. */

export type WindowPhase =
  /** There is no window. */
  | 'none'
  /** Its page is being loaded. */
  | 'loading'
  /** Its page is drawn; the window is hidden. */
  | 'ready'
  | 'shown'
  /** Its page was asked to leave and has not answered yet. */
  | 'leaving';

export type WindowEvent =
  /** Creates it in advance. */
  | 'prepare'
  /** Somebody wants to see it. */
  | 'request'
  /** It was hidden, and is no longer requested. */
  | 'hide'
  | 'drawn'
  /** Its page is asked to leave. */
  | 'leave'
  /** The page has left; the window is hidden and stays. */
  | 'left'
  /** The page stays, because of unsaved text or a new request. */
  | 'stay'
  /** The window was closed, or its page crashed. */
  | 'gone';

export interface WindowLife {
  phase: WindowPhase;
  /** A request to show it is open. */
  isRequested: boolean;
}

/** What has to be done after an event. */
export type WindowAction = 'create' | 'show' | null;

/** An event that is not listed leaves the phase as it is. */
const PHASE_AFTER: Record<WindowPhase, Partial<Record<WindowEvent, WindowPhase>>> = {
  none: {},
  loading: { drawn: 'ready', leave: 'leaving', gone: 'none' },
  ready: { leave: 'leaving', gone: 'none' },
  shown: { hide: 'ready', leave: 'leaving', left: 'ready', gone: 'none' },
  // A hidden window keeps waiting for the answer of its page.
  leaving: { left: 'ready', stay: 'shown', gone: 'none' },
};

/** A requested window is created if there is none, and shown once its page is drawn, unless the page is leaving. */
export function nextLife(life: WindowLife, event: WindowEvent): { life: WindowLife; action: WindowAction } {
  const phase = PHASE_AFTER[life.phase][event] ?? life.phase;
  // A window that something else closes, such as an error at the start, stays closed.
  const isTakenBack = event === 'hide' || (event === 'gone' && life.phase !== 'leaving');
  const isRequested = event === 'request' || (life.isRequested && !isTakenBack);
  if (phase === 'none' && (isRequested || event === 'prepare')) {
    return { life: { phase: 'loading', isRequested }, action: 'create' };
  }
  if (isRequested && (phase === 'ready' || phase === 'shown')) {
    return { life: { phase: 'shown', isRequested: false }, action: 'show' };
  }
  return { life: { phase, isRequested }, action: null };
}
