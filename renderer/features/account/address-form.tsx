import { type FormEvent, useState } from 'react';
import { send } from '../../state/main-process.ts';
import { AddressField } from './address-field.tsx';
import { ClientIdField } from './client-id-field.tsx';
import signInFormStyles from './sign-in-form.module.css';
import { FormButtons, type StepProps } from './sign-in-form.tsx';

/** The address, required and trimmed; sending it starts device sign-in. */
export function useAddressForm({ draft, change }: StepProps) {
  const [isMissing, setMissing] = useState(false);
  return {
    isMissing,
    type(address: string): void {
      setMissing(false);
      change({ address });
    },
    submit(event: FormEvent): void {
      event.preventDefault();
      const address = draft.address.trim();
      if (address === '') {
        setMissing(true);
        return;
      }
      const clientId = draft.clientId?.trim() ?? '';
      void send('sign-in.device', clientId === '' ? { address } : { address, clientId });
    },
  };
}

interface FieldsProps extends StepProps {
  /** Expands the client id, because it caused the error. */
  clientIdOpen?: boolean;
  onBack: () => void;
}

/** Below an error, with the values that failed. */
export function AddressFields({ draft, change, clientIdOpen = false, onBack }: FieldsProps) {
  const { isMissing, type, submit } = useAddressForm({ draft, change });
  return (
    <form className={signInFormStyles.form} onSubmit={submit} noValidate>
      <AddressField address={draft.address} isMissing={isMissing} onChange={type} autoFocus={!clientIdOpen} />
      <ClientIdField draft={draft} change={change} open={clientIdOpen} />
      <FormButtons onBack={onBack} />
    </form>
  );
}
