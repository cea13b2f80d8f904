import { type FormEvent, useState } from 'react';
import type { Problem } from '../../electron/bridge/contract.ts';
import { ask } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { boardWords } from '../words/board.ts';
import { words } from '../words/en.ts';

const text = boardWords.watch;

/** The link to a public board, pasted. */
export function WatchForm({ onCancel, onOpened }: { onCancel: () => void; onOpened: () => void }) {
  const [link, setLink] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (link.trim() === '') return setMissing(text.missing);
    setBusy(true);
    const answer = await ask('board.open-public', { link: link.trim() });
    setBusy(false);
    setProblem(answer.ok ? null : answer.problem);
    if (answer.ok) onOpened();
  };
  return (
    <form className="watch" onSubmit={(event) => void submit(event)} noValidate aria-label={text.title}>
      {problem && <ProblemBox problem={problem} urgent />}
      <Field
        label={text.link}
        hint={text.hint}
        error={missing}
        value={link}
        onChange={(event) => {
          setMissing(null);
          setLink(event.target.value);
        }}
        inputMode="url"
        maxLength={2000}
        autoFocus
      />
      <p className="watch-says">{text.says}</p>
      <div className="watch-acts">
        <Button kind="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button kind="primary" type="submit" aria-busy={busy}>
          {busy && <Spinner />}
          {text.open}
        </Button>
      </div>
    </form>
  );
}
