import { type FormEvent, useState } from 'react';
import { ask } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { words } from '../words/index.ts';
import { Setting } from './parts.tsx';

/** The server has moved: main asks at the new address for the same person before anything changes. */
export function ChangeAddress({ address }: { address: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);

  if (typed === null) {
    return (
      <Setting name={words.settings.address.title} says={address}>
        <Button onClick={() => setTyped(address)}>{words.settings.address.change}</Button>
      </Setting>
    );
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    const answer = await ask('account.change-address', { address: typed });
    setAsking(false);
    setWrong(answer.ok ? null : `${answer.problem.title}. ${answer.problem.what}`);
    if (answer.ok) setTyped(null);
  };
  return (
    <form className="change-address" onSubmit={(event) => void submit(event)}>
      <Field
        label={words.settings.address.title}
        hint={words.settings.address.hint}
        error={wrong}
        value={typed}
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setTyped(null);
        }}
      />
      <div className="acts">
        <Button onClick={() => setTyped(null)}>{words.cancel}</Button>
        <Button kind="primary" type="submit" disabled={asking || typed.trim() === ''}>
          {words.settings.address.save}
        </Button>
      </div>
    </form>
  );
}
