import { useEffect, useState } from 'react';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { request } from '../../state/main-process.ts';
import { Field } from '../../ui/field.tsx';
import { Icon, RightIcon } from '../../ui/icons.tsx';
import styles from './client-id-field.module.css';
import type { StepProps } from './sign-in-form.tsx';

const DEFAULT_CLIENT_ID = 'service-cli';

/** Collapsed, because few people need it. Prefilled with the id last used for the address. */
export function ClientIdField({ draft, change, open }: StepProps & { open: boolean }) {
  const [unfolded, setUnfolded] = useState(open || draft.clientId !== null);
  const lastUsed = useLastClientId(draft.address, unfolded);
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

function useLastClientId(address: string, wanted: boolean): string {
  const [clientId, setClientId] = useState(DEFAULT_CLIENT_ID);
  useEffect(() => {
    if (!wanted || address.trim() === '') return;
    let gone = false;
    const timer = setTimeout(async () => {
      const answer = await request('sign-in.client-id', { address: address.trim() });
      // An incomplete address is not reported here; the default stays.
      if (!gone && answer.ok) setClientId(answer.value);
    }, 250);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [address, wanted]);
  return clientId;
}
