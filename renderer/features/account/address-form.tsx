import { type FormEvent, useState } from 'react';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { send } from '../../app/state/store.ts';
import { Header } from '../../ui/header.tsx';
import { AddressField } from './address-field.tsx';
import { ClientIdField } from './client-id-field.tsx';
import signInFormStyles from './sign-in-form.module.css';
import { FormButtons, type StepProps } from './sign-in-form.tsx';

/** Asks for the server's address, then starts device sign-in. */
export function AddressForm({ onBack, ...step }: StepProps & { onBack: () => void }) {
  return (
    <>
      <Header title={signInPageMessages.firstRun.device} onBack={onBack} />
      <AddressFields {...step} onBack={onBack} />
    </>
  );
}

interface FieldsProps extends StepProps {
  /** Expands the client id, because it caused the error. */
  clientIdOpen?: boolean;
  onBack: () => void;
}

/** Also shown below an error, with the values that failed. */
export function AddressFields({ draft, change, clientIdOpen = false, onBack }: FieldsProps) {
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = draft.address.trim();
    if (address === '') return setMissing(true);
    const clientId = draft.clientId?.trim() ?? '';
    void send('sign-in.device', clientId === '' ? { address } : { address, clientId });
  };
  return (
    <form className={signInFormStyles.form} onSubmit={submit} noValidate>
      <AddressField
        address={draft.address}
        isMissing={isMissing}
        onChange={(address) => {
          setMissing(false);
          change({ address });
        }}
        autoFocus={!clientIdOpen}
      />
      <ClientIdField draft={draft} change={change} open={clientIdOpen} />
      <FormButtons onBack={onBack} />
    </form>
  );
}
