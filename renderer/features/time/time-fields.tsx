import { type Ref, useId } from 'react';
import { shortDay } from '../../../shared/i18n/format-clock.ts';
import { hour12 } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { classNames } from '../../ui/class-names.ts';
import inputStyles from '../../ui/input.module.css';
import type { Draft, Wrong } from './entry-draft.ts';
import entryFormStyles from './entry-form.module.css';

interface Props {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
  onLeave: () => void;
  wrong: Wrong | null;
  /** Shows fields for the days too. */
  withDays: boolean;
  isRunning: boolean;
  length: string;
  /** null shows it as text; `moves`: the edge that follows. */
  onLength?: ((text: string, moves?: 'start' | 'end') => void) | null;
  onLengthLeave?: () => void;
  isLengthWrong?: boolean;
  startRef: Ref<HTMLInputElement>;
  errorId: string;
}

/** Start and end fields: on one line, or on two with their days. */
export function TimeFields(props: Props) {
  const { draft, onChange, onLeave, wrong, withDays, isRunning, length, startRef, errorId, onLength } = props;
  const id = useId();
  const common = {
    className: classNames(
      inputStyles.input,
      entryFormStyles.input,
      entryFormStyles.clock,
      hour12() && entryFormStyles.twelveHour,
    ),
    autoComplete: 'off',
    maxLength: 12,
    'aria-describedby': errorId,
    onBlur: onLeave,
    onFocus: (event: React.FocusEvent<HTMLInputElement>) => event.target.select(),
  };
  const start = (
    <input
      {...common}
      id={`${id}-start`}
      ref={startRef}
      aria-label={messages.entry.start}
      aria-invalid={wrong?.startsWith('start') ?? false}
      value={draft.start}
      onChange={(event) => onChange({ start: event.target.value })}
    />
  );
  const end = (
    <input
      {...common}
      id={`${id}-end`}
      aria-label={messages.entry.end}
      aria-invalid={wrong?.startsWith('end') ?? false}
      placeholder={isRunning ? messages.entry.running : undefined}
      value={draft.end}
      onChange={(event) => onChange({ end: event.target.value })}
    />
  );
  const sum = onLength ? (
    <span className={entryFormStyles.length}>
      <label htmlFor={`${id}-length`}>{messages.entry.duration}</label>
      <input
        {...common}
        id={`${id}-length`}
        aria-invalid={props.isLengthWrong}
        title={messages.entry.durationHint}
        value={length}
        onChange={(event) => onLength(event.target.value)}
        onBlur={props.onLengthLeave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return;
          event.preventDefault();
          onLength(length, 'start');
        }}
      />
    </span>
  ) : (
    <span className={entryFormStyles.length}>{length}</span>
  );
  if (!withDays) {
    return (
      <>
        <label className={entryFormStyles.label} htmlFor={`${id}-start`}>
          {messages.entry.time}
        </label>
        <div className={entryFormStyles.line}>
          {start}
          <span aria-hidden="true">–</span>
          {end}
          {!isRunning && draft.endDay !== draft.startDay && (
            <span className="meta faint">{shortDay(dayBounds(draft.endDay).from)}</span>
          )}
          {sum}
        </div>
      </>
    );
  }
  return (
    <>
      <label className={entryFormStyles.label} htmlFor={`${id}-start`}>
        {messages.entry.start}
      </label>
      <div className={entryFormStyles.line}>
        <Day label={messages.entry.startDay} day={draft.startDay} onChange={(startDay) => onChange({ startDay })} />
        {start}
      </div>
      <label className={entryFormStyles.label} htmlFor={`${id}-end`}>
        {messages.entry.end}
      </label>
      <div className={entryFormStyles.line}>
        <Day label={messages.entry.endDay} day={draft.endDay} onChange={(endDay) => onChange({ endDay })} />
        {end}
        {sum}
      </div>
    </>
  );
}

function Day({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  return (
    <input
      type="date"
      className={classNames(inputStyles.input, entryFormStyles.input, entryFormStyles.day)}
      aria-label={label}
      value={day}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
