import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { ToastView } from '../../shared/contract/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/dates/milliseconds.ts';
import { clockOrDay, hoursMinutes } from '../../shared/i18n/format-dates.ts';
import { agoText, nextTryText } from '../../shared/i18n/format-durations.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { TOAST_MS } from '../../shared/limits.ts';
import { dayBounds, pieces, total } from '../../shared/time/day.ts';
import { useTimeViews } from '../features/time/view-state.ts';
import { isLocal, request, send, useAppState, useIsLocal } from '../state/main-process.ts';
import { openPage, pageOf, showTab, useNavigation } from '../state/navigation.ts';
import { useNotices } from '../state/notices.ts';
import { useColumns } from '../state/window-columns.ts';
import { LinkButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CheckIcon, CloudOffIcon, Icon, InfoIcon, KeyIcon, UndoIcon } from '../ui/icons.tsx';
import { useKeyboardInUse } from '../ui/input-modality.ts';
import { lazyView } from '../ui/lazy-view.tsx';
import { Spinner, useDelayed } from '../ui/loading.tsx';
import { useNow } from '../ui/use-now.ts';
import styles from './status-line.module.css';

const AccountTrouble = lazyView(async () => ({
  default: (await import('../widgets/open-accounts.tsx')).AccountTrouble,
}));
export const KeyHints = lazyView(() => import('./key-hints.tsx'));

/** How long this window's own toast covers an earlier notice about undo (ms). */
const OWN_TOAST_MS = 3 * SECOND_MS;

/**
 * Shows one thing at a time. A notice about undo takes precedence over "offline" for its ten seconds, so that offline changes can
 * be undone too; the tint still shows that the app is offline.
 */
export function StatusLine() {
  const { error, failingSince, loading } = useAppState((state) => state.tasks);
  const fromMain = useUnexpired(useAppState((state) => state.toast));
  const { toast, hint, hintKeys, isHintAsking } = useNotices();
  const ownToast = useUnexpired(toast);
  const latest = ownToast && ownToast.until > (fromMain?.until ?? '') ? ownToast : fromMain;
  // The id of this window's own toast is when it was published. It covers an earlier notice about undo for a moment only.
  const notice =
    isAboutUndo(fromMain) && latest && Math.abs(Date.now() - latest.id) >= OWN_TOAST_MS ? fromMain : latest;
  const isAsking = useAppState((state) => state.away !== null);
  const late = useDelayed(loading, 1000);
  const status = useAppState((state) => state.account?.status ?? 'signed-in');
  const progress = useAppState((state) => state.board?.progress ?? null);
  const atBoard = useNavigation(({ tab, page }) => tab === 'board' && page === null);
  const preview = useTimeViews(({ preview }) => preview);
  const isWide = useColumns() > 1;
  const hasTrouble = useAppState(
    ({ accounts }) => accounts.length > 1 && accounts.some(({ state }) => state !== 'signed-in'),
  );
  const isOffline = failingSince !== null || error !== null || status !== 'signed-in';
  const content =
    // A narrow window shows it in two lines above.
    preview && isWide
      ? 'preview'
      : notice && (!isOffline || isAboutUndo(notice) || notice === ownToast)
        ? 'notice'
        : isOffline && !hasTrouble
          ? 'offline'
          : isAsking
            ? 'asking'
            : atBoard && progress
              ? 'reading'
              : hasTrouble
                ? 'trouble'
                : late
                  ? 'loading'
                  : 'fresh';
  return (
    <footer className={classNames(styles.line, content === 'notice' && styles.notice, isOffline && styles.offline)}>
      {content === 'preview' && preview && (
        <span className="truncate tabular-numbers">
          <b className={styles.change}>{preview.change}</b> {preview.how}
        </span>
      )}
      {content === 'notice' && notice && <Notice notice={notice} />}
      {content === 'offline' && <Offline />}
      {content === 'asking' && <span className="truncate">{messages.status.away.waiting}</span>}
      {content === 'trouble' && (
        <Suspense>
          <AccountTrouble />
        </Suspense>
      )}
      {content === 'loading' && (
        <>
          <Spinner />
          {messages.status.loading}
        </>
      )}
      {content === 'reading' && progress && <Reading progress={progress} />}
      {content === 'fresh' &&
        (hint === null ? (
          <Fresh />
        ) : (
          hintKeys.length > 0 && <span className={classNames(isHintAsking && styles.asking)}>{hint}</span>
        ))}
      <span className={styles.spacer} />
      {hint !== null &&
        (content === 'fresh' && hintKeys.length > 0 ? (
          <Keys keys={hintKeys} />
        ) : (
          <span className={styles.hintText}>{hint}</span>
        ))}
      {content !== 'notice' && content !== 'reading' && hint === null && (
        <OutboxLink
          fallback={
            isOffline ? null : isAsking ? (
              <span className={styles.stays}>{messages.status.away.stays}</span>
            ) : (
              <HintsOrTotal />
            )
          }
        />
      )}
      {/* A notice that returns is not announced again. */}
      <span className="visually-hidden" role="status">
        {latest?.text}
      </span>
    </footer>
  );
}

