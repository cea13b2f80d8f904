/** Changes of projects and labels reach the service once, whatever happens to the answer, and revert no changes of other people. */
import { describe, expect, test } from 'vitest';
import { Label, Project } from '../../../../electron/service/records.ts';
import { add, HOW, loseFirst, passLong, startWith, writesOf } from '../../outbox/lost-answers.ts';
import { json, type Machine } from '../../outbox/machine.ts';

const named = ({ local }: Machine) => ({ projectId: local.projectId, projectName: 'Personal' });

async function projects({ local }: Machine): Promise<Project[]> {
  const { json: all } = await local.call('GET', `/project?workspaceId=${local.workspaceId}&includeArchived=true`);
  return Project.array().parse(all);
}

async function project(machine: Machine): Promise<Project | undefined> {
  return (await projects(machine)).find(({ id }) => id === machine.local.projectId);
}

describe('a change of a project', () => {
  test('keeps changes that another person made in the meantime', async () => {
    const machine = await startWith();
    machine.network.isDown = true;
    const payload = { ...named(machine), changed: { name: 'Home' }, whole: null };
    add(machine, 'project.update', 'p', payload);
    await machine.pass(0);
    const theirs = { name: 'Personal', slug: 'ME', icon: 'Rocket', description: 'Theirs', isPublic: true };
    await machine.local.call('PUT', `/project/${machine.local.projectId}`, theirs);
    machine.network.isDown = false;
    await passLong(machine);
    expect(await project(machine)).toMatchObject({ ...theirs, name: 'Home' });
    expect(machine.items()).toEqual([]);
  });

  test.each(HOW)('arrives if the answer is lost: %s', async (how) => {
    const machine = await startWith();
    add(machine, 'project.update', 'p', { ...named(machine), changed: { description: 'Why' }, whole: null });
    loseFirst(machine, '/project/', how);
    await passLong(machine);
    expect(await project(machine)).toMatchObject({ name: 'Personal', slug: 'ME', description: 'Why' });
    expect(machine.items()).toEqual([]);
  });

  test('keeps changes that another person made while its answer was lost', async () => {
    const machine = await startWith();
    add(machine, 'project.update', 'p', { ...named(machine), changed: { description: 'Why' }, whole: null });
    loseFirst(machine, '/project/', 'drop');
    await machine.pass(0);
    const theirs = { name: 'Renamed', slug: 'ME', icon: '', description: '', isPublic: true };
    await machine.local.call('PUT', `/project/${machine.local.projectId}`, theirs);
    await passLong(machine);
    expect(await project(machine)).toMatchObject({ name: 'Renamed', isPublic: true, description: 'Why' });
  });

  test('does not write the contents of another project, with which a mixed-up proxy answers', async () => {
    const machine = await startWith();
    const { call, workspaceId } = machine.local;
    const { json: other } = await call('POST', '/project', { name: 'Web', slug: 'WEB', icon: 'Globe', workspaceId });
    machine.server.intercept = (request) => (request.method === 'GET' ? json(other) : undefined);
    add(machine, 'project.update', 'p', { ...named(machine), changed: { description: 'Why' }, whole: null });
    await machine.pass(0);
    expect(writesOf(machine)).toEqual([]);
    await passLong(machine);
    expect(writesOf(machine)).toEqual([]);
    expect(machine.rejected).toHaveLength(1);
  });

  test('that is rejected shows the service’s reason and is dropped', async () => {
    const machine = await startWith();
    const { call, workspaceId } = machine.local;
    await call('POST', '/project', { name: 'Web', slug: 'WEB', icon: '', workspaceId });
    add(machine, 'project.update', 'p', { ...named(machine), changed: { slug: 'web' }, whole: null });
    await machine.pass(0);
    expect(machine.rejected).toEqual([expect.stringMatching(/^The project Personal stays as it was: .*key/i)]);
    expect(machine.items()).toEqual([]);
    expect(await project(machine)).toMatchObject({ slug: 'ME' });
  });

  test.each(HOW)('into the archive and out again keeps its order: %s', async (how) => {
    const machine = await startWith();
    add(machine, 'project.archive', 'p', { ...named(machine), isArchived: true });
    add(machine, 'project.archive', 'p', { ...named(machine), isArchived: false });
    loseFirst(machine, '/archive', how);
    await passLong(machine);
    expect((await project(machine))?.archivedAt).toBeNull();
    expect(writesOf(machine).at(-1)).toMatch(/unarchive$/);
  });
});

