import { words } from '../../../shared/i18n/window-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Header } from '../../ui/header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useLate } from '../../ui/use-delayed.ts';
import type { Door } from './sign-in-form.ts';

export function Contacting({ method, server, onCancel }: { method: Door; server: string; onCancel: () => void }) {
  const late = useLate(true);
  return (
    <>
      <Header title={words.signIn.failedTitle(method)} onBack={onCancel} />
      <div className="contacting" role="status">
        {late && (
          <>
            <Spinner />
            <span dir="auto">
              {method === 'local' ? words.signIn.contactingLocal : words.signIn.contacting(server)}
            </span>
          </>
        )}
      </div>
      <footer className="foot">
        <Button kind="quiet" autoFocus onClick={onCancel}>
          {words.cancel}
        </Button>
      </footer>
    </>
  );
}
