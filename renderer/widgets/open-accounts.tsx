/** What is to be seen of several open accounts; nothing while there is one. */
import type { OpenAccountView } from '../../shared/contract/index.ts';
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../shared/i18n/format-dates.ts';
import { settingsPageMessages } from '../../shared/i18n/generated/settings-page.ts';
import { taskListMessages } from '../../shared/i18n/generated/task-list.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { chooseAccount, send, useAppState, useShownAccount } from '../state/main-process.ts';
import { addAccount, openPage, useNavigation } from '../state/navigation.ts';
import { LinkButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CloudOffIcon, Icon, KeyIcon, TaskListIcon } from '../ui/icons.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { type MenuEntry, MenuNote } from '../ui/menu-pages.tsx';
import { useNow } from '../ui/use-now.ts';
import styles from './open-accounts.module.css';

/** What is wrong with an account; null if nothing is. */
export function troubleOf({ state, failingSince, isLocal }: OpenAccountView, now: Date): string | null {
  const { locked, closed, signedOut, offline } = settingsPageMessages.accounts;
  if (state === 'signed-in') return null;
  if (state === 'offline') return offline({ when: clockOrDay(failingSince ?? now, now) });
  if (state === 'locked') return locked;
  return isLocal ? closed : signedOut;
}

/** What the person can do about that, whichever account is in front; null if nothing is wrong. */
export function wayBackOf({ id, state, isLocal }: OpenAccountView): { label: string; run: () => void } | null {
  if (state === 'signed-in') return null;
  if (state === 'offline') return { label: messages.tryNow, run: () => void send('tasks.refresh', {}) };
  if (state === 'locked') return { label: messages.tryAgain, run: () => void send('account.retry-keychain', {}) };
  return {
    label: isLocal ? messages.tryAgain : taskListMessages.signInAgain,
    async run() {
      if (await send('account.bring-to-front', { accountId: id })) void send('sign-in.reauthenticate', {});
    },
  };
}

/** Whose account it is. */
export const personOf = ({ userName, workspace }: OpenAccountView): string =>
  [userName, workspace].filter((part) => part !== null).join(', ');

/** What the account has not sent; null for nothing. */
export const unsentOf = ({ waiting }: OpenAccountView): string | null =>
  waiting > 0 ? settingsPageMessages.accounts.waiting({ count: waiting }) : null;

/** Whose account it is, or what is wrong with it, and what it has not sent. */
function AboutAccount({ account }: { account: OpenAccountView }) {
  const trouble = troubleOf(account, useNow(MINUTE_MS));
  return (
    <span className={trouble === null ? undefined : styles.trouble}>
      {[trouble ?? personOf(account), unsentOf(account)].filter(Boolean).join(', ')}
    </span>
  );
}

interface MarkProps {
  account: OpenAccountView;
  large?: boolean;
}

export function Mark({ account, large = false }: MarkProps) {
  const tint = useAppState(({ settings }) => settings.accountTints[account.id]);
  return (
    <span
      className={classNames(styles.mark, large && styles.large)}
      data-state={account.state}
      data-tint={tint}
      title={account.server}
      aria-hidden="true"
    >
      {account.letter}
    </span>
  );
}

/**
 * The letter of a task's account; the first account goes without, and so does an only one. `isSaid`: screen readers hear the server,
 * because no name beside it says which one it is.
 */
export function AccountMark({ accountId, isSaid = false }: { accountId: string | undefined; isSaid?: boolean }) {
  const account = useAppState(({ accounts }) => accounts.find(({ id }) => accounts.length > 1 && id === accountId));
  const isFirst = useAppState(({ accounts: [first] }) => first?.id === accountId);
  if (account === undefined) return null;
  return (
    <>
      {!isFirst && <Mark account={account} />}
      {isSaid && <span className="visually-hidden">, {account.server}</span>}
    </>
  );
}

/** The account whose time and notifications are shown; null for all, as always while the list shows one account at a time. */
export function useAccountFilter(): string | null {
  const shown = useShownAccount();
  return useAppState(({ settings }) => (settings.accountsTogether && shown ? shown.id : null));
}

