import { type ComponentProps, type Ref, useId } from 'react';
import { hour12, shortDay } from '../../../shared/i18n/format-dates.ts';
import { entryMessages } from '../../../shared/i18n/generated/entry.ts';
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

interface ClockProps extends Pick<ComponentProps<'input'>, 'id' | 'ref' | 'placeholder' | 'onBlur'> {
  edge: 'start' | 'end';
  draft: Draft;
  wrong: Wrong | null;
  errorId: string;
  onChange: (changed: Partial<Draft>) => void;
}

/** The time of a start or an end. */
export const ClockField = ({ edge, draft, wrong, errorId, onChange, ...native }: ClockProps) => (
  <TextInput
    {...native}
    className={clockClass()}
    maxLength={12}
    selects
    label={entryMessages[edge]}
    isWrong={wrong?.startsWith(edge) ?? false}
    aria-describedby={errorId}
    value={draft[edge]}
    onChange={(text) => onChange({ [edge]: text })}
  />
);
const clockClass = () =>
  classNames(entryFormStyles.input, entryFormStyles.clock, hour12() && entryFormStyles.twelveHour);

/** Start and end fields: on one line, or on two with their days. */
export function TimeFields(props: Props) {
  const { draft, onChange, onLeave, wrong, withDays, isRunning, length, startRef, errorId, onLength } = props;
  const id = useId();
  const time = (edge: 'start' | 'end') => (
    <ClockField
      {...{ edge, draft, wrong, errorId, onChange }}
      id={`${id}-${edge}`}
      ref={edge === 'start' ? startRef : undefined}
      placeholder={isRunning && edge === 'end' ? entryMessages.running : undefined}
      onBlur={onLeave}
    />
  );
  const day = (edge: 'startDay' | 'endDay') => (
    <TextInput
      type="date"
      className={classNames(entryFormStyles.input, entryFormStyles.day)}
      label={entryMessages[edge]}
      value={draft[edge]}
      onChange={(typed) => onChange({ [edge]: typed })}
    />
  );
  const sum = onLength ? (
    <span className={entryFormStyles.length}>
      <label htmlFor={`${id}-length`}>{entryMessages.duration}</label>
      <TextInput
        className={clockClass()}
        maxLength={12}
        selects
        aria-describedby={errorId}
        id={`${id}-length`}
        isWrong={props.isLengthWrong}
        title={entryMessages.durationHint}
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
  const label = (edge: 'start' | 'end', text: string) => (
    <label className={entryFormStyles.label} htmlFor={`${id}-${edge}`}>
      {text}
    </label>
  );
  if (!withDays) {
    return (
      <>
        {label('start', entryMessages.time)}
        <div className={entryFormStyles.line}>
          {time('start')}
          <span aria-hidden="true">–</span>
          {time('end')}
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
      {label('start', entryMessages.start)}
      <div className={entryFormStyles.line}>
        {day('startDay')}
        {time('start')}
      </div>
      {label('end', entryMessages.end)}
      <div className={entryFormStyles.line}>
        {day('endDay')}
        {time('end')}
        {sum}
      </div>
    </>
  );
}
