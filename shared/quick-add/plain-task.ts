/** A new task without any part that a line can name. Pure. */
import type { NewTask } from '../contract/new-task.ts';
import type { DirectoryProject, ParserDirectory } from './types.ts';

/** The slug. Every project is created with that one, in case its columns are not read yet. */
export const firstColumn = ({ id }: { id: string }, { columns }: Pick<ParserDirectory, 'columns'>): string =>
  columns[id]?.[0]?.slug ?? 'to-do';

/** A task that has nothing but this title, and the defaults of the project and the person. */
export function plainTask(
  title: string,
  project: Pick<DirectoryProject, 'id' | 'slug'>,
  directory: Pick<ParserDirectory, 'columns' | 'assignToMe' | 'me'>,
): NewTask {
  return {
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
