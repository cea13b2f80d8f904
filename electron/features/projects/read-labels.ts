/** The labels of a workspace (docs/service.md#labels): with the number of tasks that have each. */
import type { LabelDefinitionView } from '../../../shared/contract/project-view.ts';
import type { Client } from '../../service/client.ts';

/** By name. Throws ServiceError. */
export async function readLabels(
  client: Pick<Client, 'listWorkspaceLabels'>,
  workspaceId: string,
): Promise<LabelDefinitionView[]> {
  const all = await client.listWorkspaceLabels(workspaceId);
  const copies = new Map<string, number>();
  for (const { taskId, name, color } of all) {
    if (taskId != null) copies.set(`${color} ${name}`, (copies.get(`${color} ${name}`) ?? 0) + 1);
  }
  return all
    .filter(({ taskId }) => taskId == null)
    .map(({ id, name, color }) => ({
      id,
      name,
      color,
      // A task's copy has the name and colour of the workspace's label.
      taskCount: copies.get(`${color} ${name}`) ?? 0,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
