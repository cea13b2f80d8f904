import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { addAccount, openPage } from '../../state/navigation.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Header } from '../../ui/header.tsx';
import { Icon, KeyIcon, LaptopIcon, LinkIcon, RightIcon, UnsentIcon } from '../../ui/icons.tsx';
import { ClientIdField, useAddressForm } from './address-form.tsx';
import styles from './choose-sign-in.module.css';
import signInStyles from './sign-in.module.css';
import type { Draft, StepProps } from './sign-in-form.tsx';

type OtherWay = NonNullable<Draft['choice']>;

/** The one for newcomers comes first. */
const otherWays = (): { choice: OtherWay; icon: LucideIcon; title: string; description: string }[] => {
  const texts = signInPageMessages.firstRun;
  return [
    { choice: 'local', icon: LaptopIcon, title: texts.local, description: texts.localHint },
    { choice: 'api-key', icon: KeyIcon, title: texts.apiKey, description: texts.apiKeyHint },
    { choice: 'watch', icon: LinkIcon, title: texts.watch, description: texts.watchHint },
  ];
};

/** The first run: the address field, which most people need, then the other ways in. */
export function ChooseSignIn({
  draft,
  change,
  isFurther,
  onBack,
}: StepProps & { isFurther: boolean; onBack: () => void }) {
  const local = useAppState(({ accounts }) => accounts.find(({ isLocal }) => isLocal));
  const ways = otherWays().map((way) =>
    local && way.choice === 'local'
      ? { ...way, title: settingsPageMessages.newWorkspaceHere, description: settingsPageMessages.newWorkspaceHint }
      : way,
  );
  const choose = async (choice: OtherWay) => {
    if (!local || choice !== 'local') return change({ choice });
    // It is made in the settings of the local workspace, which is open already.
    if (!(await send('account.bring-to-front', { accountId: local.id }))) return;
    addAccount(false);
    openPage({ name: 'settings', tab: 'account' });
  };
  const list = useRef<HTMLElement>(null);
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    if (step === undefined) return;
    event.preventDefault();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <>
      {isFurther ? (
        <Header title={settingsPageMessages.accounts.addTitle} onBack={onBack} />
      ) : (
        <>
          <header className={styles.welcome}>
            <AppIcon />
            <h1>{messages.app}</h1>
            <p>{signInPageMessages.firstRun.tagline}</p>
          </header>
          <Unsent />
        </>
      )}
      <Address draft={draft} change={change} />
      <p className={styles.or}>{signInPageMessages.firstRun.or}</p>
      <nav className={styles.choices} aria-label={signInPageMessages.firstRun.doors} ref={list} onKeyDown={move}>
        {ways.map(({ choice, icon, title, description }) => (
          <button type="button" className={styles.choice} key={choice} onClick={() => void choose(choice)}>
            <Icon of={icon} className="faint" />
            <span>
              <b>{title}</b>
              <small>{description}</small>
            </span>
            <Icon of={RightIcon} className="faint" />
          </button>
        ))}
      </nav>
      {isFurther && (
        <div className={styles.explanation}>
          <b>{settingsPageMessages.accounts.secondTitle}</b>
          <p>{settingsPageMessages.accounts.second}</p>
        </div>
      )}
      <footer className={signInStyles.footer}>
        {isFurther ? settingsPageMessages.accounts.othersStay : signInPageMessages.firstRun.kept}
      </footer>
    </>
  );
}

/** Changes that were not sent before signing out. */
function Unsent() {
  const others = useAppState((state) => state.outbox.others);
  const { unsent, unsentNext } = signInPageMessages.firstRun;
  return others.map(({ accountId, server, person, total: count, needing }) => (
    <p className={styles.unsent} key={accountId}>
      <Icon of={UnsentIcon} />
      <span>
        {unsent({ count, person, server })}{' '}
        {unsentNext({ which: needing === 0 ? 'all' : needing < count ? 'some' : 'other', count, needing })}
      </span>
    </p>
  ));
}

function Address({ draft, change }: StepProps) {
  const { isMissing, type, submit } = useAddressForm({ draft, change });
  return (
    <form className={styles.address} onSubmit={submit} noValidate>
      <h2>{signInPageMessages.firstRun.where}</h2>
      <Field
        label={signInPageMessages.address}
        isLabelHidden
        hint={signInPageMessages.firstRun.whereHint}
        error={isMissing ? signInPageMessages.addressMissing : null}
        placeholder="https://pm.example.org"
        value={draft.address}
        onChange={type}
        inputMode="url"
        maxLength={LENGTHS.address}
        autoFocus
        action={
          <Button small kind="primary" type="submit">
            {messages.continue}
          </Button>
        }
      />
      <ClientIdField draft={draft} change={change} open={false} />
    </form>
  );
}
