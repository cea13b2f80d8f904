/** Relations and the subtasks a board counts (docs/service.md#relations). */
import { describe, expect, test } from 'vitest';
import {
  BoardResponse,
  PublicBoardPage,
  TaskRelation,
  TaskRelationWithTasks,
} from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

async function related(type = 'subtask') {
  const local = await testWorkspace();
  const [parent, child] = [await local.addTask({ title: 'Parent' }), await local.addTask({ title: 'Child' })];
  const relate = (sourceTaskId: string, targetTaskId: string, relationType = type) =>
    local.call('POST', '/task-relation', { sourceTaskId, targetTaskId, relationType });
  return { ...local, parent, child, relate };
}

const countsOf = async ({ call, projectId }: TestWorkspace, id: string) => {
  const { data } = BoardResponse.parse((await call('GET', `/task/tasks/${projectId}`)).json);
  return data.columns.flatMap(({ tasks }) => tasks).find((task) => task.id === id)?.subtaskCounts;
};

test('are listed for both tasks, with a summary of the other one', async () => {
  const { call, parent, child, relate } = await related('blocks');
  const relation = TaskRelation.parse((await relate(parent.id, child.id)).json);
  for (const { id } of [parent, child]) {
    expect(TaskRelationWithTasks.array().parse((await call('GET', `/task-relation/${id}`)).json)).toMatchObject([
      {
        ...relation,
        sourceTask: { title: 'Parent', number: 1, isCompleted: false },
        targetTask: { title: 'Child', number: 2 },
      },
    ]);
  }
  expect((await call('DELETE', `/task-relation/${relation.id}`)).json).toEqual(relation);
  expect((await call('GET', `/task-relation/${parent.id}`)).json).toEqual([]);
});

test('to itself, to an unknown task, duplicates in either direction, and unknown types are rejected', async () => {
  const { call, parent, child, relate } = await related();
  expect((await relate(parent.id, parent.id)).status).toBe(400);
  expect((await relate(parent.id, 'nope')).status).toBe(404);
  expect((await relate(parent.id, child.id)).status).toBe(200);
  expect((await relate(child.id, parent.id)).status).toBe(409);
  expect((await relate(parent.id, child.id, 'related')).status).toBe(200);
  expect((await relate(parent.id, child.id, 'hates')).json).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await call('DELETE', '/task-relation/nope')).status).toBe(404);
  expect((await call('GET', '/task-relation/nope')).status).toBe(400);
});

test('a task cannot become a subtask of its own subtask at any depth', async () => {
  const { addTask, call, parent, child, relate } = await related();
  const grandchild = await addTask();
  await relate(parent.id, child.id);
  await relate(child.id, grandchild.id);
  expect(await relate(grandchild.id, parent.id)).toMatchObject({
    status: 400,
    json: { code: 'BAD_REQUEST', message: 'A task cannot be a subtask of its own subtask' },
  });
  // Other relations may be circular, and two tasks may have the same subtask.
  expect((await relate(grandchild.id, parent.id, 'blocks')).status).toBe(200);
  expect((await relate(parent.id, grandchild.id)).status).toBe(200);
  expect((await call('GET', `/task-relation/${grandchild.id}`)).json).toHaveLength(3);
});

describe('subtask counts', () => {
  test('count subtasks only, not blocking or related tasks', async () => {
    const local = await related();
    await local.relate(local.parent.id, local.child.id, 'blocks');
    await local.relate(local.parent.id, (await local.addTask({ status: 'done' })).id, 'related');
    expect(await countsOf(local, local.parent.id)).toEqual({ completed: 0, total: 0 });
    await local.relate(local.parent.id, (await local.addTask({ status: 'done' })).id);
    expect(await countsOf(local, local.parent.id)).toEqual({ completed: 1, total: 1 });
    // It counts only for its parent.
    expect(await countsOf(local, local.child.id)).toEqual({ completed: 0, total: 0 });
  });

  test('change when the subtask is completed or deleted', async () => {
    const local = await related();
    await local.relate(local.parent.id, local.child.id);
    expect(await countsOf(local, local.parent.id)).toEqual({ completed: 0, total: 1 });
    await local.call('PUT', `/task/status/${local.child.id}`, { status: 'done' });
    expect(await countsOf(local, local.parent.id)).toEqual({ completed: 1, total: 1 });
    expect(await countsOf(local, local.child.id)).toEqual({ completed: 0, total: 0 });
    await local.call('DELETE', `/task/${local.child.id}`);
    expect(await countsOf(local, local.parent.id)).toEqual({ completed: 0, total: 0 });
  });

  test('on a public board count public projects only', async () => {
    const { call, parent, relate, projectId, workspaceId } = await related();
    const body = { name: 'Secret', slug: 'SEC', icon: '', workspaceId };
    const secret = (await call('POST', '/project', body)).json as { id: string };
    const task = { title: 'Hidden', description: '', priority: 'low', status: 'to-do' };
    const hidden = (await call('POST', `/task/${secret.id}`, task)).json as { id: string };
    await relate(parent.id, hidden.id);
    const share = (id: string, isPublic: boolean, slug: string) =>
      call('PUT', `/project/${id}`, { name: 'P', icon: '', slug, description: '', isPublic });
    await share(projectId, true, 'ME');
    const counts = async () => {
      const board = PublicBoardPage.parse(
        (await call('GET', `/public-project/${projectId}`, undefined, { token: null })).json,
      );
      return board.columns.flatMap(({ tasks }) => tasks).find(({ id }) => id === parent.id)?.subtaskCounts;
    };
    expect(await counts()).toEqual({ completed: 0, total: 0 });
    await share(secret.id, true, 'SEC');
    expect(await counts()).toEqual({ completed: 0, total: 1 });
  });
});
