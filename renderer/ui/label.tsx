import type { LabelView } from '../../electron/bridge/contract.ts';
import { oneLine } from '../words/text.ts';
import { tintOfColor } from './css-color.ts';
import './label.css';

/** A dot and a word, in rows. */
export function LabelDot({ label }: { label: LabelView }) {
  return (
    <span className={`lab l-${tintOfColor(label.color)}`}>
      <bdi className="trunc">{oneLine(label.name, 60)}</bdi>
    </span>
  );
}

/** A tinted chip, in the details. */
export function LabelChip({ label }: { label: LabelView }) {
  return (
    <span className={`chip l-${tintOfColor(label.color)}`}>
      <bdi className="trunc">{oneLine(label.name, 200)}</bdi>
    </span>
  );
}