/** Keys for those who use them, else the time tracked today; a click opens its entries. */
function HintsOrTotal() {
  const isKeyboard = useKeyboardInUse();
  const isTime = useNavigation(({ tab, page }) => tab === 'time' && page === null);
  const { today, day, running } = useAppState((state) => state.time);
  const now = useNow(today.length === 0 ? 0 : MINUTE_MS / 2, running?.startTime);
  if (isKeyboard)
    return (
      <Suspense>
        <KeyHints />
      </Suspense>
    );
  const tracked = day === '' ? 0 : total(pieces(today, dayBounds(day), now.getTime()));
  if (isTime || tracked === 0) return null;
  return (
    <button type="button" className={styles.dayTotal} onClick={() => showTab('time')}>
      {messages.status.dayTotal({ duration: hoursMinutes(tracked) })}
    </button>
  );
}

export const isAboutUndo = (notice: ToastView | null) => notice && (notice.undo || notice.redo || notice.page);

/** The notice until it expires. */
function useUnexpired(notice: ToastView | null): ToastView | null {
  useNow(notice ? SECOND_MS : 0, notice?.until);
  return notice && Date.now() < Date.parse(notice.until) ? notice : null;
}

function Notice({ notice }: { notice: ToastView }) {
  const now = useNow(notice.undo ? SECOND_MS : 0, notice.until);
  // The clock may have been set back.
  const left = Math.min(TOAST_MS, Math.max(0, Date.parse(notice.until) - now.getTime()));
  const { undo, redo, page, openTaskId, accountId } = notice;
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const ownToast = useNotices(({ toast }) => toast);
  // Only completed actions get a check mark, not rejections or information from main.
  const isDone = undo || notice === ownToast;
  return (
    <>
      <Icon of={isDone ? CheckIcon : redo || page ? UndoIcon : InfoIcon} />
      <span className="truncate" dir="auto" title={notice.text}>
        {notice.text}
      </span>
      {openTaskId && (
        <NoticeLink onClick={() => openPage(pageOf({ id: openTaskId, accountId }))}>{messages.status.open}</NoticeLink>
      )}
      {isAboutUndo(notice) && <span className={styles.spacer} />}
      {redo && (
        <>
          <NoticeLink onClick={() => void send('undo.redo', redo)}>{messages.status.redo}</NoticeLink>
          <span className={styles.keys} aria-hidden="true">
            <kbd>{isMac ? messages.status.keys.command : messages.status.keys.control}</kbd>
            <kbd>⇧</kbd>
            <kbd>Z</kbd>
          </span>
        </>
      )}
      {page && <NoticeLink onClick={() => openPage({ name: page })}>{messages.status[page]}</NoticeLink>}
      {undo && (
        <>
          <NoticeLink onClick={() => void send('undo.undo', { undoId: undo.undoId })}>{undo.label}</NoticeLink>
          <span className={classNames('tabular-numbers', styles.secondsLeft)}>
            {messages.status.secondsLeft({ seconds: Math.ceil(left / SECOND_MS) })}
          </span>
        </>
      )}
    </>
  );
}

const NoticeLink = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <LinkButton className={styles.link} onClick={onClick}>
    {children}
  </LinkButton>
);

function Offline() {
  const { error, failingSince, fetchedAt, nextTryAt } = useAppState((state) => state.tasks);
  const status = useAppState((state) => state.account?.status);
  const localError = useAppState((state) => (state.account?.kind === 'local' ? state.account.error : null));
  const atTasks = useNavigation(({ tab, page }) => tab === 'tasks' && page === null);
  const atWeek = useNavigation(({ tab, page }) => tab === 'timesheet' && page === null);
  const now = useNow(nextTryAt ? SECOND_MS : 0, nextTryAt ?? 0);
  const unreachable = error === null || error.kind === 'unreachable' || error.kind === 'timeout';
  let text: string;
  if (status === 'signed-out') text = localError?.title ?? messages.status.signedOut;
  else if (status === 'locked') text = messages.status.locked;
  else if (atTasks && fetchedAt !== null && nextTryAt !== null) {
    const seconds = Math.ceil((Date.parse(nextTryAt) - now.getTime()) / 1000);
    text = `${messages.status.listFrom({ when: clockOrDay(fetchedAt, now) })} · ${nextTryText(seconds)}`;
  } else if (failingSince === null) text = error?.title ?? messages.status.offline;
  else if (unreachable) text = messages.status.offlineSince({ when: clockOrDay(failingSince, now) });
  else text = messages.status.staleSince({ when: clockOrDay(failingSince, now) });
  if (atWeek) text = messages.status.typesWait({ offline: text });
  return (
    <>
      <Icon of={status === 'signed-in' ? CloudOffIcon : KeyIcon} />
      <span className="truncate tabular-numbers" title={text}>
        {text}
      </span>
    </>
  );
}

