import { useState } from 'react';
import type { SignInView } from '../../../shared/contract/index.ts';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Header } from '../../ui/header.tsx';
import { AddressFields } from './address-form.tsx';
import { ApiKeyFields } from './api-key-form.tsx';
import type { StepProps } from './sign-in-form.tsx';

type FailedView = Extract<SignInView, { step: 'failed' }>;
interface Props extends StepProps {
  signIn: FailedView;
  onBack: () => void;
}

/** The error of a failed sign-in, with the form or actions that may fix it. */
export function SignInFailed({ signIn, draft, change, onBack }: Props) {
  const { method, reason, error } = signIn;
  // After "Sign in again" the draft is empty; main knows the address until another one is typed.
  const [knownAddress, setKnownAddress] = useState(draft.address === '' ? signIn.address : null);
  const address = knownAddress ?? draft.address;
  const step = {
    draft: { ...draft, address },
    change: (part: Partial<typeof draft>) => {
      setKnownAddress(null);
      change({ address, ...part });
    },
  };
  const again = () => {
    const clientId = draft.clientId?.trim() ?? '';
    if (method === 'local') void send('sign-in.local', { sample: false });
    else void send('sign-in.device', { address: signIn.address, ...(clientId !== '' && { clientId }) });
  };
  const justAgain = method === 'local' || reason === 'expired' || reason === 'denied' || reason === 'no-workspace';
  const withKey = method === 'api-key';
  return (
    <>
      <Header title={method === 'local' ? signInPageMessages.local.title : signInPageMessages.title} onBack={onBack} />
      <ErrorBox error={error} urgent>
        {justAgain && !withKey && (
          <>
            <Button kind="primary" autoFocus onClick={again}>
              {reason === 'expired' ? signInPageMessages.newCode : messages.tryAgain}
            </Button>
            {method === 'device' && <Button onClick={onBack}>{messages.back}</Button>}
          </>
        )}
        {reason === 'not-encrypted' && draft.key !== '' && (
          <Button
            // The question is about this address, even if the field has changed since.
            onClick={() =>
              void send('sign-in.api-key', {
                address: signIn.address,
                key: draft.key.trim(),
                allowUnencrypted: true,
              })
            }
          >
            {signInPageMessages.sendAllTheSame}
          </Button>
        )}
      </ErrorBox>
      {withKey && <ApiKeyFields {...step} onBack={onBack} />}
      {!justAgain && !withKey && (
        <AddressFields {...step} clientIdOpen={reason === 'client-not-allowed'} onBack={onBack} />
      )}
    </>
  );
}
