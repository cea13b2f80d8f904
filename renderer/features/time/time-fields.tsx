import { type Ref, useId } from 'react';
import { hour12, shortDay } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { classNames } from '../../ui/class-names.ts';
import { TextInput } from '../../ui/text-input.tsx';
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
    className: classNames(entryFormStyles.input, entryFormStyles.clock, hour12() && entryFormStyles.twelveHour),
    maxLength: 12,
    'aria-describedby': errorId,
    onBlur: onLeave,
    selects: true,
  };
  const start = (
    <TextInput
      {...common}
      id={`${id}-start`}
      ref={startRef}
      label={messages.entry.start}
      isWrong={wrong?.startsWith('start') ?? false}
      value={draft.start}
      onChange={(text) => onChange({ start: text })}
    />
  );
  const end = (
    <TextInput
      {...common}
      id={`${id}-end`}
      label={messages.entry.end}
      isWrong={wrong?.startsWith('end') ?? false}
      placeholder={isRunning ? messages.entry.running : undefined}
      value={draft.end}
      onChange={(text) => onChange({ end: text })}
    />
  );
  const sum = onLength ? (
    <span className={entryFormStyles.length}>
      <label htmlFor={`${id}-length`}>{messages.entry.duration}</label>
      <TextInput
        {...common}
        id={`${id}-length`}
        isWrong={props.isLengthWrong}
        title={messages.entry.durationHint}
        value={length}
        onChange={(text) => onLength(text)}
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
    <TextInput
      type="date"
      className={classNames(entryFormStyles.input, entryFormStyles.day)}
      label={label}
      value={day}
      onChange={onChange}
    />
  );
}
