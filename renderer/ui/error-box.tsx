import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { AppErrorView } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './error-box.module.css';
import { CloudOffIcon, Icon, InfoIcon, KeyIcon, WarnIcon, XIcon } from './icons.tsx';
import { Spinner } from './loading.tsx';

const ICONS: Partial<Record<AppErrorView['kind'], LucideIcon>> = {
  unreachable: CloudOffIcon,
  timeout: CloudOffIcon,
  keychain: KeyIcon,
  'signed-out': KeyIcon,
  'other-person': KeyIcon,
};

interface Props {
  error: AppErrorView;
  /** Buttons for the next step. */
  children?: ReactNode;
  /** Replaces the error's own `whatWasKept`. */
  whatWasKept?: ReactNode;
  onHide?: () => void;
  /** Announced at once: the result of the person's own action. */
  urgent?: boolean;
  /** Information rather than an error. */
  calm?: boolean;
}

export function ErrorBox({ error, children, whatWasKept = error.whatWasKept, onHide, urgent, calm }: Props) {
  const titleId = useId();
  return (
    <section
      className={classNames(styles.box, calm && styles.calm)}
      aria-labelledby={titleId}
      data-error-box
      role={urgent ? 'alert' : undefined}
    >
      <div className={styles.header}>
        <Icon of={calm ? InfoIcon : (ICONS[error.kind] ?? WarnIcon)} />
        <h2 id={titleId} dir="auto">
          {error.title}
        </h2>
        {onHide && <IconButton icon={XIcon} label={messages.hide} onClick={onHide} />}
      </div>
      {error.explanation !== '' && (
        <p className="selectable" dir="auto">
          {error.explanation}
        </p>
      )}
      {whatWasKept && <p>{whatWasKept}</p>}
      {error.nextStep !== '' && <p className={styles.nextStep}>{error.nextStep}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </section>
  );
}

interface LoadErrorProps {
  error: AppErrorView;
  isLoading?: boolean;
  onRetry: () => void;
}

/** Why something could not be loaded, with a button that tries again. */
export function LoadError({ error, isLoading = false, onRetry }: LoadErrorProps) {
  return (
    <ErrorBox error={error} urgent>
      <Button kind="primary" aria-busy={isLoading} onClick={onRetry}>
        {isLoading && <Spinner />}
        {messages.tryAgain}
      </Button>
    </ErrorBox>
  );
}
