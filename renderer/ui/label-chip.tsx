import type { LabelView } from '../../shared/contract/index.ts';
import { tintOfColor } from './label.tsx';
import styles from './label-chip.module.css';

/** A tinted chip, for the details. */
export const LabelChip = ({ label }: { label: LabelView }) => (
  <span className={styles.chip} data-tint={tintOfColor(label.color)}>
    <bdi className="truncate">{label.name}</bdi>
  </span>
);
