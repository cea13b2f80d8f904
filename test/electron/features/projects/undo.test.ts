/** Changes of projects and labels are undone and redone at the service where an inverse exists; the others say why not. */
import { expect, onTestFinished, test } from 'vitest';
import { handlers } from '../../../../electron/features/projects/commands.ts';
import { createProjects, type ProjectsOptions } from '../../../../electron/features/projects/projects-service.ts';
import { Label, Project } from '../../../../electron/service/records.ts';
import { startWith } from '../../outbox/lost-answers.ts';
import { ACCOUNT } from '../../outbox/machine.ts';
import { testContext } from '../context.ts';

async function start() {
  const machine = await startWith();
  const { local, run, sender } = machine;
  const { workspaceId, projectId, call } = local;
  const toasts: string[] = [];
  const context = { ...testContext(run.database, () => machine.clock.ms), undo: run.undo };
  const account = {
    id: () => ACCOUNT,
    required: () => ({ id: ACCOUNT, workspaceId, workspaces: [], webUrl: null, baseUrl: machine.server.baseUrl }),
    read: (work: (client: typeof sender.client) => unknown) => work(sender.client),
    permissions: { refreshIfStale: () => undefined, learn: () => undefined },
    server: () => 'pm.example.org',
  } as unknown as ProjectsOptions['account'];
  const { outbox } = machine;
  const feature = createProjects(
    { ...context, showToast: (text, undo) => void (undo && toasts.push(text)) },
    { account, outbox, choosePicture: async () => null, hasUploads: async () => false, copyPictureLine: () => 1 },
  );
  feature.directory.start({ accountId: ACCOUNT, workspaceId }, sender.client);
  onTestFinished(feature.part.stop);
  await feature.directory.idle();
  const send = handlers(feature, account, context);
  await send['project.read']({ projectId });

  const go = async (how: 'undo' | 'redo') => {
    const result = run.undo[how](ACCOUNT);
    await machine.outbox.idle();
    return result;
  };
  const projects = async () =>
    Project.array().parse((await call('GET', `/project?workspaceId=${workspaceId}&includeArchived=true`)).json);
  const labels = async () => Label.array().parse((await call('GET', `/label/workspace/${workspaceId}`)).json);
  const newLabel = async (name: string) =>
    Label.parse((await call('POST', '/label', { name, color: '#ff0000', workspaceId })).json);
  const newProject = async (name: string) => {
    const body = { name, slug: name.toUpperCase(), icon: '', workspaceId };
    return Project.parse((await call('POST', '/project', body)).json);
  };
  return { machine, send, go, toasts, projects, labels, newLabel, newProject, feature, projectId };
}

test('the fields of a project, one step each', async () => {
  const { machine, send, go, toasts, projects, projectId } = await start();
  const project = async () => (await projects()).find(({ id }) => id === projectId);
  const named = { projectId, projectName: 'Personal' };
  await send['project.save']({ ...named, changed: { name: 'Home', description: 'Why' } });
  // The second is a change of the first, which no page has read yet.
  machine.network.isDown = true;
  await send['project.save']({ projectId, projectName: 'Home', changed: { name: 'House' } });
  await send['project.save']({ projectId, projectName: 'House', changed: { name: 'Hut', isPublic: true } });
  machine.network.isDown = false;
  await machine.pass(600_000);
  expect(await project()).toMatchObject({ name: 'Hut', isPublic: true });
  // The page says that the others wait.
  expect(toasts).toEqual(['Project Personal changed']);
  expect(await go('undo')).toMatchObject({ text: 'The board of House is public' });
  expect(await project()).toMatchObject({ name: 'House', isPublic: false });
  await go('undo');
  await go('undo');
  expect(await project()).toMatchObject({ name: 'Personal', description: '' });
  await go('redo');
  expect(await project()).toMatchObject({ name: 'Home', description: 'Why', isPublic: false });
});

test('the archive and the order of projects', async () => {
  const { send, go, toasts, projects, newProject, projectId } = await start();
  const { id } = await newProject('Web');
  await send['project.read']({ projectId });
  const order = async () => (await projects()).map((one) => one.id);
  await send['project.order']({ projectIds: [id, projectId] });
  expect(await order()).toEqual([id, projectId]);
  const archivedAt = async () => (await projects()).find((one) => one.id === id)?.archivedAt;
  await send['project.set-archived']({ projectId: id, projectName: 'Web', isArchived: true });
  expect(await archivedAt()).toEqual(expect.any(String));
  expect(toasts).toEqual(['Order of the projects changed', 'Project Web archived']);
  await go('undo');
  expect(await archivedAt()).toBeNull();
  await go('undo');
  expect(await order()).toEqual([projectId, id]);
  await go('redo');
  await go('redo');
  expect(await archivedAt()).toEqual(expect.any(String));
});

