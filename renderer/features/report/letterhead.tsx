import { useId, useRef, useState } from 'react';
import { reportPageMessages } from '../../../shared/i18n/generated/report-page.ts';
import { classNames } from '../../ui/class-names.ts';
import inputStyles from '../../ui/input.module.css';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Setting } from '../../ui/setting-row.tsx';
import styles from './report-page.module.css';

/** As main keeps it at most. */
const MAX_LENGTH = 1_000;

interface Props {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

/** The lines of a recipient or sender, saved when the field is left. */
export function Letterhead({ name, value, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(value);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { who } = reportPageMessages;
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const save = () => draft !== value && onChange(draft);
  return (
    <>
      <Setting name={name} description={isOpen ? who.description : lines.join(', ') || who.none}>
        <button
          ref={button}
          type="button"
          className={classNames('link-button', styles.edit)}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? who.done : who.edit}: ${name}`}
          onClick={() => {
            setDraft(value);
            setOpen(!isOpen);
          }}
        >
          {isOpen ? who.done : who.edit}
        </button>
      </Setting>
      {isOpen && (
        <div className={classNames(settingRowStyles.block, styles.letterhead)}>
          <textarea
            id={id}
            className={inputStyles.input}
            aria-label={name}
            // biome-ignore lint/a11y/noAutofocus: the person has just pressed Edit.
            autoFocus
            maxLength={MAX_LENGTH}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              save();
              setOpen(false);
              button.current?.focus();
            }}
          />
        </div>
      )}
    </>
  );
}
