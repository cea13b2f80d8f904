import type { Tint } from '../../shared/tint.ts';
import { nearestTint, type Rgb } from './label-tint.ts';

const cache = new Map<string, Tint>();
let context: CanvasRenderingContext2D | null | undefined;

/** The browser parses the colour, so every CSS syntax works; null if it is not a colour. */
function toRgb(color: string): Rgb | null {
  if (!CSS.supports('color', color) || /^(inherit|initial|unset|revert|currentcolor)/i.test(color)) return null;
  if (context === undefined) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    context = canvas.getContext('2d', { willReadFrequently: true });
  }
  if (!context) return null;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return alpha === 0 ? null : [red, green, blue];
}

export function tintOfColor(color: string): Tint {
  let tint = cache.get(color);
  if (tint === undefined) {
    tint = nearestTint(toRgb(color.trim()));
    cache.set(color, tint);
  }
  return tint;
}