/** Loading progress of the board. Not a live region: single pages are not worth announcing. */
function Reading({ progress }: { progress: { read: number; total: number } }) {
  const { read, total } = progress;
  return (
    <>
      <Spinner />
      <span className="tabular-numbers">
        {total === 0 ? messages.status.readingFirst : messages.status.reading({ read, total })}
      </span>
      <span className={styles.spacer} />
      {total > 0 && (
        <progress className={styles.meter} aria-label={messages.status.readingFirst} value={read} max={total} />
      )}
    </>
  );
}

/** When the list was last fetched. Main publishes no state if the list did not change, so this polls while it is shown. */
function useListFetchedAt(): string | null {
  const fetchedAt = useAppState((state) => state.tasks.fetchedAt);
  const [fetched, setFetched] = useState(fetchedAt);
  const tick = useNow(fetchedAt === null ? 0 : 15 * SECOND_MS).getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again on every tick and after every published change.
  useEffect(() => {
    void request('tasks.fetched-at', {}).then((answer) => answer.ok && setFetched(answer.value));
  }, [fetchedAt, tick]);
  return fetched ?? fetchedAt;
}

function Fresh() {
  const atBoard = useNavigation(({ tab, page }) => tab === 'board' && page === null);
  const hasSeveral = useAppState(({ accounts }) => accounts.length > 1);
  const listAt = useListFetchedAt();
  const boardAt = useAppState((state) => state.board?.fetchedAt ?? null);
  const fetchedAt = atBoard ? boardAt : listAt;
  const isLocal = useIsLocal() && !hasSeveral;
  const now = useNow(fetchedAt === null || isLocal ? 0 : 4 * SECOND_MS, fetchedAt ?? 0);
  if (isLocal) return <span className="truncate">{messages.status.local}</span>;
  if (fetchedAt === null) return null;
  return <span className="truncate tabular-numbers">{agoText(now.getTime() - Date.parse(fetchedAt))}</span>;
}

/** Link to the unsent changes. Hidden while writes are being sent without problems. */
function OutboxLink({ fallback }: { fallback: React.ReactNode }) {
  const { items, total, others } = useAppState((state) => state.outbox);
  const isThere = useNavigation(({ page }) => page?.name === 'outbox');
  const isOffline = fallback === null;
  const needing = items.filter((item) => item.state === 'needs-you').length;
  const isStuck = useAppState((state) =>
    items.some(({ attempts, accountId }) => attempts > 0 && !isLocal(state, accountId)),
  );
  const otherAccountsTotal = others.reduce((sum, other) => sum + other.total, 0);
  const sameServer = others.filter((other) => other.isSameServer).length;
  const isClosed = others.some(({ openFrom }) => openFrom !== null);
  const where = isClosed ? 'other' : sameServer === 0 ? 'server' : sameServer === others.length ? 'person' : 'other';
  const isFrontLocal = useIsLocal();
  const needsAttention = total > 0 && (needing > 0 || (isOffline && !isFrontLocal) || isStuck);
  if (isThere || (!needsAttention && otherAccountsTotal === 0)) return fallback;
  return (
    <LinkButton className={styles.link} onClick={() => openPage({ name: 'outbox' })}>
      {needing > 0
        ? messages.status.needsYouCount({ count: needing })
        : needsAttention
          ? messages.status.waitingCount({ count: total })
          : messages.status.othersCount({ count: otherAccountsTotal, where })}
    </LinkButton>
  );
}

/** Keys and what they do. */
export function Keys({ keys }: { keys: readonly (readonly [string, string])[] }) {
  return (
    <span className={styles.hints} aria-hidden="true">
      {keys.map(([key, does]) => (
        <span className={styles.hint} key={key}>
          <kbd>{key}</kbd>
          {does}
        </span>
      ))}
    </span>
  );
}
