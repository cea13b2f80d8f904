/** How large everything is drawn, in percent: the steps that Chromium has between its own size and twice that. Pure. */

export const ZOOMS = [100, 110, 125, 150, 175, 200] as const;
export type Zoom = (typeof ZOOMS)[number];
export type ZoomStep = 'in' | 'out' | 'reset';

/** Where a step leads; at either end it stays. */
export function zoomAfter(zoom: Zoom, step: ZoomStep): Zoom {
  if (step === 'reset') return 100;
  return ZOOMS[ZOOMS.indexOf(zoom) + (step === 'in' ? 1 : -1)] ?? zoom;
}

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];
