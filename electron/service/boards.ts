/** Boards come in pages (section 4, notes; field notes 3). */
import type { Client } from './client.ts';
import type { BoardColumn, BoardTask } from './records.ts';

export interface AssignedOnBoard {
  projectName: string;
  projectSlug: string;
  projectIcon: string | null;
  /** The task and the column it sits in; null for a planned task. */
  tasks: { task: BoardTask; column: Omit<BoardColumn, 'tasks'> | null }[];
}

const PAGE_SIZE = 100;

/** A person's open tasks on one board: every page, final columns and archived tasks left out, each task once. */
export async function readAssigned(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  assigneeId: string,
): Promise<AssignedOnBoard> {
  const found = new Map<string, AssignedOnBoard['tasks'][number]>();
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await client.getBoardPage(projectId, {
      page,
      limit: PAGE_SIZE,
      assigneeId,
      sortBy: 'number',
      sortOrder: 'asc',
    });
    const isEmpty = ![...data.columns, { tasks: data.plannedTasks }, { tasks: data.archivedTasks }].some(
      ({ tasks }) => tasks.length > 0,
    );
    for (const { tasks, ...column } of data.columns) {
      if (column.isFinal) continue;
      for (const task of tasks) found.set(task.id, { task, column });
    }
    for (const task of data.plannedTasks) found.set(task.id, { task, column: null });
    // A page past the end is empty: a wrong count of pages must not keep us asking.
    if (page >= pagination.totalPages || isEmpty) {
      return {
        projectName: data.name,
        projectSlug: data.slug,
        projectIcon: data.icon ?? null,
        tasks: [...found.values()],
      };
    }
  }
}
