import { clockOrDay, list } from '../../../../shared/i18n/format-dates.ts';
import { settingsPageMessages } from '../../../../shared/i18n/generated/settings-page.ts';
import { taskListMessages } from '../../../../shared/i18n/generated/task-list.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { send, useAppState, useShownAccount } from '../../../state/main-process.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { wayBackOf } from '../../../widgets/open-accounts.tsx';
import { Unreadable } from '../../../widgets/unreadable.tsx';
import { setListView, useListView } from './view-state.ts';

/** Errors above the list; those of the account come first. */
export default function ListErrors() {
  const status = useAppState((state) => state.account?.status ?? 'signed-in');
  if (status === 'signed-out') return <SignedOut />;
  if (status === 'locked') return <Locked />;
  return (
    <>
      <OthersOut />
      <OnlyInMemory />
      <Removed />
      <Outdated />
      <Unreadable of="tasks" />
    </>
  );
}

function SignedOut() {
  const account = useAppState((state) => state.account);
  const error = account?.error ?? null;
  const isLocal = account?.kind === 'local' && error !== null;
  const isShown = isLocal || error?.kind === 'other-person';
  return (
    <ErrorBox
      error={
        isShown && error
          ? error
          : {
              kind: 'signed-out',
              ...taskListMessages.signedOut({ server: account?.server ?? '' }),
              ...(error && { explanation: error.explanation }),
            }
      }
    >
      <Button kind="primary" onClick={() => void send('sign-in.reauthenticate', {})}>
        {isLocal ? messages.tryAgain : taskListMessages.signInAgain}
      </Button>
    </ErrorBox>
  );
}

/** The accounts beside the one in front that are signed out or locked, while the tasks of all are listed. */
function OthersOut() {
  const front = useAppState(({ account }) => account?.id);
  const accounts = useAppState((state) => state.accounts);
  const isOfAll = useShownAccount() === undefined;
  const hidden = useListView(({ hiddenAccounts }) => hiddenAccounts);
  const { signedOut, locked, kept, keptParts, keptOnly } = taskListMessages;
  const { trouble, closed } = settingsPageMessages.accounts;
  const others = isOfAll ? accounts.filter(({ id }) => id !== front && !hidden.includes(id)) : [];
  return others
    .filter(({ state }) => state === 'signed-out' || state === 'locked')
    .map((account) => {
      const { id, server, state, isLocal, tasks, waiting } = account;
      const way = wayBackOf(account);
      const parts = [
        tasks > 0 && keptParts.tasks({ count: tasks }),
        waiting > 0 && keptParts.changes({ count: waiting }),
      ];
      const what = list(parts.filter((part) => part !== false));
      return (
        <ErrorBox
          key={id}
          error={
            state === 'locked'
              ? { kind: 'keychain', ...locked, title: trouble({ server, what: locked.title }) }
              : isLocal
                ? { kind: 'internal', title: trouble({ server, what: closed }), explanation: '', nextStep: '' }
                : { kind: 'signed-out', ...signedOut({ server }), explanation: '' }
          }
          whatWasKept={
            what === '' ? undefined : (
              <>
                <b>{kept}</b> {keptOnly({ what })}
              </>
            )
          }
          onHide={() => setListView({ hiddenAccounts: [...hidden, id] })}
        >
          {way && (
            <Button kind="primary" onClick={way.run}>
              {way.label}
            </Button>
          )}
        </ErrorBox>
      );
    });
}

function Locked() {
  const error = useAppState((state) => state.account?.error);
  return (
    <ErrorBox
      error={{
        kind: 'keychain',
        ...taskListMessages.locked,
        ...(error && { explanation: error.explanation, nextStep: error.nextStep }),
      }}
    >
      <Button kind="primary" onClick={() => void send('account.retry-keychain', {})}>
        {messages.tryAgain}
      </Button>
    </ErrorBox>
  );
}

function OnlyInMemory() {
  const account = useAppState((state) => state.account);
  const seen = useListView(({ memoryNoticeSeen }) => memoryNoticeSeen);
  if (account?.tokenIn !== 'memory' || seen) return null;
  return (
    <ErrorBox
      calm
      onHide={() => setListView({ memoryNoticeSeen: true })}
      error={{
        kind: 'keychain',
        nextStep: account.error?.nextStep ?? '',
        ...taskListMessages.memory,
        ...(account.error && { explanation: account.error.explanation }),
      }}
    />
  );
}

/** The person was removed from a workspace. */
function Removed() {
  const error = useAppState((state) => state.account?.error);
  const hidden = useListView(({ hiddenListError }) => hiddenListError);
  if (error?.kind !== 'no-workspace' || hidden === error.title) return null;
  return <ErrorBox error={error} onHide={() => setListView({ hiddenListError: error.title })} />;
}

function Outdated() {
  const { error, failingSince, loading } = useAppState((state) => state.tasks);
  // The server that does not answer is that of the account in front; others go on.
  const front = useAppState(({ account }) => account?.id);
  const waitsForFront = ({ accountId = front }: { accountId?: string }) => accountId === front;
  const isTimerRunning = useAppState(({ time: { running } }) => running !== null && waitsForFront(running.task));
  const { items, total: all } = useAppState((state) => state.outbox);
  const total = useAppState(({ accounts }) => accounts.find(({ id }) => id === front)?.waiting ?? all);
  const needing = items.filter((item) => item.state === 'needs-you' && waitsForFront(item)).length;
  const hidden = useListView(({ hiddenListError }) => hiddenListError);
  const now = useNow(0);
  const since = failingSince ?? 'now';
  if (error === null || hidden === since) return null;
  const unreachable = error.kind === 'unreachable' || error.kind === 'timeout';
  const shown =
    unreachable && failingSince !== null
      ? { ...error, explanation: taskListMessages.notSince({ when: clockOrDay(failingSince, now) }) }
      : error;
  const keptAll = (
    <>
      <b>{taskListMessages.kept}</b> {keptText(isTimerRunning, total - needing, needing)}
    </>
  );
  return (
    <ErrorBox
      error={shown}
      whatWasKept={error.whatWasKept ?? keptAll}
      onHide={() => setListView({ hiddenListError: since })}
    >
      <Button kind="primary" aria-busy={loading} onClick={() => void send('tasks.refresh', {})}>
        {loading && <Spinner />}
        {messages.tryNow}
      </Button>
    </ErrorBox>
  );
}

/** "your running timer and 2 changes. They will be sent when the server answers. 1 change needs attention." */
function keptText(isTimerRunning: boolean, waiting: number, needing: number): string {
  const { keptParts, keptOnly, keptAndSent, keptNeeding } = taskListMessages;
  const attention = needing > 0 ? [keptNeeding({ count: needing })] : [];
  if (waiting > 0) {
    const what = list([...(isTimerRunning ? [keptParts.timer] : []), keptParts.changes({ count: waiting })]);
    return [keptAndSent({ what }), ...attention].join(' ');
  }
  return [isTimerRunning ? keptOnly({ what: keptParts.timer }) : keptParts.list, ...attention].join(' ');
}
