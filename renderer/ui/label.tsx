import type { LabelView } from '../../shared/contract/index.ts';
import { oneLine } from '../../shared/one-line.ts';
import { tintOfColor } from './label-color.ts';
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
