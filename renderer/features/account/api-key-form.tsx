import { type FormEvent, useState } from 'react';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { send } from '../../state/main-process.ts';
import { IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Header } from '../../ui/header.tsx';
import { EyeIcon, EyeOffIcon } from '../../ui/icons.tsx';
import signInFormStyles from './sign-in-form.module.css';
import { AddressField, FormButtons, type StepProps } from './sign-in-form.tsx';

export function ApiKeyForm({ onBack, ...step }: StepProps & { onBack: () => void }) {
  return (
    <>
      <Header title={signInPageMessages.firstRun.apiKey} onBack={onBack} />
      <ApiKeyFields {...step} onBack={onBack} />
    </>
  );
}

export function ApiKeyFields({ draft, change, onBack }: StepProps & { onBack: () => void }) {
  const [wrong, setWrong] = useState<'address' | 'key' | 'length' | null>(null);
  const [shown, setShown] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = draft.address.trim();
    const key = draft.key.trim();
    if (address === '') return setWrong('address');
    if (key === '') return setWrong('key');
    if (key.length > LENGTHS.apiKey) return setWrong('length');
    void send('sign-in.api-key', { address, key });
  };
  const keyError =
    wrong === 'key' ? signInPageMessages.keyMissing : wrong === 'length' ? signInPageMessages.keyTooLong : null;
  return (
    <form className={signInFormStyles.form} onSubmit={submit} noValidate>
      <AddressField
        address={draft.address}
        isMissing={wrong === 'address'}
        onChange={(address) => {
          setWrong(null);
          change({ address });
        }}
        autoFocus={draft.address === ''}
      />
      <Field
        label={signInPageMessages.key}
        hint={signInPageMessages.keyHint}
        error={keyError}
        // One more than the limit, so that a truncated key is rejected as too long.
        maxLength={LENGTHS.apiKey + 1}
        type={shown ? 'text' : 'password'}
        value={draft.key}
        onChange={(text) => {
          setWrong(null);
          change({ key: text });
        }}
        autoFocus={draft.address !== ''}
        action={
          <IconButton
            icon={shown ? EyeOffIcon : EyeIcon}
            label={signInPageMessages.showKey}
            on={shown}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <FormButtons onBack={onBack} />
    </form>
  );
}
