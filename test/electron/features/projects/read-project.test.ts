/** A project's page: the service's record with pending changes. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyPendingToProject,
  readArchived,
  readProject,
} from '../../../../electron/features/projects/read-project.ts';
import type { OutboxItem } from '../../../../electron/outbox/write-kind.ts';
import type { ProjectPage } from '../../../../shared/contract/project-view.ts';
import { served } from '../../service/contract/served.ts';

const PROJECT: ProjectPage['project'] = {
  id: 'p1',
  name: 'Personal',
  slug: 'ME',
  icon: '',
  description: 'Mine',
  isDescriptionWhole: true,
  isPublic: false,
  isArchived: false,
  backgroundVersion: null,
};
const write = (kind: string, payload: object, state: OutboxItem['state'] = 'waiting') => ({
  kind,
  state,
  payload: { projectId: 'p1', projectName: 'Personal', ...payload },
});
const update = (changed: object, more: object = {}) => write('project.update', { changed, whole: null, ...more });

test('reads progress, public address and the workspaces it could move to', async () => {
  const { client, call, workspaceId, projectId, addTask } = await served();
  await addTask({ dueDate: '2026-12-01T00:00:00.000Z' });
  await addTask({ status: 'done' });
  await call('POST', '/project', { name: 'Web', slug: 'WEB', icon: '', workspaceId });
  const workspaces = [
    { id: workspaceId, name: 'Here' },
    { id: 'w2', name: 'There' },
  ];
  const source = { workspaceId, workspaces, webUrl: 'https://pm.example.org', open: [] };
  const page = await readProject(client, source, projectId);
  expect(page).toMatchObject({
    project: { id: projectId, name: 'Personal', slug: 'ME', description: '', isArchived: false },
    progress: { completionPercentage: 50, totalTasks: 2, dueDate: '2026-12-01T00:00:00.000Z' },
    publicUrl: `https://pm.example.org/public-project/${projectId}`,
    moveTo: [{ id: 'w2', name: 'There' }],
  });
  expect(page.order.map(({ name }) => name)).toEqual(['Personal', 'Web']);
});

test('the order contains a change of it that is not sent', async () => {
  const { client, call, workspaceId, projectId } = await served();
  const make = async (name: string) => {
    const { json } = await call('POST', '/project', { name, slug: name.toUpperCase(), icon: '', workspaceId });
    return (json as { id: string }).id;
  };
  const web = await make('Web');
  await make('New');
  const order = { kind: 'project.order', payload: { workspaceId, projectIds: [web, 'gone', projectId] } };
  const others = [
    { ...order, state: 'needs-you', payload: { workspaceId, projectIds: [projectId, web] } },
    { ...order, payload: { workspaceId: 'another', projectIds: [projectId, web] } },
  ];
  const source = { workspaceId, workspaces: [], webUrl: null, open: [order, ...others] as OutboxItem[] };
  const page = await readProject(client, source, projectId);
  expect(page.order.map(({ name }) => name)).toEqual(['Web', 'Personal', 'New']);
});

test('archived projects are listed by name, and no others', async () => {
  const { client, call, workspaceId } = await served();
  expect(await readArchived(client, workspaceId)).toEqual([]);
  for (const name of ['Web', 'App']) {
    const { json } = await call('POST', '/project', { name, slug: name.toUpperCase(), icon: '', workspaceId });
    await client.archiveProject((json as { id: string }).id);
  }
  expect((await readArchived(client, workspaceId)).map(({ name }) => name)).toEqual(['App', 'Web']);
});

test('completed tasks of an older server do not count for the due date', async () => {
  const { client, workspaceId, projectId } = await served();
  const tasks = [
    { status: 'done', dueDate: '2026-11-02T00:00:00.000Z' },
    { status: 'archived', dueDate: '2026-11-01T00:00:00.000Z' },
    { status: 'planned', dueDate: '2026-12-02T00:00:00.000Z' },
    { status: 'to-do', dueDate: '2026-12-01T00:00:00.000Z' },
    { status: 'to-do', dueDate: null },
  ];
  const older = {
    ...client,
    getProject: async (id: string) => ({ ...(await client.getProject(id)), tasks }),
    listProjects: async (id: string) => {
      const statistics = { completionPercentage: 50, totalTasks: 4, dueDate: '2026-11-02T00:00:00.000Z' };
      return (await client.listProjects(id)).map((project) => ({ ...project, statistics }));
    },
  };
  const read = () => readProject(older, { workspaceId, workspaces: [], webUrl: null, open: [] }, projectId);
  expect((await read()).progress?.dueDate).toBe('2026-12-01T00:00:00.000Z');
  tasks.splice(2);
  expect((await read()).progress?.dueDate).toBeNull();
});

test('an archived project has progress, but no position in the order', async () => {
  const { client, call, workspaceId, projectId } = await served();
  await call('PUT', `/project/${projectId}/archive`);
  const page = await readProject(client, { workspaceId, workspaces: [], webUrl: null, open: [] }, projectId);
  expect(page).toMatchObject({ project: { isArchived: true }, publicUrl: null, order: [] });
  expect(page.progress).not.toBeNull();
});

describe('a pending change', () => {
  test('is shown, the latest of each field', () => {
    const open = [
      update({ name: 'Home', slug: 'H' }),
      write('project.archive', { isArchived: true }),
      update({ name: 'House' }),
    ];
    expect(applyPendingToProject(PROJECT, open)).toEqual({ ...PROJECT, name: 'House', slug: 'H', isArchived: true });
  });

  test('is not shown if it was rejected or belongs to another project', () => {
    const rejected = write('project.update', { changed: { name: 'No' }, whole: null }, 'needs-you');
    expect(applyPendingToProject(PROJECT, [rejected, update({ name: 'No' }, { projectId: 'p2' })])).toEqual(PROJECT);
  });

  test('changes the fields it names, and no other', () => {
    const field = fc.constantFrom('name', 'slug', 'icon', 'description');
    fc.assert(
      fc.property(fc.array(fc.tuple(field, fc.string({ minLength: 1 }))), (changes) => {
        const open = changes.map(([name, value]) => update({ [name]: value }));
        expect(applyPendingToProject(PROJECT, open)).toEqual({ ...PROJECT, ...Object.fromEntries(changes) });
      }),
    );
  });
});
