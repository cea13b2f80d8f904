/** Which project's board is opened where none was chosen yet. Pure. */
import type { ProjectView } from '../../../shared/contract/board-view.ts';

/** The one with most of the person's own tasks; else the first that has any task; else the first. */
export function firstBoard(
  projects: readonly ProjectView[],
  assigned: readonly { projectId: string }[],
): ProjectView | undefined {
  const own = (project: ProjectView): number => assigned.filter(({ projectId }) => projectId === project.id).length;
  // Of several alike the first one stays first.
  const [most] = projects.toSorted((one, other) => own(other) - own(one));
  if (most !== undefined && own(most) > 0) return most;
  return projects.find(({ totalTasks }) => (totalTasks ?? 0) > 0) ?? projects[0];
}
