import type { SignInView } from '../../../shared/contract/index.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, minutesSeconds } from '../../../shared/i18n/format-dates.ts';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Header } from '../../ui/header.tsx';
import { BrowserIcon, CheckIcon, Icon, WarnIcon } from '../../ui/icons.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './device-code.module.css';
import signInStyles from './sign-in.module.css';

type WaitingView = Extract<SignInView, { step: 'waiting' }>;

/** The user code in large letters, with the link to the verification page. */
export function DeviceCodeStep({ signIn, onCancel }: { signIn: WaitingView; onCancel: () => void }) {
  return (
    <>
      <Header title={signInPageMessages.title} onBack={onCancel} />
      <div className={styles.step}>
        <h2>{signInPageMessages.enterCode}</h2>
        <p>
          {signInPageMessages.signingInTo} <bdi>{signIn.server}</bdi>
        </p>
        <Code userCode={signIn.userCode} />
        <Button
          kind="primary"
          className={styles.openBrowser}
          autoFocus
          onClick={() => void send('sign-in.open-browser', {})}
        >
          <Icon of={BrowserIcon} />
          {signInPageMessages.openBrowser}
        </Button>
      </div>
      <Countdown signIn={signIn} />
      <p className={styles.otherDevice}>
        {signInPageMessages.noBrowser}
        <bdi className="selectable">{signIn.verificationAddress}</bdi>
      </p>
      <footer className={signInStyles.footer}>
        <Button kind="quiet" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </footer>
    </>
  );
}

function Code({ userCode }: { userCode: string }) {
  const groups = codeGroups(userCode);
  const count = groups.flat().length;
  return (
    <>
      <button
        type="button"
        className={classNames(styles.code, count > 8 && styles.small)}
        title={signInPageMessages.copy}
        onClick={() => void send('sign-in.copy-code', {})}
      >
        <span className="visually-hidden">
          {signInPageMessages.copyCode({ spelled: groups.map((group) => group.join(' ')).join(', ') })}
        </span>
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: characters repeat and have no identity but their place.
          <span className={styles.group} key={index} aria-hidden="true">
            {group.map((character, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same.
              <span key={place}>{character}</span>
            ))}
          </span>
        ))}
      </button>
      <div className={styles.copied} role="status">
        <Icon of={CheckIcon} />
        {signInPageMessages.copied}
      </div>
    </>
  );
}

function Countdown({ signIn }: { signIn: WaitingView }) {
  const now = useNow(SECOND_MS, signIn.expiresAt).getTime();
  const end = new Date(signIn.expiresAt).getTime();
  const whole = Math.max(1, end - new Date(signIn.startedAt).getTime());
  const left = Math.max(0, end - now);
  const countdown = minutesSeconds(left);
  return (
    <section className={styles.countdown} aria-label={signInPageMessages.waiting}>
      <div className={styles.remaining}>
        <Spinner />
        {signInPageMessages.waiting}
        <span
          className={classNames('tabular-numbers', styles.time)}
          role="timer"
          aria-label={`${signInPageMessages.left} ${countdown}`}
        >
          {countdown}
        </span>
      </div>
      <p>
        {left === 0 ? signInPageMessages.noLonger : signInPageMessages.worksUntil({ time: clock(signIn.expiresAt) })}
      </p>
      {signIn.notice !== null && (
        <p className={styles.notice} role="status">
          <Icon of={WarnIcon} size={14} />
          {signIn.notice}
        </p>
      )}
      <div className={styles.meter} aria-hidden="true">
        <i style={{ width: `${Math.min(100, (left / whole) * 100)}%` }} />
      </div>
    </section>
  );
}

export function codeGroups(userCode: string): string[][] {
  const parts = userCode
    .trim()
    .split(/[\s\-–—·]+/u)
    .map((part) => Array.from(part))
    .filter((part) => part.length > 0);
  const [only] = parts;
  if (parts.length !== 1 || only === undefined || only.length < 6) return parts;
  const half = Math.ceil(only.length / 2);
  return [only.slice(0, half), only.slice(half)];
}
