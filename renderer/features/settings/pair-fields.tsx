import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import settingRowStyles from '../../ui/setting-row.module.css';
import { TextInput } from '../../ui/text-input.tsx';
import typedFieldStyles from '../../ui/typed-field.module.css';
import styles from './settings.module.css';

type Pair<T> = readonly [T, T];

interface Props {
  name: string;
  description?: string;
  labels: Pair<string>;
  /** The saved values. */
  texts: Pair<string>;
  separator: string;
  unit?: ReactNode;
  maxLength: number;
  isNumeric?: boolean;
  /** Which texts cannot be saved. */
  isWrong: (texts: Pair<string>) => Pair<boolean>;
  /** Shown in place of the description when a text that cannot be saved is left. */
  wrongText: string;
  /** Called on blur and on Enter. */
  onLeave: (texts: Pair<string>) => void;
}

/** A setting of two fields that are saved together. */
export function PairFields(props: Props) {
  const { name, description = '', labels, texts, separator, unit, isWrong, wrongText, onLeave } = props;
  const [draft, setDraft] = useState(texts);
  const [saved, setSaved] = useState(texts);
  const [isTouched, setTouched] = useState(false);
  const left = useRef(draft);
  const id = useId();
  if (saved[0] !== texts[0] || saved[1] !== texts[1]) {
    // A field whose value did not change keeps what is being typed into it.
    const textOf = (field: 0 | 1) => (saved[field] === texts[field] ? draft[field] : texts[field]);
    setSaved(texts);
    setDraft([textOf(0), textOf(1)]);
  }
  const wrong = isWrong(draft);
  const isInvalid = isTouched && (wrong[0] || wrong[1]);
  const leave = () => {
    setTouched(true);
    // Enter is followed by leaving the field.
    if (left.current === draft) return;
    left.current = draft;
    onLeave(draft);
  };
  const field = (at: 0 | 1) => (
    <TextInput
      className={typedFieldStyles.time}
      label={labels[at]}
      isWrong={isTouched && wrong[at]}
      aria-describedby={`${id}-description`}
      inputMode={props.isNumeric ? 'numeric' : undefined}
      maxLength={props.maxLength}
      value={draft[at]}
      onChange={(value) => {
        setDraft(at === 0 ? [value, draft[1]] : [draft[0], value]);
        setTouched(false);
      }}
      selects
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
  return (
    <div className={classNames(settingRowStyles.row, typedFieldStyles.row)}>
      <div className={settingRowStyles.name}>
        {name}
        <small id={`${id}-description`} className={isInvalid ? typedFieldStyles.wrong : undefined} role="status">
          {isInvalid ? wrongText : description}
        </small>
      </div>
      <div className={styles.hoursPair}>
        {field(0)}
        <span aria-hidden="true">{separator}</span>
        {field(1)}
        {unit !== undefined && <span aria-hidden="true">{unit}</span>}
      </div>
    </div>
  );
}
