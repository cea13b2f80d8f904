/** One line for the projects of several open accounts. Labels, people and columns are those of the account of its project. Pure. */
import type { NewTask } from '../contract/new-task.ts';
import type { DirectoryProject, ParserDirectory } from './types.ts';

/** A new task and, while several accounts are open, the one that creates it. */
export type TaskOfAccount = NewTask & { accountId?: string };

/** The tasks of each account, which creates them; those without one are of `fallback`. */
export function groupByAccount<A extends string | null>(
  tasks: readonly TaskOfAccount[],
  fallback: A,
): [string | A, NewTask[]][] {
  const groups = Map.groupBy(tasks, (task) => task.accountId ?? fallback);
  return [...groups].map(([id, own]) => [id, own.map(({ accountId: _, ...task }) => task)]);
}

/** The directory with the lists of the project's account. */
export function ofAccount<D extends Pick<ParserDirectory, 'byAccount'>>(
  directory: D,
  project: Pick<DirectoryProject, 'account'> | null,
): D {
  const lists = directory.byAccount?.[project?.account?.id ?? ''];
  return lists === undefined ? directory : { ...directory, ...lists };
}

/** The directory with the projects of one account alone. */
export function onlyAccount<D extends Pick<ParserDirectory, 'projects' | 'byAccount'>>(directory: D, id: string): D {
  const projects = directory.projects.filter(({ account }) => account === undefined || account.id === id);
  return { ...ofAccount(directory, { account: { id, name: '' } }), projects };
}

/** The project as a line names it: acme/Payments. */
export const nameWithAccount = ({ name, account }: { name: string; account?: { name: string } | undefined }): string =>
  account === undefined ? name : `${account.name}/${name}`;

type Directory = Omit<ParserDirectory, 'now'>;

/** The directories of several accounts as one. The first is the default account's. */
export function mergeDirectories(
  accounts: readonly { id: string; name: string; directory: Directory }[],
): Directory | null {
  const [first] = accounts;
  if (first === undefined || accounts.length === 1) return first?.directory ?? null;
  return {
    ...first.directory,
    projects: accounts.flatMap(({ id, name, directory }) =>
      directory.projects.map((project) => ({ ...project, account: { id, name } })),
    ),
    byAccount: Object.fromEntries(
      accounts.map(({ id, directory: { labels, people, columns, me, lastProjectId, assignToMe } }) => [
        id,
        { labels, people, columns, me, lastProjectId, assignToMe },
      ]),
    ),
  };
}
