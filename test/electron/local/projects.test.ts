/** Projects and their columns (docs/service.md#projects). */
import { describe, expect, test } from 'vitest';
import { Project, ProjectListItem } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

describe('projects', () => {
  test('a new workspace has one project with the default columns', async () => {
    const { call, workspaceId, projectId, workspace } = await testWorkspace();
    const list = ProjectListItem.array().parse((await call('GET', `/project?workspaceId=${workspaceId}`)).json);
    expect(list).toMatchObject([{ id: projectId, name: 'Personal', slug: 'ME', lastTaskNumber: 0 }]);
    expect((await call('GET', `/column/${projectId}`)).json).toMatchObject([
      { slug: 'to-do', name: 'To do', isFinal: false },
      { slug: 'in-progress', name: 'In progress', isFinal: false },
      { slug: 'in-review', name: 'In review', isFinal: false },
      { slug: 'done', name: 'Done', isFinal: true },
    ]);
    expect(workspace.isEmpty()).toBe(true);
  });

  test('have statistics of their tasks; only open tasks count for the due date', async () => {
    const { call, workspaceId, addTask } = await testWorkspace();
    await addTask({ status: 'done', dueDate: '2026-11-01' });
    await addTask({ dueDate: '2026-12-02' });
    await addTask({ dueDate: '2026-12-01' });
    await addTask({ status: 'archived', dueDate: '2026-10-01' });
    expect((await call('GET', `/project?workspaceId=${workspaceId}`)).json).toMatchObject([
      {
        statistics: { totalTasks: 3, completionPercentage: 33, dueDate: '2026-12-01T00:00:00.000Z' },
        columns: [],
        archivedTasks: [],
        plannedTasks: [],
      },
    ]);
  });

  test('a single project has every field', async () => {
    const { call, projectId } = await testWorkspace();
    const { json } = await call('GET', `/project/${projectId}`);
    expect(Object.keys(json as object).sort()).toEqual(Object.keys(Project.shape).sort());
  });

  test('an unknown id is 400, an unknown workspace 403, a missing workspace a validation error', async () => {
    const { call } = await testWorkspace();
    const unknown = { status: 400, json: { message: 'Workspace ID could not be determined', code: 'BAD_REQUEST' } };
    expect(await call('GET', '/project/nope')).toMatchObject(unknown);
    expect(await call('GET', '/column/nope')).toMatchObject(unknown);
    expect(await call('GET', '/project?workspaceId=nope')).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } });
    expect(await call('GET', '/project')).toMatchObject({
      status: 400,
      json: { code: 'VALIDATION_ERROR', issues: [{ path: 'query.workspaceId' }] },
    });
  });
});
