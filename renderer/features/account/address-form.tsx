import { type FormEvent, useState } from 'react';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { send } from '../../state/main-process.ts';
import { useRead } from '../../state/use-read.ts';
import { Field } from '../../ui/field.tsx';
import { Icon, RightIcon } from '../../ui/icons.tsx';
import styles from './client-id-field.module.css';
import signInFormStyles from './sign-in-form.module.css';
import { AddressField, FormButtons, type StepProps } from './sign-in-form.tsx';

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

const DEFAULT_CLIENT_ID = 'service-cli';

/** Collapsed, because few people need it. Prefilled with the id last used for the address. */
export function ClientIdField({ draft, change, open }: StepProps & { open: boolean }) {
  const [unfolded, setUnfolded] = useState(open || draft.clientId !== null);
  const address = draft.address.trim();
  const lastUsed =
    useRead('sign-in.client-id', unfolded && address !== '' ? { address } : null).value ?? DEFAULT_CLIENT_ID;
  return (
    <>
      {!open && (
        <button
          type="button"
          className={styles.disclosure}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          <Icon of={RightIcon} />
          {signInPageMessages.advanced}
        </button>
      )}
      {unfolded && (
        <Field
          label={signInPageMessages.clientId}
          hint={signInPageMessages.clientIdHint}
          value={draft.clientId ?? lastUsed}
          onChange={(clientId) => change({ clientId })}
          onFocus={(event) => event.target.select()}
          maxLength={LENGTHS.clientId}
          autoFocus={open}
        />
      )}
    </>
  );
}
