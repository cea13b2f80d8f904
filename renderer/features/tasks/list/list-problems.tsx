import { clockOrDay } from '../../../../shared/i18n/format-clock.ts';
import { messages } from '../../../../shared/i18n/window-messages.ts';
import { dismissKeychainNotice, dismissListProblem, send, useApp, useAppState } from '../../../app/state/store.ts';
import { Unreadable } from '../../../app/state/unreadable.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useNow } from '../../../ui/use-now.ts';

/** What stands in the way, over the list, which stays readable: the account first, then the list's own trouble. */
export function ListProblems() {
  const status = useAppState((state) => state.account?.status ?? 'signed-in');
  if (status === 'signed-out') return <SignedOut />;
  if (status === 'locked') return <Locked />;
  return (
    <>
      <OnlyInMemory />
      <NotFresh />
      <Unreadable of="tasks" />
    </>
  );
}

function SignedOut() {
  const account = useAppState((state) => state.account);
  // Nobody is ever signed out of this computer: its workspace cannot be opened, and the problem says why.
  if (account?.kind === 'local' && account.problem !== null) {
    return (
      <ProblemBox problem={account.problem}>
        <Button kind="primary" onClick={() => void send('sign-in.reauthenticate', {})}>
          {messages.tryAgain}
        </Button>
      </ProblemBox>
    );
  }
  const other = account?.problem?.kind === 'other-person' ? account.problem : null;
  return (
    <ProblemBox
      problem={
        other ?? {
          kind: 'signed-out',
          ...messages.tasks.signedOut(account?.server ?? ''),
          ...(account?.problem && { explanation: account.problem.explanation }),
        }
      }
    >
      <Button kind="primary" onClick={() => void send('sign-in.reauthenticate', {})}>
        {messages.tasks.signInAgain}
      </Button>
    </ProblemBox>
  );
}

function Locked() {
  const problem = useAppState((state) => state.account?.problem);
  return (
    <ProblemBox
      problem={{
        kind: 'keychain',
        ...messages.tasks.locked,
        ...(problem && { explanation: problem.explanation, nextStep: problem.nextStep }),
      }}
    >
      <Button kind="primary" onClick={() => void send('account.retry-keychain', {})}>
        {messages.tryAgain}
      </Button>
    </ProblemBox>
  );
}

function OnlyInMemory() {
  const account = useAppState((state) => state.account);
  const seen = useApp((app) => app.memoryNoticeSeen);
  if (account?.tokenIn !== 'memory' || seen) return null;
  return (
    <ProblemBox
      calm
      onHide={dismissKeychainNotice}
      problem={{
        kind: 'keychain',
        nextStep: account.problem?.nextStep ?? '',
        ...messages.tasks.memory,
        ...(account.problem && { explanation: account.problem.explanation }),
      }}
    />
  );
}

function NotFresh() {
  const { problem, failingSince, loading } = useAppState((state) => state.tasks);
  const isTimerRunning = useAppState((state) => state.time.running !== null);
  const writes = useAppState((state) => state.unsent.total);
  const hidden = useApp((app) => app.hiddenTrouble);
  const now = useNow(0);
  const since = failingSince ?? 'now';
  if (problem === null || hidden === since) return null;
  const unreachable = problem.kind === 'unreachable' || problem.kind === 'timeout';
  const shown =
    unreachable && failingSince !== null
      ? { ...problem, what: messages.problem.notSince(clockOrDay(failingSince, now)) }
      : problem;
  const keptAll = (
    <>
      <b>{messages.problem.kept}</b> {messages.problem.keptAll(isTimerRunning, writes)}
    </>
  );
  return (
    <ProblemBox problem={shown} kept={problem.whatWasKept ?? keptAll} onHide={() => dismissListProblem(since)}>
      <Button kind="primary" aria-busy={loading} onClick={() => void send('tasks.refresh', {})}>
        {loading && <Spinner />}
        {messages.tryNow}
      </Button>
    </ProblemBox>
  );
}
