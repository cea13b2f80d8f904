/** Finds an account by its name (made in account-names.ts), and tells the tasks and projects of several accounts apart. Pure. */
import type { OpenAccountView } from './contract/index.ts';

export type NamedAccount = Pick<OpenAccountView, 'id' | 'name' | 'server' | 'host'>;

/** Between the parts of a server's name where more than one account has it: pm.acme.example · Ana. */
export const PART = ' · ';

/** By name, else by server, which two people or two workspaces may share. */
export function accountsNamed<A extends NamedAccount>(text: string, accounts: readonly A[]): A[] {
  const wanted = text.trim().toLowerCase();
  const byName = accounts.filter(({ name }) => name.toLowerCase() === wanted);
  const isAt = ({ server, host }: A) => [server, host].some((at) => at.toLowerCase() === wanted);
  return byName.length > 0 ? byName : accounts.filter(isAt);
}

/** The only one that is meant. A server alone means the person's first workspace, and none of two people. */
export function accountNamed<A extends NamedAccount>(text: string, accounts: readonly A[]): A | undefined {
  const all = accountsNamed(text, accounts);
  const [only, another] = all.length === 1 ? all : all.filter(({ server, host }) => server === host);
  return another === undefined ? only : undefined;
}

/** `accountId`: if several are open. */
type TaskOfAny = ({ id: string } | { taskId: string }) & { accountId?: string | undefined };

const idOf = (task: TaskOfAny): string => ('taskId' in task ? task.taskId : task.id);

/** Differs for tasks, and projects, of different accounts, whose servers may give the same ids. */
export const taskKey = (task: TaskOfAny): string =>
  task.accountId === undefined ? idOf(task) : `${task.accountId} ${idOf(task)}`;

/** What a key was made of, if its account is one of these. */
export function splitKey(key: string, accountIds: readonly string[]): { id: string; accountId?: string } {
  const accountId = accountIds.find((id) => key.startsWith(`${id} `));
  return accountId === undefined ? { id: key } : { id: key.slice(accountId.length + 1), accountId };
}

/** A place that does not name the account, such as a page that was opened by a link, means the task of any. */
export const isSameTask = (one: TaskOfAny, other: TaskOfAny): boolean =>
  idOf(one) === idOf(other) && (one.accountId ?? other.accountId) === (other.accountId ?? one.accountId);
