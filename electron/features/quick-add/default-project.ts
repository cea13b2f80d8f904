/** The project of a new task whose line names none. Pure. */

/**
 * The one used last; before the first task, the one with most of my tasks, or else the first; null where there is none.
 * `assigned`: my tasks.
 */
export function usualProject(
  projects: readonly { id: string }[],
  lastProjectId: string | null,
  assigned: readonly { projectId: string }[],
): string | null {
  if (projects.some(({ id }) => id === lastProjectId)) return lastProjectId;
  const tasksOf = (project: { id: string }) => assigned.filter(({ projectId }) => projectId === project.id).length;
  // Of equals the earlier one stays first.
  const [first] = projects.toSorted((a, b) => tasksOf(b) - tasksOf(a));
  return first?.id ?? null;
}
