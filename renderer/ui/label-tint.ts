/** Maps a label's colour to the nearest of eight tints by hue; low saturation becomes grey. */
import type { Tint } from '../../shared/tint.ts';

export type Rgb = readonly [number, number, number];

/** Hues of the dots in tokens.css. */
const HUES: readonly (readonly [Tint, number])[] = [
  ['red', 4],
  ['orange', 28],
  ['yellow', 47],
  ['green', 112],
  ['blue', 211],
  ['violet', 257],
  ['pink', 325],
];

export function nearestTint(rgb: Rgb | null): Tint {
  if (rgb === null) return 'grey';
  const [red, green, blue] = rgb.map((channel) => channel / 255) as [number, number, number];
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const span = max - min;
  const lightness = (max + min) / 2;
  const saturation = span === 0 ? 0 : span / (1 - Math.abs(2 * lightness - 1));
  if (saturation < 0.15) return 'grey';
  let hue: number;
  if (max === red) hue = ((green - blue) / span + 6) % 6;
  else if (max === green) hue = (blue - red) / span + 2;
  else hue = (red - green) / span + 4;
  const degrees = hue * 60;
  let nearest: Tint = 'grey';
  let least = Number.POSITIVE_INFINITY;
  for (const [tint, at] of HUES) {
    const apart = Math.abs(((degrees - at + 540) % 360) - 180);
    if (apart < least) [nearest, least] = [tint, apart];
  }
  return nearest;
}
