import { type FormEvent, useState } from 'react';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Setting } from '../../ui/setting-row.tsx';
import styles from './account-settings.module.css';

/** For a server that has moved: a sign-in at its new address. */
export function ChangeAddress({ address }: { address: string }) {
  const [typed, setTyped] = useState<string | null>(null);

  if (typed === null) {
    return (
      <Setting name={settingsPageMessages.address.title} description={address}>
        <Button onClick={() => setTyped(address)}>{settingsPageMessages.address.change}</Button>
      </Setting>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTyped(null);
    void send('sign-in.at-new-address', { address: typed });
  };
  return (
    <form className={styles.addressForm} onSubmit={submit}>
      <Field
        label={settingsPageMessages.address.title}
        hint={settingsPageMessages.address.hint}
        value={typed}
        autoFocus
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setTyped(null);
        }}
      />
      <div className={styles.addressActions}>
        <Button onClick={() => setTyped(null)}>{messages.cancel}</Button>
        <Button kind="primary" type="submit" disabled={typed.trim() === '' || typed.trim() === address}>
          {settingsPageMessages.address.signIn}
        </Button>
      </div>
    </form>
  );
}