describe('a new project', () => {
  const payload = ({ local }: Machine, name = 'Web') => ({
    name,
    slug: 'WEB',
    icon: 'Layout',
    workspaceId: local.workspaceId,
    before: null,
  });

  test.each(HOW)('is created once if the answer is lost: %s', async (how) => {
    const machine = await startWith();
    add(machine, 'project.create', 'new', payload(machine));
    loseFirst(machine, '/project', how);
    await passLong(machine);
    const made = (await projects(machine)).filter(({ slug }) => slug === 'WEB');
    expect(made).toHaveLength(1);
    expect(machine.outbox.serverId('new')).toBe(made[0]?.id);
    expect(machine.items()).toEqual([]);
  });

  test('is created once if the app is killed before the answer', async () => {
    const machine = await startWith();
    add(machine, 'project.create', 'new', payload(machine));
    loseFirst(machine, '/project', 'commit-then-drop');
    await machine.pass(0);
    machine.crash();
    await passLong(machine);
    expect((await projects(machine)).filter(({ slug }) => slug === 'WEB')).toHaveLength(1);
    expect(machine.items()).toEqual([]);
  });

  test('is not confused with an older one of the same name', async () => {
    const machine = await startWith();
    const { call, workspaceId } = machine.local;
    await call('POST', '/project', { name: 'Web', slug: 'WEB', icon: '', workspaceId });
    add(machine, 'project.create', 'new', payload(machine));
    // The service refuses the key; a lost rejection must not end as “found”.
    loseFirst(machine, '/project', 'commit-then-drop');
    await passLong(machine);
    expect(machine.rejected).toEqual([expect.stringMatching(/^The project “Web” was not created: /)]);
    expect(machine.outbox.serverId('new')).toBeUndefined();
  });
});

describe('a project that is deleted or moved', () => {
  test.each(HOW)('is deleted if the answer is lost: %s', async (how) => {
    const machine = await startWith();
    const payload = { ...named(machine), workspaceId: machine.local.workspaceId };
    add(machine, 'project.delete', 'p', payload);
    loseFirst(machine, '/project/', how);
    await passLong(machine);
    expect(await project(machine)).toBeUndefined();
    // Deleted once: the second time it would be rejected as unknown.
    expect(machine.rejected).toEqual([]);
    expect(machine.items()).toEqual([]);
  });

  test('to another workspace is found there if the answer is lost', async () => {
    const machine = await startWith();
    const { json: mine } = await machine.local.call('GET', `/project/${machine.local.projectId}`);
    let moves = 0;
    machine.server.intercept = (request) => {
      if (request.url.endsWith('/move')) {
        moves += 1;
        return moves === 1 ? 'drop' : json({ message: 'Same workspace', code: 'BAD_REQUEST' }, 400);
      }
      const isIt = moves > 0 && request.url.endsWith(`/project/${machine.local.projectId}`);
      return isIt ? json({ ...(mine as object), workspaceId: 'w2' }) : undefined;
    };
    add(machine, 'project.move', 'p', { ...named(machine), workspaceId: 'w2', workspaceName: 'Other' });
    await passLong(machine);
    expect(moves).toBe(1);
    expect(machine.rejected).toEqual([]);
    expect(machine.items()).toEqual([]);
  });
});

test.each(HOW)('the order of projects arrives: %s', async (how) => {
  const machine = await startWith();
  const { call, workspaceId, projectId } = machine.local;
  const { json: web } = await call('POST', '/project', { name: 'Web', slug: 'WEB', icon: '', workspaceId });
  const projectIds = [Project.parse(web).id, projectId];
  add(machine, 'project.order', 'order', { workspaceId, projectIds });
  loseFirst(machine, '/project/reorder', how);
  await passLong(machine);
  expect((await projects(machine)).map(({ id }) => id)).toEqual(projectIds);
});

