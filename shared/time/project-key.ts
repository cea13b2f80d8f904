/** What the rules of a project are stored under. Pure. */
import type { TaskRef } from './entry.ts';

/** The project's id; its name for entries that were stored without the id. Empty for a task without a project. */
export const projectKey = ({ projectId, projectName }: Pick<TaskRef, 'projectId' | 'projectName'>): string =>
  projectId ?? projectName;
