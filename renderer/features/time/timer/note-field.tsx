import { useEffect, useRef, useState } from 'react';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { keysPageMessages } from '../../../../shared/i18n/generated/keys-page.ts';
import { timerFormsMessages } from '../../../../shared/i18n/generated/timer-forms.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../../shared/limits.ts';
import { send } from '../../../state/main-process.ts';
import { setHint } from '../../../state/notices.ts';
import { classNames } from '../../../ui/class-names.ts';
import inputStyles from '../../../ui/input.module.css';
import styles from './timer-bar.module.css';

/** The note of the running timer, typed in its place. It is saved when the field is left, except with Escape. */
export default function NoteField({
  entry: { id: entryId, note },
  onClose,
}: {
  entry: EntryView;
  onClose: (byKey: boolean) => void;
}) {
  const [draft, setDraft] = useState(note);
  const latest = useRef({ draft, saved: note });
  latest.current.draft = draft;

  useEffect(() => {
    const { keys } = messages.status;
    const { hints } = keysPageMessages;
    setHint('', [
      [keys.enter, hints.keep],
      [keys.esc, hints.leaveIt],
    ]);
    return () => setHint(null);
  }, []);
  const save = () => {
    const { draft, saved } = latest.current;
    if (draft === saved) return;
    latest.current.saved = draft;
    void send('timer.set-note', { entryId, note: draft });
  };
  // The field can disappear without losing the focus first, such as when another task is started.
  const saveOnLeave = useRef(save);
  useEffect(() => () => saveOnLeave.current(), []);

  return (
    <span className={styles.noteEditor}>
      <textarea
        className={classNames(inputStyles.input, styles.noteField)}
        aria-label={timerFormsMessages.note}
        dir="auto"
        rows={1}
        maxLength={LENGTHS.note}
        // biome-ignore lint/a11y/noAutofocus: the user just opened it.
        autoFocus
        onFocus={(event) => event.target.setSelectionRange(note.length, note.length)}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => {
          save();
          onClose(false);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && !event.shiftKey) save();
          else if (event.key === 'Escape') latest.current.saved = draft;
          else return;
          event.preventDefault();
          onClose(true);
        }}
      />
    </span>
  );
}
