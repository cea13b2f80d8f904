import type { LabelView } from '../../shared/contract/index.ts';
import type { Tint } from '../../shared/tint.ts';
import { classNames } from './class-names.ts';
import styles from './label.module.css';

interface Props {
  label: LabelView;
  className?: string | undefined;
}

/** A dot with the label's name, for rows. */
export const LabelDot = ({ label, className }: Props) => (
  <span className={classNames(styles.label, className)} data-tint={tintOfColor(label.color)}>
    <bdi className="truncate">{label.name}</bdi>
  </span>
);

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
