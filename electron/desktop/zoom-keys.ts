/** Which keys zoom: Ctrl (macOS: Cmd) with plus, minus and 0, wherever a keyboard has them. Pure. */
import type { ZoomStep } from '../../shared/settings/zoom.ts';

/** As Electron tells of a key, before the page has it. */
export interface KeyInput {
  type: string;
  /** What it types. */
  key: string;
  /** Where it lies. */
  code: string;
  control: boolean;
  meta: boolean;
  alt: boolean;
}

const STEPS: ReadonlyMap<string, ZoomStep> = new Map([
  ['+', 'in'],
  // Plus without Shift, where both are one key.
  ['=', 'in'],
  ['-', 'out'],
  ['_', 'out'],
  ['0', 'reset'],
]);

/** undefined: that key does not zoom. */
export function zoomStep(input: KeyInput, platform: NodeJS.Platform): ZoomStep | undefined {
  const { type, key, code, control, meta, alt } = input;
  const isAsked = platform === 'darwin' ? meta && !control : control && !meta;
  if (type !== 'keyDown' || !isAsked || alt) return undefined;
  // French keyboards have their digits behind Shift.
  return code === 'Digit0' ? 'reset' : STEPS.get(key);
}
