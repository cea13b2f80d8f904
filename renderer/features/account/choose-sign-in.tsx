import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyIcon, LaptopIcon, RightIcon, ServerIcon } from '../../ui/icons.ts';
import styles from './choose-sign-in.module.css';
import signInStyles from './sign-in.module.css';
import type { SignInMethodChoice } from './sign-in-form.tsx';

const choices = (): { choice: SignInMethodChoice; icon: LucideIcon; title: string; description: string }[] => [
  {
    choice: 'device',
    icon: ServerIcon,
    title: signInPageMessages.firstRun.device,
    description: signInPageMessages.firstRun.deviceSays,
  },
  {
    choice: 'api-key',
    icon: KeyIcon,
    title: signInPageMessages.firstRun.apiKey,
    description: signInPageMessages.firstRun.apiKeySays,
  },
  {
    choice: 'local',
    icon: LaptopIcon,
    title: signInPageMessages.firstRun.local,
    description: signInPageMessages.firstRun.localSays,
  },
];

export function ChooseSignIn({ onChoose }: { onChoose: (choice: SignInMethodChoice | 'watch') => void }) {
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
      <header className={styles.welcome}>
        <AppIcon />
        <h1>{messages.app}</h1>
        <p>{signInPageMessages.firstRun.tagline}</p>
      </header>
      <nav className={styles.choices} aria-label={signInPageMessages.firstRun.doors} ref={list} onKeyDown={move}>
        {choices().map(({ choice, icon, title, description }, index) => (
          <button
            type="button"
            className={styles.choice}
            key={choice}
            // biome-ignore lint/a11y/noAutofocus: the view has just opened, and this is what to do next.
            autoFocus={index === 0}
            onClick={() => onChoose(choice)}
          >
            <span className={styles.icon}>
              <Icon of={icon} />
            </span>
            <span>
              <b>{title}</b>
              <small>{description}</small>
            </span>
            <Icon of={RightIcon} className={styles.chevron} />
          </button>
        ))}
      </nav>
      <button type="button" className={classNames('link-button', styles.watchLink)} onClick={() => onChoose('watch')}>
        {signInPageMessages.firstRun.watch}
      </button>
      <footer className={signInStyles.footer}>{signInPageMessages.firstRun.kept}</footer>
    </>
  );
}
