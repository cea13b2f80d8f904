/** A new task without any part that a line can name. Pure. */
import { ofAccount, type TaskOfAccount } from './accounts.ts';
import type { AccountLists, DirectoryProject, ParserDirectory } from './types.ts';

/** The slug. Every project is created with that one, in case its columns are not read yet. */
export const firstColumn = ({ id }: { id: string }, { columns }: Pick<ParserDirectory, 'columns'>): string =>
  columns[id]?.[0]?.slug ?? 'to-do';

/** A task that has nothing but this title, and the defaults of the project and the person. */
export function plainTask(
  title: string,
  project: Pick<DirectoryProject, 'id' | 'slug' | 'account'>,
  all: Pick<ParserDirectory, 'byAccount'> & AccountLists,
): TaskOfAccount {
  const directory = ofAccount(all, project);
  return {
    ...(project.account && { accountId: project.account.id }),
    projectId: project.id,
    projectSlug: project.slug,
    title,
    description: '',
    priority: 'no-priority',
    status: firstColumn(project, directory),
    ...(directory.assignToMe && { userId: directory.me.id }),
    labels: [],
  };
}
