import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { Button } from '../../ui/button.tsx';
import { Header } from '../../ui/header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import styles from './contacting.module.css';
import signInStyles from './sign-in.module.css';
import type { SignInMethodChoice } from './sign-in-form.ts';

export function Contacting({
  method,
  server,
  onCancel,
}: {
  method: SignInMethodChoice;
  server: string;
  onCancel: () => void;
}) {
  const late = useDelayed(true);
  return (
    <>
      <Header
        title={method === 'local' ? signInPageMessages.local.title : signInPageMessages.title}
        onBack={onCancel}
      />
      <div className={styles.contacting} role="status">
        {late && (
          <>
            <Spinner />
            <span dir="auto">
              {method === 'local' ? signInPageMessages.contactingLocal : signInPageMessages.contacting({ server })}
            </span>
          </>
        )}
      </div>
      <footer className={signInStyles.footer}>
        <Button kind="quiet" autoFocus onClick={onCancel}>
          {messages.cancel}
        </Button>
      </footer>
    </>
  );
}
