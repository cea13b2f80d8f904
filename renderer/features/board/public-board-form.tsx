import { type FormEvent, useEffect, useState } from 'react';
import type { Problem } from '../../../shared/contract/index.ts';
import { boardWords } from '../../../shared/i18n/board-messages.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { ask, useTold } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** The link to a public board, pasted. It stays until the board is there. */
export function WatchForm({ onCancel, onOpened }: { onCancel: () => void; onOpened: () => void }) {
  const [link, setLink] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asked, setAsked] = useState(false);
  const board = useTold((state) => state.board);
  const isThere = asked && board?.isPublic === true && (board.columns.length > 0 || board.fetchedAt !== null);
  const shown = problem ?? (asked && board?.isPublic ? board.problem : null);
  const busy = asked && shown === null;

  useEffect(() => {
    if (isThere) onOpened();
  }, [isThere, onOpened]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (link.trim() === '') return setMissing(boardWords.watch.missing);
    setProblem(null);
    const answer = await ask('board.open-public', { link: link.trim() });
    setAsked(answer.ok);
    setProblem(answer.ok ? null : answer.problem);
  };
  return (
    <form
      className="watch"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      noValidate
      aria-label={boardWords.watch.title}
    >
      {shown && <ProblemBox problem={shown} urgent />}
      <Field
        label={boardWords.watch.link}
        hint={boardWords.watch.hint}
        error={missing}
        value={link}
        onChange={(event) => {
          setMissing(null);
          setProblem(null);
          setAsked(false);
          setLink(event.target.value);
        }}
        inputMode="url"
        maxLength={LENGTHS.address}
        autoFocus
      />
      <p className="watch-says">{boardWords.watch.says}</p>
      <div className="watch-acts">
        <Button kind="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button kind="primary" type="submit" aria-busy={busy}>
          {busy && <Spinner />}
          {boardWords.watch.open}
        </Button>
      </div>
    </form>
  );
}
