import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { TimerBar } from '../features/time/timer/timer-bar.tsx';
import { useAppState, usePublished } from '../state/main-process.ts';
import { useNavigation } from '../state/navigation.ts';
import { PicturesContext } from '../ui/avatar.tsx';
import { Broken, ErrorBoundary } from '../ui/error-boundary.tsx';
import windowStyles from '../ui/window.module.css';
import { Main } from './main-view.tsx';

const SignIn = lazy(() => import('../features/account/sign-in.tsx').then((module) => ({ default: module.SignIn })));
const PublicBoard = lazy(() => import('../features/board/public-board.tsx'));

export function App() {
  const language = usePublished(({ language }) => language);
  const isConnected = usePublished(({ isConnected }) => isConnected);
  return (
    <ErrorBoundary isFirst={!isConnected}>
      {/* Messages are read while rendering, so a change of language remounts everything. */}
      <View key={language} />
    </ErrorBoundary>
  );
}

function View() {
  useTheme();
  const isReady = usePublished(({ state, language }) => state !== null && language !== null);
  const connectionError = usePublished(({ connectionError }) => connectionError);
  // Reauthenticating shows the sign-in view as well, in place of the list.
  const needsSignIn = usePublished(({ state }) => state?.account === null || state?.signIn.step !== 'none');
  const isAdding = useNavigation(({ addingAccount }) => addingAccount);
  const signingIn = needsSignIn || isAdding;
  // So that a timer can be stopped everywhere.
  const isTiming = usePublished(({ state }) => state?.time.running != null);
  if (connectionError !== null) return <Broken error={connectionError} />;
  if (!isReady) return null;
  return signingIn ? (
    <div className={windowStyles.stack}>
      {isTiming && <TimerBar />}
      <Suspense>
        <SignIn
          publicBoard={(onBack) => (
            <Pictures>
              <PublicBoard onBack={onBack} />
            </Pictures>
          )}
        />
      </Suspense>
    </div>
  ) : (
    <Pictures>
      <Main />
    </Pictures>
  );
}

function Pictures({ children }: { children: ReactNode }) {
  const pictures = useAppState((state) => state.pictures);
  return <PicturesContext value={pictures}>{children}</PicturesContext>;
}

function useTheme(): void {
  const theme = usePublished(({ state }) => state?.settings.theme ?? 'system');
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
}
