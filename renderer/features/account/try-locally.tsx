import { useId, useState } from 'react';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { Header } from '../../ui/header.tsx';
import { Switch } from '../../ui/switch.tsx';
import signInFormStyles from './sign-in-form.module.css';

export function TryLocally({ onBack }: { onBack: () => void }) {
  const [sample, setSample] = useState(true);
  const labelId = useId();
  return (
    <>
      <Header title={signInPageMessages.local.title} onBack={onBack} />
      <div className={signInFormStyles.form}>
        <div>
          <h2>{signInPageMessages.local.lead}</h2>
          <p className={signInFormStyles.explanation}>{signInPageMessages.local.description}</p>
        </div>
        <div className={signInFormStyles.option}>
          <div className="grow">
            <span id={labelId}>{signInPageMessages.local.sample}</span>
            <small>{signInPageMessages.local.sampleHint}</small>
          </div>
          <Switch on={sample} labelledBy={labelId} onChange={setSample} />
        </div>
        <div className={signInFormStyles.actions}>
          <Button kind="quiet" onClick={onBack}>
            {messages.back}
          </Button>
          <Button kind="primary" autoFocus onClick={() => void send('sign-in.local', { sample })}>
            {signInPageMessages.local.start}
          </Button>
        </div>
      </div>
    </>
  );
}
