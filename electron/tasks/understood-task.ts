/** From what was understood of a line to the task to be made, or what stands in its way. Pure. */
import type { NewTask } from './new-task.ts';
import type { Known, ProblemKind, Understood } from './quick-add/types.ts';

/** What is said of these is worth knowing; a task can be made all the same. */
const HARMLESS: ReadonlySet<ProblemKind> = new Set([
  'two-projects',
  'two-people',
  'two-priorities',
  'two-columns',
  'past-date',
]);

/** The first column of a project whose columns nobody has read yet: every project is made with it. */
const FIRST_COLUMN = 'to-do';

/** Why no task can be made of it, a sentence; null where one can. */
export function obstacleTo(understood: Understood): string | null {
  const problem = understood.problems.find(({ kind }) => !HARMLESS.has(kind));
  if (problem !== undefined) return problem.words;
  if (understood.title === '') return 'Type what is to be done.';
  if (understood.project === null) return 'Which project? Type # to choose one.';
  return null;
}

/** null where something stands in its way. */
export function newTaskOf(understood: Understood, known: Pick<Known, 'columns'>): NewTask | null {
  const { project, title, description, priority, column, dueDate, assignee, labels } = understood;
  if (obstacleTo(understood) !== null || project === null) return null;
  return {
    projectId: project.id,
    projectSlug: project.slug,
    title,
    description,
    priority,
    status: column?.slug ?? known.columns[project.id]?.[0]?.slug ?? FIRST_COLUMN,
    ...(dueDate !== null && { dueDate }),
    ...(assignee !== null && { userId: assignee.id }),
    labels: labels.map(({ id, name, color }) => (id !== null && color !== null ? { id, name, color } : { name })),
  };
}