test.each(HOW)('a label is deleted from the workspace and from every task: %s', async (how) => {
  const machine = await startWith();
  const { call, workspaceId } = machine.local;
  const { json: made } = await call('POST', '/label', { name: 'bug', color: '#ff0000', workspaceId });
  const { id } = Label.parse(made);
  await call('PUT', `/label/${id}/task`, { taskId: machine.task.taskId });
  add(machine, 'label.delete', 'label', { labelId: id, workspaceId, name: 'bug' });
  loseFirst(machine, '/label/', how);
  await passLong(machine);
  expect((await call('GET', `/label/workspace/${workspaceId}`)).json).toEqual([]);
  expect((await call('GET', `/label/task/${machine.task.taskId}`)).json).toEqual([]);
  expect(machine.rejected).toEqual([]);
});

test.each(HOW)('a label is renamed in the workspace and on every task, and keeps its colour: %s', async (how) => {
  const machine = await startWith();
  const { call, workspaceId } = machine.local;
  const { json: made } = await call('POST', '/label', { name: 'bug', color: '#ff0000', workspaceId });
  const { id } = Label.parse(made);
  await call('PUT', `/label/${id}/task`, { taskId: machine.task.taskId });
  add(machine, 'label.rename', 'label', { labelId: id, workspaceId, name: 'bug', to: 'defect', whole: null });
  loseFirst(machine, '/label/', how);
  await passLong(machine);
  expect((await call('GET', `/label/task/${machine.task.taskId}`)).json).toMatchObject([
    { name: 'defect', color: '#ff0000' },
  ]);
  expect(machine.items()).toEqual([]);
});

test('a label keeps a new colour while the answer to its new name is lost', async () => {
  const machine = await startWith();
  const { call, workspaceId } = machine.local;
  const { json: made } = await call('POST', '/label', { name: 'bug', color: '#ff0000', workspaceId });
  const { id } = Label.parse(made);
  loseFirst(machine, '/label/', 'drop');
  add(machine, 'label.rename', 'label', { labelId: id, workspaceId, name: 'bug', to: 'defect', whole: null });
  await machine.pass(0);
  await call('PUT', `/label/${id}`, { name: 'bug', color: '#00ff00' });
  await passLong(machine);
  expect((await call('GET', `/label/workspace/${workspaceId}`)).json).toMatchObject([
    { name: 'defect', color: '#00ff00' },
  ]);
  expect(machine.items()).toEqual([]);
});

test.each([{ color: 7 }, { taskId: 7 }])(
  'an unreadable label (%o) keeps its name, and an error is shown',
  async (odd) => {
    const machine = await startWith();
    const { call, workspaceId } = machine.local;
    const { json: made } = await call('POST', '/label', { name: 'bug', color: '#ff0000', workspaceId });
    const label = Label.parse(made);
    machine.server.intercept = ({ method }) => (method === 'GET' ? json([{ ...label, ...odd }]) : undefined);
    add(machine, 'label.rename', 'label', { labelId: label.id, workspaceId, name: 'bug', to: 'defect', whole: null });
    await machine.pass(0);
    machine.server.intercept = () => undefined;
    expect(machine.rejected).toEqual([expect.stringMatching(/^The label “bug” keeps its name: /)]);
    expect(machine.items()).toEqual([]);
    expect((await call('GET', `/label/workspace/${workspaceId}`)).json).toMatchObject([
      { name: 'bug', color: '#ff0000' },
    ]);
  },
);

test('a deleted label is not renamed, and an error is shown', async () => {
  const machine = await startWith();
  const { workspaceId } = machine.local;
  add(machine, 'label.rename', 'label', { labelId: 'gone', workspaceId, name: 'bug', to: 'defect', whole: null });
  await machine.pass(0);
  expect(machine.rejected).toEqual([expect.stringMatching(/^The label “bug” keeps its name: /)]);
  expect(machine.items()).toEqual([]);
});