test('a label’s name, unless it became that of another label', async () => {
  const { machine, send, go, feature, labels, newLabel } = await start();
  const label = await newLabel('web');
  const { id } = label;
  await newLabel('site');
  feature.directory.changed();
  await feature.directory.idle();
  const name = async () => (await labels()).find((one) => one.id === id)?.name;
  await send['labels.rename']({ labelId: id, name: 'web', to: 'internet' });
  await go('undo');
  expect(await name()).toBe('web');
  await go('redo');
  expect(await name()).toBe('internet');

  // The local workspace refuses a second label of a name; others have been seen to accept it.
  machine.server.intercept = ({ method }) => (method === 'PUT' ? Response.json(label) : undefined);
  await send['labels.rename']({ labelId: id, name: 'internet', to: 'Site' });
  expect(await go('undo')).toMatchObject({
    text: 'Label “internet” renamed to “Site”',
    obstacle: 'cannot be undone',
  });
});

test('a rejected change is no step', async () => {
  const { send, go, newProject, projectId } = await start();
  await newProject('Web');
  await send['project.save']({ projectId, projectName: 'Personal', changed: { slug: 'WEB' } });
  expect(await go('undo')).toBeNull();
});

test('what cannot be taken back keeps no change of something else from being undone', async () => {
  const { send, go, projects, newProject, projectId } = await start();
  const named = { projectId, projectName: 'Personal' };
  const page = await newProject('Web');
  const names = async () => (await projects()).map(({ name }) => name);
  await send['project.save']({ ...named, changed: { name: 'Home' } });
  await send['project.remove-background'](named);
  await send['project.read']({ projectId: page.id });
  // What these fields were is not known, because the page shows another project.
  await send['project.save']({ ...named, changed: { slug: 'HOME' } });
  expect(await go('undo')).toMatchObject({ text: 'Project Personal changed', obstacle: 'cannot be undone' });
  expect(await go('undo')).toMatchObject({ obstacle: 'cannot be undone' });
  expect(await go('undo')).not.toHaveProperty('obstacle');
  expect(await names()).toEqual(['Personal', 'Web']);
  await send['project.read']({ projectId });
  await send['project.save']({ ...named, changed: { name: 'Home' } });
  await send['project.read']({ projectId: page.id });
  await send['project.save']({ projectId, projectName: 'Home', changed: { name: 'House' } });
  await go('undo');
  expect(await go('undo')).toMatchObject({ obstacle: 'First undo: Project Home changed' });
  expect(await names()).toEqual(['House', 'Web']);
});

test('what cannot be taken back is said first, then the change before it is undone', async () => {
  const { send, go, toasts, projects, labels, newLabel, projectId } = await start();
  const { id: labelId } = await newLabel('web');
  await send['project.save']({ projectId, projectName: 'Personal', changed: { name: 'Home' } });
  const created = await send['project.create']({ name: 'Web', slug: 'WEB', icon: '' });
  await send['labels.delete']({ labelId, name: 'web' });
  expect(toasts).toEqual(['Project Personal changed']);
  expect(await go('undo')).toMatchObject({ text: 'Label “web” deleted', obstacle: 'cannot be undone' });
  expect(await go('undo')).toMatchObject({ text: 'Project Web created', obstacle: 'its page can delete it' });
  expect(await go('undo')).not.toHaveProperty('obstacle');
  expect((await projects()).map(({ name }) => name)).toEqual(['Personal', 'Web']);
  expect(await labels()).toEqual([]);

  await send['project.delete']({ projectId: created.state === 'done' ? created.value : '', projectName: 'Web' });
  expect(await go('undo')).toMatchObject({ text: 'Project Web deleted', obstacle: 'cannot be undone' });
  await send['webhook.remove']({ projectId, projectName: 'Personal' });
  expect(await go('undo')).toMatchObject({ text: 'Remove the webhook of Personal', obstacle: 'cannot be undone' });
  expect(toasts).toHaveLength(1);
});
