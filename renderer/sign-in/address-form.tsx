import { type FormEvent, useState } from 'react';
import { LENGTHS } from '../../electron/bridge/lengths.ts';
import { tell } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Header } from '../ui/header.tsx';
import { words } from '../words/index.ts';
import { ClientIdField } from './client-id-field.tsx';
import type { StepProps } from './flow.ts';

/** The server's address, then device sign-in. */
export function AddressForm({ onBack, ...step }: StepProps & { onBack: () => void }) {
  return (
    <>
      <Header title={words.firstRun.device} onBack={onBack} />
      <AddressFields {...step} onBack={onBack} />
    </>
  );
}

interface FieldsProps extends StepProps {
  /** The client id is what has to change: it stands open. */
  clientIdOpen?: boolean;
  onBack: () => void;
}

/** The form itself; it also stands under a failure, filled with what was tried. */
export function AddressFields({ draft, change, clientIdOpen = false, onBack }: FieldsProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = draft.address.trim();
    if (address === '') return setMissing(words.signIn.addressMissing);
    const clientId = draft.clientId?.trim() ?? '';
    void tell('sign-in.device', clientId === '' ? { address } : { address, clientId });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Field
        label={words.signIn.address}
        hint={words.signIn.addressHint}
        error={missing}
        value={draft.address}
        onChange={(event) => {
          setMissing(null);
          change({ address: event.target.value });
        }}
        inputMode="url"
        maxLength={LENGTHS.address}
        autoFocus={!clientIdOpen}
      />
      <ClientIdField draft={draft} change={change} open={clientIdOpen} />
      <div className="form-acts">
        <Button kind="quiet" onClick={onBack}>
          {words.back}
        </Button>
        <Button kind="primary" type="submit">
          {words.continue}
        </Button>
      </div>
    </form>
  );
}
