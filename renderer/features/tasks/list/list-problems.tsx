import { clockOrDay } from '../../../../shared/i18n/format-clock.ts';
import { words } from '../../../../shared/i18n/window-messages.ts';
import { hideTrouble, putMemoryNoticeAway, tell, useApp, useTold } from '../../../app/state/store.ts';
import { Unreadable } from '../../../app/state/unreadable.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useNow } from '../../../ui/use-now.ts';

/** What stands in the way, over the list, which stays readable: the account first, then the list's own trouble. */
export function Troubles() {
  const status = useTold((state) => state.account?.status ?? 'signed-in');
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
  const account = useTold((state) => state.account);
  // Nobody is ever signed out of this computer: its workspace cannot be opened, and the problem says why.
  if (account?.kind === 'local' && account.problem !== null) {
    return (
      <ProblemBox problem={account.problem}>
        <Button kind="primary" onClick={() => void tell('sign-in.again', {})}>
          {words.tryAgain}
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
          what: account?.problem?.what ?? words.tasks.signedOutWhat,
          title: words.tasks.signedOut(account?.server ?? ''),
          kept: words.tasks.signedOutKept,
          todo: words.tasks.signedOutTodo,
        }
      }
    >
      <Button kind="primary" onClick={() => void tell('sign-in.again', {})}>
        {words.tasks.signInAgain}
      </Button>
    </ProblemBox>
  );
}

function Locked() {
  const problem = useTold((state) => state.account?.problem);
  return (
    <ProblemBox
      problem={{
        kind: 'keychain',
        title: words.tasks.locked,
        what: problem?.what ?? words.tasks.lockedWhat,
        todo: problem?.todo ?? words.tasks.lockedTodo,
      }}
    >
      <Button kind="primary" onClick={() => void tell('account.unlock', {})}>
        {words.tryAgain}
      </Button>
    </ProblemBox>
  );
}

function OnlyInMemory() {
  const account = useTold((state) => state.account);
  const seen = useApp((app) => app.memoryNoticeSeen);
  if (account?.tokenIn !== 'memory' || seen) return null;
  return (
    <ProblemBox
      calm
      onHide={putMemoryNoticeAway}
      problem={{
        kind: 'keychain',
        title: words.tasks.memory,
        what: account.problem?.what ?? words.tasks.memoryWhat,
        todo: account.problem?.todo ?? '',
      }}
    />
  );
}

function NotFresh() {
  const { problem, failingSince, loading } = useTold((state) => state.tasks);
  const isTimerRunning = useTold((state) => state.time.running !== null);
  const writes = useTold((state) => state.outbox.total);
  const hidden = useApp((app) => app.hiddenTrouble);
  const now = useNow(0);
  const since = failingSince ?? 'now';
  if (problem === null || hidden === since) return null;
  const unreachable = problem.kind === 'unreachable' || problem.kind === 'timeout';
  const shown =
    unreachable && failingSince !== null
      ? { ...problem, what: words.problem.notSince(clockOrDay(failingSince, now)) }
      : problem;
  const keptAll = (
    <>
      <b>{words.problem.kept}</b> {words.problem.keptAll(isTimerRunning, writes)}
    </>
  );
  return (
    <ProblemBox problem={shown} kept={problem.kept ?? keptAll} onHide={() => hideTrouble(since)}>
      <Button kind="primary" aria-busy={loading} onClick={() => void tell('tasks.refresh', {})}>
        {loading && <Spinner />}
        {words.tryNow}
      </Button>
    </ProblemBox>
  );
}
