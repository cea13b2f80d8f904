/** A second workspace: its own projects, labels and keys; a project moves there with its labels. */
import { expect, test } from 'vitest';
import { Label, Project } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

async function twoWorkspaces() {
  const local = await testWorkspace();
  const home = local.workspace.addWorkspace('Home');
  const move = (to: string) => local.call('PUT', `/project/${local.projectId}/move`, { workspaceId: to });
  return { ...local, home, move };
}

test('the owner has both, everybody else only the first', async () => {
  const { workspace, call, home, workspaceId } = await twoWorkspaces();
  const { token } = workspace.addPerson({ name: 'Mira', role: 'admin' });
  const listed = async (as?: { token: string }) =>
    Project.pick({ id: true })
      .array()
      .parse((await call('GET', '/workspace', undefined, as)).json);
  expect((await listed()).map(({ id }) => id)).toEqual([workspaceId, home]);
  expect((await listed({ token })).map(({ id }) => id)).toEqual([workspaceId]);
  expect((await call('GET', `/project?workspaceId=${home}`, undefined, { token })).status).toBe(403);
  expect((await call('GET', `/workspace/${home}/members`)).json).toMatchObject([{ role: 'owner' }]);
  const body = { permissions: { task: ['update'] }, organizationId: home };
  expect((await call('POST', '/auth/organization/has-permission', body)).json).toMatchObject({ success: true });
});

test('the same key may exist in both; a task’s number is then ambiguous', async () => {
  const { call, home, addTask, move } = await twoWorkspaces();
  await addTask();
  const made = await call('POST', '/project', { name: 'Me too', icon: '', slug: 'ME', workspaceId: home });
  const { id } = Project.parse(made.json);
  await call('POST', `/task/${id}`, { title: 'Other', description: '', priority: 'low', status: 'to-do' });
  expect((await call('GET', '/task/by-ticket-id/ME-1')).status).toBe(409);
  expect((await move(home)).status).toBe(409);
  expect((await call('GET', `/search?q=Other&workspaceId=${home}`)).json).toMatchObject({ totalCount: 1 });
  expect((await call('GET', `/search?q=Me&workspaceId=${home}`)).json).toMatchObject({ totalCount: 1 });
});

test('a project takes its labels along; relations to other projects keep it', async () => {
  const { call, home, addTask, move, projectId, workspaceId } = await twoWorkspaces();
  const task = await addTask();
  const made = await call('POST', '/label', { name: 'Plants', color: '#0f0', workspaceId, taskId: task.id });
  expect(made.status).toBe(200);
  const other = Project.parse(
    (await call('POST', '/project', { name: 'Other', icon: '', slug: 'OTH', workspaceId })).json,
  );
  const body = { title: 'Other', description: '', priority: 'low', status: 'to-do' };
  const elsewhere = Project.pick({ id: true }).parse((await call('POST', `/task/${other.id}`, body)).json);
  const ends = { sourceTaskId: task.id, targetTaskId: elsewhere.id, relationType: 'related' };
  const relation = Project.pick({ id: true }).parse((await call('POST', '/task-relation', ends)).json);
  expect((await move(home)).status).toBe(409);
  await call('DELETE', `/task-relation/${relation.id}`);
  expect((await move(home)).json).toMatchObject({ workspaceId: home, unassignedTaskCount: 0 });
  expect((await move(home)).status).toBe(400);
  const labels = Label.array().parse((await call('GET', `/label/workspace/${home}`)).json);
  expect(labels.map(({ name, taskId }) => [name, taskId])).toEqual([
    ['Plants', null],
    ['Plants', task.id],
  ]);
  expect((await call('GET', `/project/${projectId}`)).json).toMatchObject({ workspaceId: home });
});

test('a label does not go to a task of another workspace, nor a bulk change to tasks of both', async () => {
  const { call, home, addTask, workspaceId } = await twoWorkspaces();
  const { id } = await addTask();
  const away = Project.pick({ id: true }).parse(
    (await call('POST', '/project', { name: 'Away', slug: 'AWY', icon: '', workspaceId: home })).json,
  );
  const body = { title: 'Theirs', description: '', priority: 'low', status: 'to-do' };
  const other = Project.pick({ id: true }).parse((await call('POST', `/task/${away.id}`, body)).json);
  const bug = { name: 'bug', color: '#f00' };
  const label = Label.parse((await call('POST', '/label', { ...bug, workspaceId: home })).json);
  const bulk = { taskIds: [id], operation: 'addLabel', value: label.id };
  const both = { taskIds: [id, other.id], operation: 'updatePriority', value: 'urgent' };
  const answers = await Promise.all([
    call('PUT', `/label/${label.id}/task`, { taskId: id }),
    call('POST', '/label', { ...bug, workspaceId: home, taskId: id }),
    call('PATCH', '/task/bulk', bulk),
    call('PATCH', '/task/bulk', both),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect((await call('GET', `/label/task/${id}`)).json).toEqual([]);
  expect((await call('GET', `/task?workspaceId=${workspaceId}`)).json).toMatchObject([{ priority: 'medium' }]);
});
