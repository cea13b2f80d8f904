/**
 * What concerns all accounts together: which are open and which were, their assigned tasks, what the palette searches, unread
 * notifications, what is not sent, pausing reminders, and finding a task at their services.
 */
import { type NamedAccount, PART } from '../../shared/accounts.ts';
import type { OpenAccountView, OutboxView, PaletteView, TasksView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { namesOf, placeOf, serverName, siteName } from '../features/account/index.ts';
import { outboxView, unsentOfOthers } from '../features/outbox/index.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import type { AccountFeatures } from './account-features.ts';
import { askAll } from './ask-all.ts';
import type { Features } from './features.ts';

type Named = Pick<Features, 'each' | 'outbox' | 'account'>;

/** The open accounts, in the order that the person gave them. */
export function openAccounts({ each, outbox, account: { accounts } }: Named): OpenAccountView[] {
  const letters = new Set<string>();
  const names = namesOf(accounts.known());
  const opened = each().flatMap((one) => {
    const view = one.account.view();
    return view === null ? [] : [{ ...one, view }];
  });
  return opened.map(({ account, tasks, view }) => {
    const { id, kind, userId, userName, userEmail, status, workspaces, workspaceId, credentialOf, isFurther } = view;
    const { total, failingSince } = tasks.view();
    const workspace = workspaces.find((one) => one.id === workspaceId)?.name ?? null;
    // Its server alone may not tell it from the account beside it.
    const beside = isFurther ? workspace : null;
    const others = opened.filter((other) => other.view.server === view.server && other.view.userId !== userId);
    const isShared = others.length > 0;
    const email = others.some((other) => other.view.userName === userName) ? userEmail : null;
    const parts = [view.server, beside, isShared ? userName : null, email];
    const server = parts.filter((part) => part !== null).join(PART);
    const place = (kind === 'local' ? lastWord : siteName)(view.server);
    const letter = freeLetter(beside ?? (isShared ? place.charAt(0) + userName : '') + place, letters);
    letters.add(letter);
    return {
      id,
      kind,
      server,
      host: view.server,
      credentialOf,
      name: names.get(id) ?? id,
      isLocal: kind === 'local',
      letter,
      userId,
      userName,
      workspace,
      workspaceId,
      state: status === 'signed-in' && failingSince !== null ? 'offline' : status,
      failingSince,
      tasks: total,
      waiting: outbox.count(id),
      missingPermissions: account.permissions.missing(),
    };
  });
}

export const titleOf = (features: Named, accountId: string): string =>
  openAccounts(features).find(({ id }) => id === accountId)?.server ?? messages.account.someServer;

/** Those that were open before, as links and command lines may call them. */
export function closedAccounts({ account: { accounts } }: Pick<Features, 'account'>): NamedAccount[] {
  const names = namesOf(accounts.known());
  const closed = accounts.known().filter(({ id }) => accounts.find(id) === undefined);
  return closed.map((account) => ({
    id: account.id,
    server: placeOf(account),
    host: serverName(account),
    name: names.get(account.id) ?? account.id,
  }));
}

/** The tasks of all accounts, with the state of the list in front. */
export function allTasks({ each, inFront }: Features): TasksView {
  const lists = each().map((one) => ({ one, view: one.tasks.view() }));
  return {
    ...(lists.find(({ one }) => one === inFront())?.view ?? inFront().tasks.view()),
    tasks: lists.flatMap(({ one, view }) => view.tasks.map(one.account.marked)),
    total: lists.reduce((sum, { view }) => sum + view.total, 0),
  };
}

/** What the palette searches on this computer. Throws AppError if signed out. */
export function readPalette({ each, inFront }: Features): PaletteView {
  const lists = each().map(({ palette }) => palette.lists());
  return inFront().palette.read({
    boardTasks: lists.flatMap(({ boardTasks }) => boardTasks),
    projects: lists.flatMap(({ projects }) => projects),
  });
}

/** null: they go on. */
export function pauseReminders({ each }: Features, length: '1-hour' | 'tomorrow' | null): void {
  for (const { reminders } of each()) {
    if (length === null) reminders.reminders.resume();
    else reminders.reminders.pause(length);
  }
}

/** Unread notifications of all accounts; null before the first answer. */
export function unreadNotifications({ each }: Features): number | null {
  const counts = each().flatMap(({ server }) => server.inbox.unread() ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Searches services for a task that no list has: those of the named accounts, else those with its project, such as PAY of PAY-142, else
 * that of the account in front and those that have archived the project. The others need not know the name. Throws AppError if nothing
 * is found and not all of them answered.
 */
export async function findAtServices(
  { each, inFront }: Features,
  name: string,
  accountIds?: readonly string[],
): Promise<TaskRef[]> {
  const slug = name.trim().replace(/-\d+$/, '').toLowerCase();
  const asked = each().filter((one) =>
    accountIds === undefined
      ? one.projects.directory.lists().projects.some((project) => project.slug.toLowerCase() === slug)
      : accountIds.some((id) => id === one.accountId),
  );
  const mayBeArchived = accountIds === undefined && asked.length === 0;
  const others = mayBeArchived ? each().filter((one) => one !== inFront()) : [];
  if (mayBeArchived) asked.push(inFront());
  const find = async ({ account, tasks }: AccountFeatures) => {
    const task = await tasks.findAtService(name).catch((error: unknown) => {
      throw new AppError(toAppErrorView(error, account.server()), error);
    });
    return task === undefined ? [] : [account.marked(task)];
  };
  const silent: AccountFeatures[] = [];
  const found = await askAll(
    [
      ...asked.map((one) => () => find(one)),
      ...others.map((one) => async () => ((await one.projects.hasProject(slug).catch(() => false)) ? find(one) : [])),
    ],
    (at) => {
      silent.push(...asked.slice(at, at + 1));
      return [];
    },
  );
  const [late] = silent;
  if (found.length === 0 && late !== undefined)
    throw new AppError({ kind: 'unreachable', ...messages.errors.unreachable({ server: late.account.server() }) });
  return found;
}

/** The unsent changes of the accounts that are signed in, the oldest first; of the others it is said how many there are. */
export function allUnsent({ account: { accounts }, outbox, time }: Features): OutboxView {
  const others = accounts.others();
  const ids = accounts.openIds().filter((id) => others.every((other) => other.id !== id));
  const views = (ids.length === 0 ? [undefined] : ids).map((id) => {
    const entryTitle = (subject: string) => {
      const entry = id === undefined ? undefined : time.entries.find(id, subject);
      return entry?.discardedAt === null ? entry.task.title : undefined;
    };
    return outboxView(outbox, id, entryTitle);
  });
  return {
    items: views.flatMap(({ items }) => items).sort((one, other) => one.createdAt.localeCompare(other.createdAt)),
    total: views.reduce((sum, { total }) => sum + total, 0),
    isPaused: views.every(({ isPaused }) => isPaused),
    others: unsentOfOthers(outbox, others),
  };
}

/** A message about another account than the one in front begins with its server. */
export function nameAccount(features: Named & Pick<Features, 'inFront'>, accountId: string, what: string): string {
  if (accountId === features.inFront().accountId) return what;
  return messages.tray.ofAccount.account({ server: titleOf(features, accountId), what });
}

const lastWord = (text: string): string => text.split(' ').at(-1) ?? text;

/** The first letter of the name that no other account has; a digit if they all have one. */
function freeLetter(name: string, taken: ReadonlySet<string>): string {
  const letters = [...name.toUpperCase()].filter((letter) => /[\p{L}\d]/u.test(letter));
  return [...letters, ...'123456789'].find((letter) => !taken.has(letter)) ?? '?';
}
