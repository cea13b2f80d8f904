import { useId, useState } from 'react';
import { clockOfTime } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { readHours } from './hours.ts';
import '../ui/input.css';

const text = words.settings;

interface Props {
  /** `HH:mm` */
  from: string;
  to: string;
  onChange: (hours: { from: string; to: string }) => void;
}

/** From and to, kept when a field is left or Enter is pressed. */
export function RemindHours({ from, to, onChange }: Props) {
  const [draft, setDraft] = useState({ from: clockOfTime(from), to: clockOfTime(to) });
  const [left, setLeft] = useState(false);
  const id = useId();
  const hours = readHours(draft.from, draft.to);
  const isWrong = left && hours === null;
  const keep = () => {
    setLeft(true);
    if (hours !== null && (hours.from !== from || hours.to !== to)) onChange(hours);
  };
  const field = (name: 'from' | 'to', label: string) => (
    <input
      className="in hours"
      aria-label={label}
      aria-invalid={isWrong}
      aria-describedby={`${id}-says`}
      autoComplete="off"
      maxLength={12}
      value={draft[name]}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.target.value });
        setLeft(false);
      }}
      onFocus={(event) => event.target.select()}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
  return (
    <div className="sr">
      <div className="l">
        {text.remindBetween}
        <small id={`${id}-says`} className="wrong" role="status">
          {isWrong && text.remindWrong}
        </small>
      </div>
      {field('from', text.remindFrom)}
      <span aria-hidden="true">–</span>
      {field('to', text.remindTo)}
    </div>
  );
}
