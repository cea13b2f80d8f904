/** Zoom levels and themes. */

/** In percent: Chromium's steps from 100 to 200. */
export const ZOOMS = [100, 110, 125, 150, 175, 200] as const;
export type Zoom = (typeof ZOOMS)[number];
export type ZoomStep = 'in' | 'out' | 'reset';

/** The next zoom level in a direction; the same one at either end. */
export function zoomAfter(zoom: Zoom, step: ZoomStep): Zoom {
  if (step === 'reset') return 100;
  return ZOOMS[ZOOMS.indexOf(zoom) + (step === 'in' ? 1 : -1)] ?? zoom;
}

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
