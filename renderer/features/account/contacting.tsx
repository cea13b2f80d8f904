import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { Button } from '../../ui/button.tsx';
import { Header } from '../../ui/header.tsx';
import { LoadingView } from '../../ui/loading.tsx';
import signInStyles from './sign-in.module.css';
import type { SignInMethodChoice } from './sign-in-form.tsx';

export function Contacting({
  method,
  server,
  onCancel,
}: {
  method: SignInMethodChoice;
  server: string;
  onCancel: () => void;
}) {
  return (
    <>
      <Header
        title={method === 'local' ? signInPageMessages.local.title : signInPageMessages.title}
        onBack={onCancel}
      />
      <LoadingView className={signInStyles.contacting}>
        <span dir="auto">
          {method === 'local' ? signInPageMessages.contactingLocal : signInPageMessages.contacting({ server })}
        </span>
      </LoadingView>
      <footer className={signInStyles.footer}>
        <Button kind="quiet" autoFocus onClick={onCancel}>
          {messages.cancel}
        </Button>
      </footer>
    </>
  );
}
