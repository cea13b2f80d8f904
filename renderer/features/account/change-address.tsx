import { type FormEvent, useState } from 'react';
import type { AppErrorView } from '../../../shared/contract/index.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { request } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Setting } from '../../ui/setting-row.tsx';
import styles from './account-settings.module.css';

/** For a server that has moved. Main checks that the new address has the same account before it changes anything. */
export function ChangeAddress({ address }: { address: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<AppErrorView | null>(null);
  const [asking, setAsking] = useState(false);

  if (typed === null) {
    return (
      <Setting name={settingsPageMessages.address.title} description={address}>
        <Button onClick={() => setTyped(address)}>{settingsPageMessages.address.change}</Button>
      </Setting>
    );
  }
  const isQuestion = error?.kind === 'needs-confirmation';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    const answer = await request('account.change-address', { address: typed, allowUnencrypted: isQuestion });
    setAsking(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setTyped(null);
  };
  return (
    <form className={styles.addressForm} onSubmit={(event) => void submit(event)}>
      <Field
        label={settingsPageMessages.address.title}
        hint={settingsPageMessages.address.hint}
        error={error && `${error.title}${isQuestion ? '' : '.'} ${error.explanation}`}
        value={typed}
        autoFocus
        onChange={(event) => {
          setError(null);
          setTyped(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setTyped(null);
        }}
      />
      <div className={styles.addressActions}>
        <Button onClick={() => setTyped(null)}>{messages.cancel}</Button>
        <Button kind="primary" type="submit" disabled={asking || typed.trim() === ''}>
          {isQuestion ? settingsPageMessages.address.saveUnencrypted : settingsPageMessages.address.save}
        </Button>
      </div>
    </form>
  );
}
