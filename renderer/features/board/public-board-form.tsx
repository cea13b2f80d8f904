import { type FormEvent, useEffect, useState } from 'react';
import type { AppErrorView } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { request, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Spinner } from '../../ui/loading.tsx';
import styles from './public-board-form.module.css';

/** A form for the link to a public board. It stays open until the board has loaded. */
export function PublicBoardForm({ onCancel, onOpened }: { onCancel: () => void; onOpened: () => void }) {
  const [link, setLink] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const [error, setError] = useState<AppErrorView | null>(null);
  const [asked, setAsked] = useState(false);
  const board = useAppState((state) => state.board);
  const isThere = asked && board?.isPublic === true && (board.columns.length > 0 || board.fetchedAt !== null);
  const shown = error ?? (asked && board?.isPublic ? board.error : null);
  const busy = asked && shown === null;

  useEffect(() => {
    if (isThere) onOpened();
  }, [isThere, onOpened]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (link.trim() === '') return setMissing(boardMessages.watch.missing);
    setError(null);
    const answer = await request('board.open-public', { link: link.trim() });
    setAsked(answer.ok);
    setError(answer.ok ? null : answer.error);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      noValidate
      aria-label={boardMessages.watch.title}
    >
      {shown && <ErrorBox error={shown} urgent />}
      <Field
        label={boardMessages.watch.link}
        hint={boardMessages.watch.hint}
        error={missing}
        value={link}
        onChange={(text) => {
          setMissing(null);
          setError(null);
          setAsked(false);
          setLink(text);
        }}
        inputMode="url"
        maxLength={LENGTHS.address}
        autoFocus
      />
      <p className={styles.explanation}>{boardMessages.watch.description}</p>
      <div className={styles.actions}>
        <Button kind="quiet" onClick={onCancel}>
          {messages.cancel}
        </Button>
        <Button kind="primary" type="submit" aria-busy={busy}>
          {busy && <Spinner />}
          {boardMessages.watch.open}
        </Button>
      </div>
    </form>
  );
}
