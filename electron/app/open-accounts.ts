/** What the window shows of all open accounts together: which they are, their assigned tasks, and what is not sent. */
import { type NamedAccount, PART } from '../../shared/accounts.ts';
import type { OpenAccountView, OutboxView, PaletteView, TasksView } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { TaskRef } from '../../shared/time/entry.ts';
import { outboxView, unsentOfOthers } from '../features/outbox/index.ts';
import type { AccountFeatures } from './account-features.ts';
import { askAll } from './ask-all.ts';
import type { Features } from './features.ts';

/** The open accounts, in the order that the person gave them. */
export function openAccounts({ each, outbox }: Pick<Features, 'each' | 'outbox'>): OpenAccountView[] {
  const letters = new Set<string>();
  const names = new Set<string>();
  const opened = each().flatMap((one) => {
    const view = one.account.view();
    return view === null ? [] : [{ ...one, view }];
  });
  return opened.map(({ account, tasks, view }) => {
    const { id, kind, userId, userName, status, workspaces, workspaceId, isFurther } = view;
    const { total, failingSince } = tasks.view();
    const workspace = workspaces.find((one) => one.id === workspaceId)?.name ?? null;
    // Its server alone may not tell it from the account beside it.
    const beside = isFurther ? workspace : null;
    const isShared = opened.some((other) => other.view.server === view.server && other.view.userName !== userName);
    const server = [view.server, beside, isShared ? userName : null].filter((part) => part !== null).join(PART);
    const place = (kind === 'local' ? lastWord : siteName)(view.server);
    const letter = freeLetter(beside ?? (isShared ? place.charAt(0) + userName : '') + place, letters);
    letters.add(letter);
    const isLocal = kind === 'local' && beside === null;
    const name = isLocal
      ? 'local'
      : freeName(beside === null ? view.server : inOneWord(beside), userName, isShared, names);
    names.add(name);
    return {
      id,
      server,
      name,
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

export const titleOf = (features: Pick<Features, 'each' | 'outbox'>, accountId: string): string =>
  openAccounts(features).find(({ id }) => id === accountId)?.server ?? messages.account.someServer;

/** Those that are signed out, as links and command lines may call them. */
export const closedAccounts = ({ account: { accounts } }: Features): NamedAccount[] =>
  accounts.others().map(({ id, server }) => ({ id, server, name: siteName(server) }));

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
 * that of the account in front and those that have archived the project. The others need not know the name.
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
    const task = await tasks.findAtService(name);
    return task === undefined ? [] : [account.marked(task)];
  };
  return askAll([
    ...asked.map((one) => () => find(one)),
    ...others.map((one) => async () => ((await one.projects.hasProject(slug).catch(() => false)) ? find(one) : [])),
  ]);
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
export function nameAccount(
  features: Pick<Features, 'each' | 'inFront' | 'outbox'>,
  accountId: string,
  what: string,
): string {
  if (accountId === features.inFront().accountId) return what;
  return messages.tray.ofAccount.account({ server: titleOf(features, accountId), what });
}

/** The part of a host that tells it from others: "nordlicht" in "pm.nordlicht.example" and in "pm.nordlicht.co.uk". */
function siteName(host: string): string {
  const name = host.replace(/:\d+$/, '');
  const isAddress = /^[\d.]+$|^\[/.test(name);
  const parts = name.split('.');
  const isSecondLevel = parts.length > 2 && /^(?:co|com|org|net|ac|gov|edu)$/.test(parts.at(-2) ?? '');
  return isAddress ? host : (parts.at(isSecondLevel ? -3 : -2) ?? name);
}

/** The name of the site, else its host, else with the person before it. The host of two people is the name of neither. */
function freeName(host: string, person: string, isShared: boolean, taken: ReadonlySet<string>): string {
  const first = person.toLowerCase().split(/\s+/)[0] ?? '';
  const names = [siteName(host), ...(isShared ? [] : [host]), `${first}@${siteName(host)}`, `${first}@${host}`];
  const numbered = Array.from({ length: taken.size + 1 }, (_, n) => `${host}-${n + 2}`);
  return [...names, ...numbered].find((name) => !taken.has(name) && name !== 'local') ?? host;
}

const inOneWord = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
const lastWord = (text: string): string => text.split(' ').at(-1) ?? text;

/** The first letter of the name that no other account has; a digit if they all have one. */
function freeLetter(name: string, taken: ReadonlySet<string>): string {
  const letters = [...name.toUpperCase()].filter((letter) => /[\p{L}\d]/u.test(letter));
  return [...letters, ...'123456789'].find((letter) => !taken.has(letter)) ?? '?';
}
