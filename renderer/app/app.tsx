import { lazy, Suspense, useEffect } from 'react';
import { messages } from '../../shared/i18n/window-messages.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import windowStyles from '../ui/window.module.css';
import { Main } from './main-view.tsx';
import { useApp } from './state/store.ts';

const SignIn = lazy(() => import('../features/account/sign-in.tsx').then((module) => ({ default: module.SignIn })));

export function App() {
  const language = useApp((app) => app.language);
  const isHeard = useApp((app) => app.isHeard);
  return (
    <ErrorBoundary isFirst={!isHeard}>
      {/* Words are read where they are drawn: in another language everything is drawn anew. */}
      <View key={language} />
    </ErrorBoundary>
  );
}

function View() {
  useTheme();
  const heard = useApp((app) => app.told !== null && app.language !== null);
  const silence = useApp((app) => app.silence);
  // An account that is signed out signs in again in the same view, over its list.
  const signingIn = useApp((app) => app.told?.account === null || app.told?.signIn.step !== 'none');
  if (silence !== null) {
    return (
      <main className={classNames(windowStyles.window, windowStyles.broken)}>
        <ErrorBox error={silence} urgent>
          <Button kind="primary" onClick={() => location.reload()}>
            {messages.error.reload}
          </Button>
        </ErrorBox>
      </main>
    );
  }
  if (!heard) return null;
  return signingIn ? (
    <Suspense>
      <SignIn />
    </Suspense>
  ) : (
    <Main />
  );
}

function useTheme(): void {
  const theme = useApp((app) => app.told?.settings.theme ?? 'system');
  useEffect(() => {
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme);
  }, [theme]);
}
