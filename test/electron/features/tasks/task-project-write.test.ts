/** Moving a task to another project: what is shown at once, what is sent after the time to undo, and what a rejection leaves. */
import { expect, test } from 'vitest';
import { Project, Task } from '../../../../electron/service/records.ts';
import { TOAST_MS } from '../../../../shared/limits.ts';
import { ACCOUNT, pageScreen } from './page-screen.ts';

const PASSED_MS = TOAST_MS + 2_000;

async function opened(fields: Record<string, unknown> = {}) {
  const screen = await pageScreen();
  const { local, known, client, taskPage } = screen;
  const body = { name: 'Shop', slug: 'SHO', icon: 'Rocket', workspaceId: local.workspaceId };
  const shop = Project.parse((await local.call('POST', '/project', body)).json);
  known.start({ accountId: ACCOUNT, workspaceId: local.workspaceId }, client);
  await known.idle();
  const { id } = await local.addTask({ title: 'Write', ...fields });
  await taskPage.open(screen.source, id);
  const atService = async () => Task.parse((await local.call('GET', `/task/${id}`)).json);
  const move = (projectId: string) => screen.edits['tasks.set-project']({ taskId: id, projectId });
  const later = async () => {
    screen.clock.ms += PASSED_MS;
    await screen.send();
  };
  return { ...screen, id, shop, atService, move, later };
}

test('is shown at once, and sent when it can no longer be undone', async () => {
  const { view, shop, atService, move, said, send, later, local } = await opened({ status: 'in-review' });
  await move(shop.id);
  expect(said.at(-1)?.text).toBe('ME-1 moved to the project Shop');
  expect(view()).toMatchObject({
    task: { projectId: shop.id, projectName: 'Shop', status: 'in-review' },
    unsent: ['status', 'project'],
  });
  await send();
  expect(await atService()).toMatchObject({ projectId: local.projectId });
  await later();
  expect(await atService()).toMatchObject({ projectId: shop.id, number: 1, status: 'in-review' });
  expect(view()).toMatchObject({ task: { identifier: 'SHO-1', projectName: 'Shop' }, unsent: [] });
});

test('undone in time never happened: the task keeps its number', async () => {
  const { view, shop, atService, move, undo, later, outbox, local } = await opened();
  await move(shop.id);
  undo();
  expect(outbox.count(ACCOUNT)).toBe(0);
  await later();
  expect(await atService()).toMatchObject({ projectId: local.projectId, number: 1 });
  expect(view().task.projectName).toBe('Personal');
});

test('back before it was sent sends nothing', async () => {
  const { shop, move, outbox, local, view } = await opened();
  await move(shop.id);
  await move(local.projectId);
  expect(outbox.count(ACCOUNT)).toBe(0);
  expect(view().task.projectName).toBe('Personal');
});

test('a status chosen before is sent before, one chosen after it after', async () => {
  const { id, shop, atService, move, later, edits, server } = await opened();
  edits['tasks.change']({ changes: [{ taskId: id, status: 'in-review' }] });
  await move(shop.id);
  edits['tasks.change']({ changes: [{ taskId: id, status: 'done' }] });
  await later();
  expect(await atService()).toMatchObject({ projectId: shop.id, status: 'done' });
  const writes = server.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path.replace('/api', ''));
  expect(writes).toEqual([`/task/status/${id}`, `/task/move/${id}`, `/task/status/${id}`]);
});

test('whose answer was lost is not sent again', async () => {
  const { id, shop, atService, move, later, server, outbox } = await opened();
  await move(shop.id);
  server.intercept = ({ method }) => (method === 'PUT' ? 'commit-then-drop' : undefined);
  await later();
  server.intercept = undefined;
  await later();
  expect(outbox.count(ACCOUNT)).toBe(0);
  expect(await atService()).toMatchObject({ projectId: shop.id, number: 1 });
  expect(server.requests.filter(({ path }) => path === `/api/task/move/${id}`)).toHaveLength(1);
});

test('on a server that cannot do it says so, and the task stays', async () => {
  const { shop, move, later, server, rejected, view } = await opened();
  await move(shop.id);
  server.intercept = ({ method }) => (method === 'PUT' ? new Response('404 Not Found', { status: 404 }) : undefined);
  await later();
  expect(rejected).toMatchObject([
    { sentence: 'ME-1 stays in the project Personal: This server cannot do that; newer ones can.' },
  ]);
  expect(view().task.projectName).toBe('Personal');
});
