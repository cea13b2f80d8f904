import styles from './switch.module.css';

interface Props {
  on: boolean;
  labelledBy: string;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ on, labelledBy, disabled = false, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.control}
      aria-checked={on}
      aria-labelledby={labelledBy}
      disabled={disabled}
      onClick={() => onChange(!on)}
    />
  );
}
