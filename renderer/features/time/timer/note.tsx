import { useEffect, useId, useRef, useState } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { send } from '../../../state/store.ts';
import inputStyles from '../../../ui/input.module.css';
import styles from './timer-bar.module.css';

/** The entry's note, saved on blur, on Ctrl+Enter and when the menu closes. */
export function Note({ note }: { note: string }) {
  const id = useId();
  const [draft, setDraft] = useState(note);
  const latest = useRef({ draft, saved: note });
  latest.current.draft = draft;

  const save = () => {
    const { draft, saved } = latest.current;
    if (draft === saved) return;
    latest.current.saved = draft;
    void send('timer.set-note', { note: draft });
  };
  const saveOnLeave = useRef(save);
  useEffect(() => () => saveOnLeave.current(), []);

  return (
    <div className={styles.note}>
      <label htmlFor={id}>{messages.timer.note}</label>
      <textarea
        id={id}
        className={inputStyles.input}
        dir="auto"
        rows={2}
        maxLength={LENGTHS.note}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            event.currentTarget.closest<HTMLElement>('[role=dialog]')?.focus();
          }
        }}
      />
    </div>
  );
}
