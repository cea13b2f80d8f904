/** The keys for zooming: Ctrl (macOS: Cmd) with plus, minus and 0 on every keyboard layout. Pure. */
import type { ZoomStep } from '../../../shared/settings/appearance.ts';

/** A key press as Electron reports it before the page gets it. */
export interface KeyInput {
  type: string;
  /** The character of the key. */
  key: string;
  /** The physical key. */
  code: string;
  control: boolean;
  meta: boolean;
  alt: boolean;
}

const STEPS: ReadonlyMap<string, ZoomStep> = new Map([
  ['+', 'in'],
  // Plus without Shift, if both share a key.
  ['=', 'in'],
  ['-', 'out'],
  ['_', 'out'],
  ['0', 'reset'],
]);

/** undefined: the key does not zoom. */
export function zoomStep(input: KeyInput, platform: NodeJS.Platform): ZoomStep | undefined {
  const { type, key, code, control, meta, alt } = input;
  const isAsked = platform === 'darwin' ? meta && !control : control && !meta;
  if (type !== 'keyDown' || !isAsked || alt) return undefined;
  // French keyboards need Shift for digits.
  return code === 'Digit0' ? 'reset' : STEPS.get(key);
}
