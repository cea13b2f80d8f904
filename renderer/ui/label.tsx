import type { LabelView } from '../../shared/contract/index.ts';
import { classNames } from './class-names.ts';
import styles from './label.module.css';
import { tintOfColor } from './label-color.ts';

/** A dot with the label's name, for rows. */
export function LabelDot({ label, className }: { label: LabelView; className?: string | undefined }) {
  return (
    <span className={classNames(styles.label, className)} data-tint={tintOfColor(label.color)}>
      <bdi className="truncate">{label.name}</bdi>
    </span>
  );
}

/** A tinted chip, for the details. */
export function LabelChip({ label }: { label: LabelView }) {
  return (
    <span className={styles.chip} data-tint={tintOfColor(label.color)}>
      <bdi className="truncate">{label.name}</bdi>
    </span>
  );
}