/** What the filter leaves out. */
export const isFilteredOut = (filter: string | null, { accountId }: { accountId?: string | undefined }): boolean =>
  filter !== null && accountId !== filter;

/** null: shows all accounts. The page stays open, unlike with `chooseAccount`. */
export const filterByAccount = (shownAccount: string | null): void => useNavigation.setState({ shownAccount });

/** Names the account that a view is filtered by, and what the filter leaves as it is; nothing without a filter. */
export function AccountFilterNote({ children }: { children?: string }) {
  const isFiltered = useAccountFilter() !== null;
  const { server } = useShownAccount() ?? {};
  if (!isFiltered || server === undefined) return null;
  return (
    <p className={styles.note}>
      {settingsPageMessages.accounts.only({ server })} {children}{' '}
      <LinkButton onClick={() => filterByAccount(null)}>{settingsPageMessages.accounts.all}</LinkButton>
    </p>
  );
}

/** Chooses the account whose tasks, time and notifications are listed, and whose board and pages are shown. */
export function AccountSwitcher({ onChoose = chooseAccount }: { onChoose?: (accountId: string | null) => void }) {
  const accounts = useAppState((state) => state.accounts);
  const listed = useShownAccount();
  const front = useAppState(({ account }) => account?.id);
  // A board belongs to one account.
  const isBoard = useNavigation(({ tab, page }) => tab === 'board' && page === null);
  const hasAll = useAppState(({ settings }) => settings.accountsTogether) && !isBoard;
  const shown = isBoard ? accounts.find(({ id }) => id === front) : listed;
  const total = accounts.reduce((sum, { tasks }) => sum + tasks, 0);
  const all = {
    key: '',
    label: settingsPageMessages.accounts.all,
    icon: <Icon of={TaskListIcon} className={styles.list} />,
    result: String(total),
    chosen: shown === undefined,
  };
  const entries = (): MenuEntry[] => [
    ...(hasAll ? [{ ...all, onChoose: () => onChoose(null) }] : []),
    ...accounts.map((account, at) => ({
      key: account.id,
      label: account.server,
      about: <AboutAccount account={account} />,
      icon: <Mark account={account} large />,
      result: String(account.tasks),
      chosen: account.id === shown?.id,
      apart: at === 0 && hasAll,
      onChoose: () => onChoose(account.id),
    })),
    {
      label: settingsPageMessages.accounts.add,
      apart: true,
      movesFocus: true,
      onChoose: () => addAccount(),
    },
    {
      label: settingsPageMessages.accounts.manage,
      movesFocus: true,
      onChoose: () => openPage({ name: 'settings', tab: 'account' }),
    },
  ];
  return (
    <MenuButton
      small
      quiet
      label={settingsPageMessages.accounts.switcher({ which: shown?.server ?? settingsPageMessages.accounts.all })}
      content={<MenuNote>{settingsPageMessages.accounts.show}</MenuNote>}
      entries={entries}
    >
      {shown === undefined ? settingsPageMessages.accounts.allShort : <Mark account={shown} />}
    </MenuButton>
  );
}

/** In the status line: the account that cannot be read, or how many of them can. */
export function AccountTrouble() {
  const accounts = useAppState((state) => state.accounts);
  const atWeek = useNavigation(({ tab, page }) => tab === 'timesheet' && page === null);
  const now = useNow(MINUTE_MS);
  const troubled = accounts.filter(({ state }) => state !== 'signed-in');
  const say = (account: OpenAccountView, server: string) =>
    settingsPageMessages.accounts.trouble({ server, what: troubleOf(account, now) ?? '' });
  const [only, another] = troubled;
  const [count, all] = [accounts.length - troubled.length, accounts.length];
  const text =
    only && another === undefined
      ? say(only, only.isLocal ? only.server : only.name)
      : settingsPageMessages.accounts.upToDate({ count, all });
  return (
    <>
      <Icon of={troubled.some(({ state }) => state === 'offline') ? CloudOffIcon : KeyIcon} />
      <span
        className={classNames('truncate', 'tabular-numbers', styles.trouble)}
        title={troubled.map((one) => say(one, one.server)).join('\n')}
      >
        {atWeek ? messages.status.typesWait({ offline: text }) : text}
      </span>
    </>
  );
}
