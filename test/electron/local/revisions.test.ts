/** The revisions of a board change exactly when the content of its pages changes (docs/service.md#boards). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { BoardResponse, Column } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

async function setUp() {
  const local = await testWorkspace();
  const { call, workspaceId } = local;
  const [parent, child] = [await local.addTask(), await local.addTask()];
  const body = { name: 'Other', slug: 'OTH', icon: '', workspaceId };
  const other = (await call('POST', '/project', body)).json as { id: string };
  const elsewhere = (
    await call('POST', `/task/${other.id}`, {
      title: 'There',
      description: '',
      priority: 'low',
      status: 'to-do',
    })
  ).json as { id: string };
  await call('POST', '/task-relation', {
    sourceTaskId: parent.id,
    targetTaskId: elsewhere.id,
    relationType: 'subtask',
  });
  const idOf = ({ json }: { json: unknown }) => z.object({ id: z.string() }).parse(json).id;
  const definitionId = idOf(await call('POST', '/label', { name: 'old', color: '#fff', workspaceId }));
  const labelId = idOf(await call('PUT', `/label/${definitionId}/task`, { taskId: child.id }));
  const linkId = idOf(await call('POST', `/external-link/task/${child.id}`, { url: 'https://example.org' }));
  const [column] = Column.array().parse((await call('GET', `/column/${local.projectId}`)).json);
  const [columnThere] = Column.array().parse((await call('GET', `/column/${other.id}`)).json);
  return { ...local, parent, child, other, elsewhere, column, columnThere, definitionId, labelId, linkId };
}

type SetUp = Awaited<ReturnType<typeof setUp>>;

async function revisions({ call, projectId }: TestWorkspace) {
  const { pagination } = BoardResponse.parse((await call('GET', `/task/tasks/${projectId}`)).json);
  return { revision: pagination.revision, related: pagination.relatedRevision };
}

test.each<[string, (local: SetUp) => Promise<unknown>]>([
  ['a new task', ({ addTask }) => addTask()],
  ['a new title', ({ call, child }) => call('PUT', `/task/title/${child.id}`, { title: 'x' })],
  ['another column', ({ call, child }) => call('PUT', `/task/status/${child.id}`, { status: 'done' })],
  ['a deleted task', ({ call, child }) => call('DELETE', `/task/${child.id}`)],
  [
    'a task that was moved away',
    ({ call, child, other }) => call('PUT', `/task/move/${child.id}`, { destinationProjectId: other.id }),
  ],
  [
    'a task that was moved here',
    ({ call, elsewhere, projectId }) => call('PUT', `/task/move/${elsewhere.id}`, { destinationProjectId: projectId }),
  ],
  ['a column that became final', ({ call, column }) => call('PUT', `/column/${column?.id}`, { isFinal: true })],
  [
    // It contains a subtask of a task here, which is then done.
    'a column of another project that became final',
    ({ call, columnThere }) => call('PUT', `/column/${columnThere?.id}`, { isFinal: true }),
  ],
  ['a renamed column', ({ call, column }) => call('PUT', `/column/${column?.id}`, { name: 'x' })],
  [
    'a new subtask',
    ({ call, parent, child }) =>
      call('POST', '/task-relation', { sourceTaskId: parent.id, targetTaskId: child.id, relationType: 'subtask' }),
  ],
  [
    'a completed subtask in another project',
    ({ call, elsewhere }) => call('PUT', `/task/status/${elsewhere.id}`, { status: 'done' }),
  ],
  ['a deleted subtask in another project', ({ call, elsewhere }) => call('DELETE', `/task/${elsewhere.id}`)],
  [
    'a renamed project',
    ({ call, projectId }) =>
      call('PUT', `/project/${projectId}`, { name: 'x', icon: '', slug: 'ME', description: '', isPublic: false }),
  ],
  [
    'another project that became public',
    ({ call, other }) =>
      call('PUT', `/project/${other.id}`, { name: 'x', icon: '', slug: 'OTH', description: '', isPublic: true }),
  ],
])('%s changes the revision, not that of related pages', async (_, change) => {
  const local = await setUp();
  const before = await revisions(local);
  await change(local);
  const after = await revisions(local);
  expect(after.revision).not.toBe(before.revision);
  expect(after.related).toBe(before.related);
});

test.each<[string, (local: SetUp) => Promise<unknown>]>([
  [
    'a label',
    ({ call, workspaceId, child }) =>
      call('POST', '/label', { name: 'a', color: '#000', workspaceId, taskId: child.id }),
  ],
  ['a link', ({ call, child }) => call('POST', `/external-link/task/${child.id}`, { url: 'https://example.com' })],
  ['a label that is removed', ({ call, labelId }) => call('DELETE', `/label/${labelId}/task`)],
  [
    'a definition that is deleted with its copies',
    ({ call, definitionId }) => call('DELETE', `/label/${definitionId}`),
  ],
  ['a link that is removed', ({ call, child, linkId }) => call('DELETE', `/external-link/task/${child.id}/${linkId}`)],
])('%s changes both', async (_, change) => {
  const local = await setUp();
  const before = await revisions(local);
  await change(local);
  const after = await revisions(local);
  expect(after.revision).not.toBe(before.revision);
  expect(after.related).not.toBe(before.related);
});

test.each<[string, (local: SetUp) => Promise<unknown>]>([
  ['nothing', () => Promise.resolve()],
  ['a title that was so before', ({ call, child }) => call('PUT', `/task/title/${child.id}`, { title: 'A task' })],
  [
    'a time entry',
    ({ call, child }) => call('POST', '/time-entry', { taskId: child.id, startTime: '2026-11-18T09:00:00Z' }),
  ],
  [
    'a task of another project',
    ({ call, other }) =>
      call('POST', `/task/${other.id}`, { title: 'x', description: '', priority: 'low', status: 'to-do' }),
  ],
  [
    'a definition of a label',
    ({ call, workspaceId }) => call('POST', '/label', { name: 'a', color: '#000', workspaceId }),
  ],
])('%s changes neither', async (_, change) => {
  const local = await setUp();
  const before = await revisions(local);
  await change(local);
  expect(await revisions(local)).toEqual(before);
});

test('a renamed person changes the revision of the boards with their tasks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-revisions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'local.sqlite');
  const before = await testWorkspace({ path, ownerName: 'Robin' });
  await before.addTask({ userId: before.userId });
  const other = (
    await before.call('POST', '/project', { name: 'O', slug: 'OTH', icon: '', workspaceId: before.workspaceId })
  ).json as { id: string };
  const [here, there] = [await revisions(before), await revisions({ ...before, projectId: other.id })];
  before.workspace.close();
  const after = await testWorkspace({ path, ownerName: 'Robin Vale' });
  expect((await revisions(after)).revision).not.toBe(here.revision);
  expect(await revisions({ ...after, projectId: other.id })).toEqual(there);
  after.workspace.close();
});
