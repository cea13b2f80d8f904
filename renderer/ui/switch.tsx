import './switch.css';

interface Props {
  on: boolean;
  labelledBy: string;
  onChange: (on: boolean) => void;
}

export function Switch({ on, labelledBy, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-labelledby={labelledBy}
      onClick={() => onChange(!on)}
    />
  );
}
