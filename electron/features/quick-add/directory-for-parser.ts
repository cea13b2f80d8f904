/** What lines are parsed with: the names of the workspace, and the default project and assignee of new tasks. Pure. */
import type { Settings } from '../../../shared/contract/settings.ts';
import type { ParserDirectory } from '../../../shared/quick-add/types.ts';
import type { DirectoryLists } from '../projects/index.ts';

/**
 * The lists of the workspace with the person's defaults. `assigned`: the person's tasks. A person who is alone in the workspace is
 * assigned every new task; in the local workspace (`isLocal`) that is always so, because its sample people cannot sign in.
 */
export function directoryForParser(
  { projects, ...lists }: DirectoryLists,
  {
    me,
    lastProjectId,
    assigned,
    settings,
    isLocal,
    locale,
  }: Pick<ParserDirectory, 'me' | 'lastProjectId' | 'locale'> & {
    assigned: readonly { projectId: string }[];
    settings: Pick<Settings, 'assignToMe'>;
    isLocal: boolean;
  },
): Omit<ParserDirectory, 'now'> {
  return {
    ...lists,
    people: lists.people.map(({ id, name, email }) => ({ id, name, email })),
    projects: projects.map(({ totalTasks: _, ...project }) => project),
    me: { id: me.id, name: me.name },
    lastProjectId: defaultProject(projects, lastProjectId, assigned),
    assignToMe: settings.assignToMe || isLocal || (lists.people.length === 1 && lists.people[0]?.id === me.id),
    locale,
  };
}

/** The project used last, else the one with most of the person's tasks (`assigned`), else the first; null if there is none. */
export function defaultProject(
  projects: readonly { id: string }[],
  lastProjectId: string | null,
  assigned: readonly { projectId: string }[],
): string | null {
  if (projects.some(({ id }) => id === lastProjectId)) return lastProjectId;
  const tasksOf = (project: { id: string }) => assigned.filter(({ projectId }) => projectId === project.id).length;
  // The sort is stable: of equal projects the first one wins.
  const [first] = projects.toSorted((a, b) => tasksOf(b) - tasksOf(a));
  return first?.id ?? null;
}
