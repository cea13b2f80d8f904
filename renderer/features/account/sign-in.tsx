import { type ReactNode, useEffect, useId, useState } from 'react';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { keepDraftsOf } from '../../state/kept-drafts.ts';
import { send, useAppState, usePublished } from '../../state/main-process.ts';
import { addAccount, useNavigation } from '../../state/navigation.ts';
import { useNotices } from '../../state/notices.ts';
import { createViewState } from '../../state/view-state.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Header } from '../../ui/header.tsx';
import { LoadingView } from '../../ui/loading.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useEscape } from '../../ui/use-window-keys.ts';
import windowStyles from '../../ui/window.module.css';
import { CommandError } from '../../widgets/command-error.tsx';
import { ApiKeyForm } from './api-key-form.tsx';
import { ChooseSignIn } from './choose-sign-in.tsx';
import { DeviceCodeStep } from './device-code.tsx';
import styles from './sign-in.module.css';
import { SignInFailed } from './sign-in-failed.tsx';
import signInFormStyles from './sign-in-form.module.css';
import { type Draft, emptyDraft, type SignInMethodChoice } from './sign-in-form.tsx';

/** Of a further account: kept while another view takes the place of the form. */
const useFurtherDraft = createViewState('further-account', emptyDraft);

keepDraftsOf(() => {
  const { address, clientId, key } = useFurtherDraft.getState();
  const isOnScreen = useNavigation.getState().addingAccount;
  return [address, clientId, key].some(Boolean) ? [{ isOnScreen, show: addAccount }] : [];
});

/** Sign-in: a choice of methods, a form, waiting, and an error if it fails. */
export function SignIn({ publicBoard }: { publicBoard: (onBack: () => void) => ReactNode }) {
  const signIn = useAppState((state) => state.signIn);
  const isFurther = useNavigation(({ addingAccount }) => addingAccount);
  const hasError = useNotices(({ error }) => error !== null);
  const [ownDraft, setOwnDraft] = useState(emptyDraft);
  const furtherDraft = useFurtherDraft();
  // A form for signing in again must not begin with what was typed for another account.
  const draft = isFurther ? furtherDraft : ownDraft;
  const change = (part: Partial<Draft>) =>
    isFurther ? useFurtherDraft.setState(part) : setOwnDraft((was) => ({ ...was, ...part }));
  useEffect(() => {
    if (!isFurther) return;
    return usePublished.subscribe(({ state }, was) => {
      if (state?.signIn.succeeded && state.signIn !== was.state?.signIn) useFurtherDraft.setState(emptyDraft);
    });
  }, [isFurther]);

  const goBack = () => {
    if (signIn.step !== 'none') void send('sign-in.cancel', {});
    if (signIn.step === 'none' && draft.choice === null) {
      if (isFurther) addAccount(false);
      else void send('window.hide', {});
    }
    // Back from waiting leads to the form; back from the form leads to the choice of methods.
    if (signIn.step === 'none' || signIn.step === 'failed') change(emptyDraft);
  };

  const isWatching = signIn.step === 'none' && draft.choice === 'watch';
  // The board handles its own keys.
  useEscape(goBack, { isOn: !isWatching });

  if (isWatching) return publicBoard(() => change(emptyDraft));
  const step = { draft, change, onBack: goBack };
  return (
    <main className={classNames('scroll-inside', windowStyles.window, styles.signIn)}>
      {signIn.step === 'contacting' && <Contacting method={signIn.method} server={signIn.server} onCancel={goBack} />}
      {signIn.step === 'waiting' && <DeviceCodeStep signIn={signIn} onCancel={goBack} />}
      {signIn.step === 'failed' && <SignInFailed signIn={signIn} {...step} />}
      {signIn.step === 'none' && draft.choice === null && <ChooseSignIn {...step} isFurther={isFurther} />}
      {signIn.step === 'none' && draft.choice === 'api-key' && <ApiKeyForm {...step} />}
      {signIn.step === 'none' && draft.choice === 'local' && <TryLocally onBack={goBack} />}
      {hasError && (
        <div className={styles.error}>
          <CommandError />
        </div>
      )}
    </main>
  );
}

interface ContactingProps {
  method: SignInMethodChoice;
  server: string;
  onCancel: () => void;
}

function Contacting({ method, server, onCancel }: ContactingProps) {
  return (
    <>
      <Header
        title={method === 'local' ? signInPageMessages.local.title : signInPageMessages.title}
        onBack={onCancel}
      />
      <LoadingView className={styles.contacting}>
        <span dir="auto">
          {method === 'local' ? signInPageMessages.contactingLocal : signInPageMessages.contacting({ server })}
        </span>
      </LoadingView>
      <footer className={styles.footer}>
        <Button kind="quiet" autoFocus onClick={onCancel}>
          {messages.cancel}
        </Button>
      </footer>
    </>
  );
}

function TryLocally({ onBack }: { onBack: () => void }) {
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
