/** The commands of projects, boards and the account, sent without clicks: what changes at the service, and what is answered. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { WriteResult } from '../../shared/contract/command.ts';
import type { Payload, State } from '../../shared/contract/index.ts';
import type { AppErrorView } from '../../shared/errors/app-error.ts';
import type { Interception } from '../electron/local/serve.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import {
  advanceClocks,
  expectState,
  frontAccountId,
  PICTURE,
  resultOf,
  send,
  sendNow,
  signIn,
  stopClocks,
  type Told,
  untilState,
  withUndo,
} from './steps.ts';

/** A second workspace of the person; this service answers for its lists only. */
const OTHER = { id: 'elsewhere', name: 'Elsewhere', slug: 'elsewhere', role: 'owner' };
const HOOK = 'http://127.0.0.1:9/hook?key=abcdefgh';
/** A server's answer to a route that it does not have. */
const noRoute = () => new Response('404 Not Found', { status: 404 });
const refused = (status: number, message = 'The server says no') =>
  Response.json({ message, code: `HTTP_${status}` }, { status });

const ProjectRecord = z.looseObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  icon: z.string().nullish(),
  description: z.string().nullish(),
  isPublic: z.boolean().nullish(),
  archivedAt: z.string().nullish(),
});
const Columns = z.array(z.looseObject({ id: z.string(), slug: z.string(), name: z.string(), isFinal: z.boolean() }));
const TaskRecord = z.looseObject({ id: z.string(), status: z.string(), title: z.string() });

let service: Service;
let app: RunningApp;
let page: Page;
let server = '';
let workspaceId = '';
let projectId = '';
let named = { projectId: '', projectName: '' };
let otherProjectId = '';

/** Answers to the next write, or to all reads of this test, with this method and path. */
let prepared: { method: string; path: RegExp; answer: () => Interception; isAsked: boolean }[] = [];
/** The repository that the project is linked to. */
let linked: Record<string, unknown> | null = null;
let stored: Buffer | null = null;

function answerNext(method: string, path: RegExp, answer: () => Interception): void {
  prepared.push({ method, path, answer, isAsked: false });
}

/** A code host, object storage and a second workspace, which the local workspace does not have. */
async function extra(request: Request): Promise<Interception> {
  const { pathname, searchParams } = new URL(request.url);
  const { method } = request;
  const next = prepared.findLast(
    (one) => one.method === method && one.path.test(pathname) && (method === 'GET' || !one.isAsked),
  );
  if (next !== undefined) {
    next.isAsked = true;
    return next.answer();
  }
  if (pathname === '/api/auth/organization/list' || pathname === '/api/workspace') {
    const own = await (await service.call('GET', pathname.replace('/api', ''))).json();
    return Response.json([...z.array(z.unknown()).parse(own), OTHER]);
  }
  if (searchParams.get('workspaceId') === OTHER.id && pathname === '/api/project') return Response.json([]);
  if (/^\/api\/project\/[^/]+\/move$/.test(pathname)) {
    const moved = await service.call('GET', pathname.replace(/^\/api|\/move$/g, ''));
    return Response.json({ ...ProjectRecord.parse(await moved.json()), unassignedTaskCount: 2 });
  }
  if (pathname.startsWith('/api/github-integration/')) return codeHost(method, pathname, request);
  if (pathname.endsWith('/background-upload'))
    return Response.json({ key: 'k', version: 'v1', uploadUrl: `${service.served.url}/bucket/k`, headers: {} });
  if (pathname.endsWith('/background-upload/finalize')) return Response.json({ url: 'x' });
  if (pathname === '/bucket/k') {
    stored = Buffer.from(await request.arrayBuffer());
    return new Response(null, { status: 200 });
  }
  if (/^\/api\/project\/[^/]+\/background$/.test(pathname)) {
    if (method === 'DELETE') stored = null;
    if (stored !== null) return new Response(new Uint8Array(stored), { headers: { 'Content-Type': 'image/png' } });
  }
  return undefined;
}

async function codeHost(method: string, pathname: string, request: Request): Promise<Interception> {
  if (pathname.endsWith('/app-info')) return Response.json({ appName: 'Helper' });
  if (pathname.endsWith('/verify'))
    return Response.json({
      isInstalled: true,
      hasRequiredPermissions: false,
      missingPermissions: ['issues'],
      message: 'M',
    });
  if (pathname.endsWith('/import-issues')) {
    const { runId } = z.looseObject({ runId: z.string().optional() }).parse(await request.json());
    if (runId === undefined) return Response.json({ imported: 1, skipped: 0, runId: 'r' }, { status: 202 });
    return Response.json({ imported: 3, skipped: 1, errors: ['e'] });
  }
  if (pathname.includes('/repositories/')) {
    const page = new URL(request.url).searchParams.get('repositoryPage') ?? '1';
    const [name, url] = [`page${page}`, 'https://example.com/r'];
    const owner = { login: 'acme' };
    const repository = {
      id: 1,
      name,
      full_name: `acme/${name}`,
      private: true,
      owner,
      html_url: url,
      installation_id: 5,
    };
    return Response.json({ repositories: [repository], installations: [{ id: 5, repositories: [] }], total: 2 });
  }
  if (method === 'DELETE') linked = null;
  else if (method !== 'GET') linked = { ...linked, ...z.looseObject({}).parse(await request.json()) };
  return Response.json(method === 'DELETE' ? { success: true } : linked);
}

const ask = <N extends Told>(name: N, payload: Payload<N>) => resultOf(page, name, payload);

/** The error that a command is answered with. */
async function errorOf<N extends Told>(name: N, payload: Payload<N>): Promise<AppErrorView> {
  const answer = await send(page, name, payload);
  if (answer.ok) throw new Error(`${name} succeeded: ${JSON.stringify(answer.value)?.slice(0, 300)}`);
  return answer.error;
}

const read = async (path: string): Promise<unknown> => (await service.call('GET', path)).json();
const project = async (id = projectId) => ProjectRecord.parse(await read(`/project/${id}`));
const projects = async () =>
  z.array(ProjectRecord).parse(await read(`/project?workspaceId=${workspaceId}&includeArchived=true`));
const projectsWith = async (slug: string) => (await projects()).filter((one) => one.slug === slug);
const column = async (slug: string) => {
  const found = Columns.parse(await read(`/column/${projectId}`)).find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`No column ${slug}`);
  return found;
};
const statusOf = async (taskId: string) => TaskRecord.parse(await read(`/task/${taskId}`)).status;
/** Tasks of the project at the service, by status. */
async function tasksOf(slug: string): Promise<z.infer<typeof TaskRecord>[]> {
  const Board = z.looseObject({
    data: z.looseObject({
      columns: z.array(z.looseObject({ slug: z.string().optional(), tasks: z.array(TaskRecord) })),
    }),
  });
  const { data } = Board.parse(await read(`/task/tasks/${projectId}`));
  return data.columns.flatMap(({ tasks }) => tasks).filter(({ status }) => status === slug);
}
const copied = () => app.electron.evaluate(({ clipboard }) => clipboard.readText());
const NOTHING = 'nothing';
const clearClipboard = () => app.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), NOTHING);
const openedPages = () => app.electron.evaluate(() => Reflect.get(globalThis, 'openedPages') as string[]);
const done = (value: unknown = null) => ({ state: 'done', value });
const boardIn = ({ board }: State) => board;
const projectIdsIn = ({ projects }: State) => projects?.map(({ id }) => id);
const accountIn = ({ account }: State) => account;
/** A lost answer is looked for again and again, at times that nobody waits for here. */
const allSent = () =>
  until(
    async () => {
      await sendNow(app, page);
      return untilState(page, () => true);
    },
    ({ outbox }) => outbox.total === 0,
  );
const isRead = (board: State['board'], id: string) =>
  board?.project.id === id && board.fetchedAt !== null && board.progress === null;
const untilRead = (id: string) => untilState(page, ({ board }) => isRead(board, id));

beforeAll(async () => {
  service = await startService();
  service.served.intercept = extra;
  server = new URL(service.address).host;
  app = await launchApp();
  page = await signIn(app, service);
  await stopClocks(app);
  await ask('board.open', {});
  const { account, board } = await untilState(page, (now) => now.board?.fetchedAt != null);
  workspaceId = account?.workspaceId ?? '';
  projectId = board?.project.id ?? '';
  named = { projectId, projectName: board?.project.name ?? '' };
  otherProjectId = (await projects()).find(({ id }) => id !== projectId)?.id ?? '';
});
afterEach(() => {
  const left = prepared.filter(({ isAsked }) => !isAsked);
  prepared = [];
  expect(left, 'a prepared answer was not asked for').toEqual([]);
});
afterAll(async () => {
  await app?.quit();
  await service?.stop();
});

describe('A project', () => {
  test.each([
    { changed: { name: 'House', icon: 'Home' } },
    { changed: { description: 'What it is for' } },
    { changed: { description: '', isPublic: true } },
    { changed: { isPublic: false } },
  ])('changes $changed and nothing else', async ({ changed }) => {
    const { name, slug, icon, description, isPublic } = await project();
    expect(await ask('project.save', { ...named, changed })).toEqual(done());
    const now = { name, slug, icon, description: description ?? '', isPublic, ...changed };
    await expect.poll(() => project()).toMatchObject(now);
    expect(await ask('project.read', { projectId })).toMatchObject({ project: { ...changed } });
  });

  test('keeps its key if another project has the new one, and the server’s reason is shown', async () => {
    const before = await project();
    const { slug } = await project(otherProjectId);
    const answer = await ask('project.save', { ...named, changed: { slug } });
    expect(answer).toEqual({ state: 'rejected', why: expect.stringContaining(`A project with the key "${slug}"`) });
    await expect.poll(() => project()).toMatchObject({ slug: before.slug });
  });

  test('is archived and unarchived', async () => {
    const other = { projectId: otherProjectId, projectName: 'Other' };
    const archived = async () => (await ask('project.archived', {})).map(({ id }) => id);
    expect(await ask('project.set-archived', { ...other, isArchived: true })).toEqual(done());
    await expect.poll(archived).toEqual([otherProjectId]);
    await expect.poll(() => project(otherProjectId)).toMatchObject({ archivedAt: expect.any(String) });
    await expectState(page, projectIdsIn).not.toContain(otherProjectId);
    expect(await ask('project.set-archived', { ...other, isArchived: false })).toEqual(done());
    await expect.poll(archived).toEqual([]);
    await expect.poll(() => project(otherProjectId)).toMatchObject({ archivedAt: null });
  });

  test('has its place in the order', async () => {
    const order = async () => (await ask('project.read', { projectId })).order.map(({ id }) => id);
    const reversed = (await order()).reverse();
    expect(await ask('project.order', { projectIds: reversed })).toEqual(done());
    await expect.poll(order).toEqual(reversed);
    await expect.poll(async () => (await projects()).map(({ id }) => id)).toEqual(reversed);
  });

  test('is created, moved to another workspace with its tasks unassigned, and deleted', async () => {
    const created = await ask('project.create', { name: 'Garden', slug: 'GAR', icon: 'Sprout' });
    const [found] = await until(
      () => projectsWith('GAR'),
      ({ length }) => length > 0,
    );
    expect(created).toEqual(done(found?.id));
    expect(found).toMatchObject({ name: 'Garden', icon: 'Sprout' });
    const garden = { projectId: found?.id ?? '', projectName: 'Garden' };
    expect((await ask('project.read', { projectId: garden.projectId })).moveTo).toEqual([
      { id: OTHER.id, name: OTHER.name },
    ]);

    await ask('board.open', { projectId: garden.projectId });
    await untilRead(garden.projectId);
    expect(await ask('project.move', { ...garden, workspaceId: OTHER.id })).toEqual(done(2));
    await expectState(page, boardIn).toBeNull();
    const error = await errorOf('project.move', { ...garden, workspaceId: 'unknown' });
    expect(error.title).toBe('That workspace is not there');

    expect(await ask('project.delete', garden)).toEqual(done());
    await expect.poll(() => projectsWith('GAR')).toEqual([]);
  });

  test('created with a lost answer is found again, not created twice', async () => {
    answerNext('POST', /^\/api\/project$/, () => 'commit-then-drop');
    await ask('project.create', { name: 'Twice', slug: 'TWI', icon: '' });
    await sendNow(app, page);
    await allSent();
    await expect.poll(() => projectsWith('TWI')).toHaveLength(1);

    const found = await projectsWith('TWI');
    const twice = { projectId: found[0]?.id ?? '', projectName: 'Twice' };
    answerNext('DELETE', /^\/api\/project\/[^/]+$/, () => 'commit-then-drop');
    await ask('project.delete', twice);
    await sendNow(app, page);
    await allSent();
    await expect.poll(() => projectsWith('TWI')).toEqual([]);
  });

  test('gets a background picture and loses it; a file that is no picture is refused', async () => {
    const [path, text] = [join(app.dataFolder, 'garden.png'), join(app.dataFolder, 'text.png')];
    writeFileSync(path, PICTURE);
    writeFileSync(text, 'no picture');
    const choose = (filePaths: string[]) =>
      app.electron.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen.length === 0, filePaths: chosen });
      }, filePaths);
    await choose([]);
    expect(await ask('project.set-background', named)).toBeNull();
    await choose([text]);
    expect((await errorOf('project.set-background', named)).title).toBe('That is not a picture');
    expect(stored).toBeNull();
    await choose([path]);
    expect(await ask('project.set-background', named)).toEqual(done());
    expect(stored).toEqual(PICTURE);
    const url = `data:image/png;base64,${PICTURE.toString('base64')}`;
    expect(await ask('project.background', { projectId })).toBe(url);
    expect(await ask('project.remove-background', named)).toEqual(done());
    expect(stored).toBeNull();
    expect(await ask('project.background', { projectId })).toBeNull();
    answerNext('GET', /\/background$/, noRoute);
    expect(await ask('project.background', { projectId })).toBeNull();
    rmSync(path);
    rmSync(text);
  });

  test('has a public address to copy', async () => {
    await clearClipboard();
    await ask('project.copy-link', { projectId });
    const publicUrl = `${service.address}/public-project/${projectId}`;
    await expect.poll(copied).toBe(publicUrl);
    expect(await ask('project.read', { projectId })).toMatchObject({ publicUrl });
  });
});

test('A webhook is set up, changed field by field, and removed', async () => {
  const webhook = () => ask('webhook.read', { projectId });
  await expect.poll(webhook).toBeNull();
  const events = { taskCreated: false, taskStatusChanged: false, taskCommentCreated: false, taskDeleted: true };
  const secret = 'correct horse battery';
  expect(await ask('webhook.replace', { ...named, url: HOOK, secret, events, leadMinutes: 60 })).toEqual(done());
  const first = { hasSecret: true, leadMinutes: 60, events: ['taskDeleted'], isActive: true };
  await expect.poll(webhook).toMatchObject(first);
  const changes: [Partial<Payload<'webhook.update'>>, object][] = [
    [{ isActive: false }, { isActive: false }],
    [{ leadMinutes: 120 }, { leadMinutes: 120 }],
    [{ secret: null }, { hasSecret: false }],
    [{ secret }, { hasSecret: true }],
    [{ events: { taskMoved: true } }, { events: ['taskDeleted', 'taskMoved'] }],
    [{ isActive: true }, { isActive: true }],
  ];
  let expected: object = first;
  for (const [change, seen] of changes) {
    expect(await ask('webhook.update', { ...named, ...change })).toEqual(done());
    expected = { ...expected, ...seen };
    await expect.poll(webhook).toMatchObject(expected);
  }
  const { maskedUrl } = (await webhook()) ?? {};
  await ask('webhook.update', { ...named, url: 'http://127.0.0.1:9/somewhere/entirely/different' });
  await expect.poll(async () => (await webhook())?.maskedUrl).not.toBe(maskedUrl);
  // Replacing it without a secret removes the secret.
  expect(await ask('webhook.replace', { ...named, url: HOOK, events: {}, leadMinutes: 60 })).toEqual(done());
  await expect.poll(webhook).toMatchObject({ hasSecret: false, isActive: true });
  expect(await ask('webhook.remove', named)).toEqual(done());
  await expect.poll(webhook).toBeNull();
  // It is gone already, as wanted.
  expect(await ask('webhook.remove', named)).toEqual(done());
});

test('A repository is chosen, checked, linked, changed, imported from and unlinked', async () => {
  const host = async () => (await ask('code-host.read', { projectId })).linked;
  expect(await ask('code-host.read', { projectId })).toEqual({ appName: 'Helper', linked: null });
  for (const page of [1, 2]) {
    const { repositories, ...counts } = await ask('code-host.repositories', { projectId, page });
    expect(repositories).toEqual([{ owner: 'acme', name: `page${page}`, isPrivate: true, description: '' }]);
    expect(counts).toEqual({ total: 2, installations: 1 });
  }
  const repository = { repositoryOwner: 'acme', repositoryName: 'shop' };
  expect(await ask('code-host.verify', { projectId, ...repository })).toEqual({
    installed: true,
    hasRequiredPermissions: false,
    missingPermissions: ['issues'],
    message: 'M',
  });
  expect(await ask('code-host.link', { ...named, ...repository })).toEqual(done());
  await expect.poll(host).toMatchObject({ owner: 'acme', name: 'shop', isActive: true, commentsTaskLink: null });
  for (const on of [false, true]) {
    expect(await ask('code-host.update', { ...named, isActive: on })).toEqual(done());
    await expect.poll(host).toMatchObject({ isActive: on });
    expect(await ask('code-host.update', { ...named, commentsTaskLink: on })).toEqual(done());
    await expect.poll(host).toMatchObject({ isActive: on, commentsTaskLink: on });
  }
  expect(await ask('code-host.import', named)).toEqual(done({ imported: 3, skipped: 1, errors: 1 }));
  // It is linked already, as wanted; another repository is not.
  answerNext('POST', /\/github-integration\/project\//, () => refused(409));
  expect(await ask('code-host.link', { ...named, ...repository })).toEqual(done());
  answerNext('POST', /\/github-integration\/project\//, () => refused(409));
  const second = await ask('code-host.link', { ...named, ...repository, repositoryName: 'other' });
  expect(second).toMatchObject({ state: 'rejected' });
  expect(await ask('code-host.unlink', named)).toEqual(done());
  await expect.poll(host).toBeNull();
});

test('A calendar is added, copied, counted and removed', async () => {
  const { labels, hasAddress } = await ask('calendar.read', { projectId });
  const backend = labels.find(({ name }) => name === 'backend');
  expect(hasAddress).toBe(true);
  const added = { ...named, labelIds: [backend?.id ?? ''], timeZone: 'Europe/Berlin' };
  expect(await ask('calendar.add', added)).toEqual(done());
  expect(await ask('calendar.add', { ...added, labelIds: [] })).toEqual(done());
  const { feeds } = await ask('calendar.read', { projectId });
  expect(feeds.map((feed) => feed.labels.map(({ name }) => name))).toEqual([['backend'], []]);
  const counts: number[] = [];
  for (const { id: feedId } of feeds) {
    await clearClipboard();
    await ask('calendar.copy', { projectId, feedId });
    const address = await until(copied, (now) => now !== NOTHING);
    const text = await (await fetch(address)).text();
    const count = await ask('calendar.count', { projectId, feedId });
    expect(count).toBe(text.split('BEGIN:VEVENT').length - 1);
    counts.push(count);
  }
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
  for (const { id: feedId } of feeds) {
    expect(await ask('calendar.remove', { ...named, feedId })).toEqual(done());
    expect((await errorOf('calendar.copy', { projectId, feedId })).title).toBe('That calendar is gone');
  }
  expect((await ask('calendar.read', { projectId })).feeds).toEqual([]);
});

test('A label is renamed on the workspace and its tasks, and deleted', async () => {
  const labels = async () => new Map((await ask('labels.read', {})).map((label) => [label.name, label]));
  const before = await labels();
  const [backend, ops] = [before.get('backend'), before.get('ops')];
  const rename = { labelId: backend?.id ?? '', name: 'backend', to: 'server' };
  expect(await ask('labels.rename', rename)).toEqual(done());
  const renamed = await until(labels, (now) => now.has('server') && !now.has('backend'));
  expect(renamed.get('server')).toMatchObject({ color: backend?.color, taskCount: backend?.taskCount });
  expect(await ask('labels.delete', { labelId: ops?.id ?? '', name: 'ops' })).toEqual(done());
  expect(before.has('ops')).toBe(true);
  await until(labels, (now) => !now.has('ops'));
});

describe('What the server refuses', () => {
  const askAdministrator = 'Ask an administrator of the workspace.';
  const reads: {
    what: string;
    name: Told;
    path: RegExp;
    answer: () => Response;
    seen: () => Partial<AppErrorView>;
  }[] = [
    {
      what: 'A project that is gone',
      name: 'project.read',
      path: /^\/api\/project\/[^/]+$/,
      answer: () => refused(404),
      seen: () => ({ title: 'There is no such project' }),
    },
    {
      what: 'A project that may not be read',
      name: 'project.read',
      path: /^\/api\/project\/[^/]+$/,
      answer: () => refused(403),
      seen: () => ({ nextStep: askAdministrator }),
    },
    {
      what: 'A picture that may not be read',
      name: 'project.background',
      path: /\/background$/,
      answer: () => refused(403),
      seen: () => ({ nextStep: askAdministrator }),
    },
    {
      what: 'A server without webhooks',
      name: 'webhook.read',
      path: /\/generic-webhook-integration\//,
      answer: noRoute,
      seen: () => ({ title: `${server} has no webhooks` }),
    },
    {
      what: 'A server without calendars',
      name: 'calendar.read',
      path: /\/calendar-feed\//,
      answer: noRoute,
      seen: () => ({ title: `${server} has no calendars` }),
    },
    {
      what: 'A server without links to code hosts',
      name: 'code-host.read',
      path: /\/github-integration\/project\//,
      answer: noRoute,
      seen: () => ({ title: `${server} has no links to code hosts` }),
    },
    {
      what: 'A server whose code host is not set up',
      name: 'code-host.read',
      path: /\/github-integration\/project\//,
      answer: () => refused(503, 'Not set up'),
      seen: () => ({ title: `${server} has no link to a code host`, explanation: 'Not set up' }),
    },
  ];
  test.each(reads)('$what is explained', async ({ name, path, answer, seen }) => {
    answerNext('GET', path, answer);
    expect(await errorOf(name as 'project.read', { projectId })).toMatchObject(seen());
  });

  const writes: {
    name: string;
    method: string;
    path: RegExp;
    run: () => Promise<WriteResult<unknown> | null>;
    said: () => string;
  }[] = [
    {
      name: 'archiving',
      method: 'PUT',
      path: /\/archive$/,
      run: () => ask('project.set-archived', { ...named, isArchived: true }),
      said: () => `The project ${named.projectName} is not archived`,
    },
    {
      name: 'unarchiving',
      method: 'PUT',
      path: /\/unarchive$/,
      run: () => ask('project.set-archived', { ...named, isArchived: false }),
      said: () => `The project ${named.projectName} stays archived`,
    },
    {
      name: 'deleting',
      method: 'DELETE',
      path: /^\/api\/project\/[^/]+$/,
      run: () => ask('project.delete', named),
      said: () => `The project ${named.projectName} was not deleted`,
    },
    {
      name: 'moving',
      method: 'PUT',
      path: /\/move$/,
      run: () => ask('project.move', { ...named, workspaceId: OTHER.id }),
      said: () => `The project ${named.projectName} stays in its workspace`,
    },
    {
      name: 'ordering',
      method: 'PUT',
      path: /\/project\/reorder$/,
      run: () => ask('project.order', { projectIds: [projectId] }),
      said: () => 'The projects stay in their order',
    },
    {
      name: 'removing a picture',
      method: 'DELETE',
      path: /\/background$/,
      run: () => ask('project.remove-background', named),
      said: () => `${named.projectName} keeps its picture`,
    },
    {
      name: 'setting up a webhook',
      method: 'POST',
      path: /\/generic-webhook/,
      run: () => ask('webhook.replace', { ...named, url: HOOK, events: {}, leadMinutes: 60 }),
      said: () => `The webhook of ${named.projectName} stays as it was`,
    },
    {
      name: 'changing a webhook',
      method: 'PATCH',
      path: /\/generic-webhook/,
      run: () => ask('webhook.update', { ...named, url: HOOK, secret: null }),
      said: () => `The webhook of ${named.projectName} stays as it was`,
    },
    {
      name: 'removing a webhook',
      method: 'DELETE',
      path: /\/generic-webhook/,
      run: () => ask('webhook.remove', named),
      said: () => `${named.projectName} keeps its webhook`,
    },
    {
      name: 'changing a link',
      method: 'PATCH',
      path: /\/github-integration/,
      run: () => ask('code-host.update', { ...named, isActive: true }),
      said: () => `The repository link of ${named.projectName} stays as it was`,
    },
    {
      name: 'unlinking',
      method: 'DELETE',
      path: /\/github-integration/,
      run: () => ask('code-host.unlink', named),
      said: () => `${named.projectName} stays linked to its repository`,
    },
    {
      name: 'importing',
      method: 'POST',
      path: /\/import-issues$/,
      run: () => ask('code-host.import', named),
      said: () => `No issues were imported into ${named.projectName}`,
    },
    {
      name: 'creating',
      method: 'POST',
      path: /^\/api\/project$/,
      run: () => ask('project.create', { name: 'New', slug: 'NEW', icon: '' }),
      said: () => 'The project “New” was not created',
    },
    {
      name: 'a label’s name',
      method: 'PUT',
      path: /^\/api\/label\//,
      run: async () => ask('labels.rename', { ...(await bug()), to: 'fault' }),
      said: () => 'bug',
    },
    {
      name: 'deleting a label',
      method: 'DELETE',
      path: /^\/api\/label\//,
      run: async () => ask('labels.delete', await bug()),
      said: () => 'bug',
    },
  ];
  async function bug() {
    const label = (await ask('labels.read', {})).find(({ name }) => name === 'bug');
    return { labelId: label?.id ?? '', name: 'bug' };
  }
  test.each(writes)('$name is answered with the reason, and nothing changes', async ({ method, path, run, said }) => {
    const everything = async () => [await projects(), await ask('labels.read', {})];
    const before = await everything();
    answerNext(method, path, () => refused(403, 'Only on Sundays'));
    const answer = await run();
    expect(answer).toEqual({ state: 'rejected', why: expect.stringContaining('Only on Sundays') });
    const isSaid = ({ what }: { what: string }) => what.includes(said());
    const { outbox } = await untilState(
      page,
      ({ toast, outbox: now }) => toast?.text.includes(said()) === true || now.items.some(isSaid),
    );
    for (const { id: itemId } of outbox.items) await ask('outbox.discard', { itemId });
    await expect.poll(everything).toEqual(before);
  });

  test('A change that the server fails at waits, and is sent again', async () => {
    answerNext('PUT', /^\/api\/project\/[^/]+$/, () => refused(500, 'Out of order'));
    const answer = await ask('project.save', { ...named, changed: { description: 'Later' } });
    expect(answer).toMatchObject({ state: 'waits', why: expect.stringContaining('Out of order') });
    await expect.poll(async () => (await project()).description).not.toBe('Later');
    expect((await ask('project.read', { projectId })).project.description).toBe('Later');
    // A request that the server failed at may still arrive, so the next one waits two minutes.
    await advanceClocks(app, 120_000);
    await allSent();
    await expect.poll(() => project()).toMatchObject({ description: 'Later' });
  });
});

describe('The board', () => {
  beforeAll(async () => {
    await ask('board.open', { projectId });
    await untilRead(projectId);
  });

  test('of another project opens in its place and is remembered; closing it shows none', async () => {
    await ask('board.open', { projectId: otherProjectId });
    await untilRead(otherProjectId);
    await ask('board.close', {});
    await expectState(page, boardIn).toBeNull();
    await ask('board.open', {});
    await untilRead(otherProjectId);
    await ask('board.open', { projectId });
    await untilRead(projectId);
    await expectState(page, projectIdsIn).toEqual((await projects()).map(({ id }) => id));
  });

  test('lists the projects it knows while the server cannot be reached or refuses', async () => {
    const { projects: known } = await untilState(page, (state) => state.projects !== null);
    for (const refusal of ['drop', refused(403)] as const) {
      let asked = 0;
      answerNext('GET', /^\/api\/project$/, () => {
        asked += 1;
        return refusal;
      });
      await ask('project.refresh-list', {});
      await expect.poll(() => asked).toBeGreaterThan(0);
      await expectState(page, ({ projects }) => projects).toEqual(known);
    }
  });

  test('is read again on request', async () => {
    service.served.requests.length = 0;
    await ask('board.refresh', {});
    await until(
      () => service.served.requests.filter(({ path }) => path.startsWith(`/api/task/tasks/${projectId}`)).length,
      (count) => count > 0,
    );
  });

  test.each([
    { field: 'name', changed: { name: 'Doing it' } },
    { field: 'icon', changed: { icon: 'Star' } },
    { field: 'colour', changed: { color: '#123456' } },
    { field: 'final mark', changed: { isFinal: true } },
  ])('changes a column’s $field, and undoes it', async ({ changed }) => {
    const before = await column('in-progress');
    const change = () => ask('board.update-column', { columnId: before.id, ...changed });
    const shown = ({ board }: State) => board?.columns.find(({ slug }) => slug === 'in-progress');
    const undo = await withUndo(page, change);
    await expectState(page, shown).toMatchObject(changed);
    await undo();
    const [field = ''] = Object.keys(changed);
    await expectState(page, shown).toMatchObject({ [field]: before[field] ?? null });
    await change();
    await sendNow(app, page);
    await until(
      () => column('in-progress'),
      (now) => Object.entries(changed).every(([name, value]) => now[name] === value),
    );
    const { name, isFinal } = before;
    await ask('board.update-column', { columnId: before.id, name, icon: null, color: null, isFinal });
    await sendNow(app, page);
    const unset = { name, icon: null, color: null, isFinal };
    await until(
      () => column('in-progress'),
      (now) => Object.entries(unset).every(([field, value]) => now[field] === value),
    );
    // The service may show the values of an earlier write while later ones wait, and the next test refuses the next write.
    await allSent();
  });

  test('keeps a column as it is if the server refuses', async () => {
    const { id: columnId, name } = await column('in-progress');
    answerNext('PUT', /^\/api\/column\//, () => refused(403, 'Not today'));
    await ask('board.update-column', { columnId, name: 'Refused' });
    await sendNow(app, page);
    await expectState(page, ({ toast }) => toast?.text).toContain(`The column ${name} stays as it was`);
    await expectState(page, ({ board }) => board?.columns.find((one) => one.columnId === columnId)?.name).toBe(name);
    expect((await errorOf('board.update-column', { columnId: 'gone', name: 'X' })).title).toBe(
      'That column is no longer there',
    );
  });

  test('puts a card back before the toast says that its move was refused', async () => {
    await allSent();
    const taskId = (await tasksOf('to-do'))[0]?.id ?? '';
    await app.electron.evaluate(({ BrowserWindow }, id) => {
      const seen: string[] = [];
      Reflect.set(globalThis, 'seen', seen);
      const contents = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('/index.html'));
      const send = contents?.webContents.send.bind(contents.webContents);
      if (contents === undefined || send === undefined) throw new Error('No window');
      contents.webContents.send = (channel: string, value) => {
        if (channel === 'punchcard:cards')
          for (const card of JSON.parse(value).cards) if (card.id === id) seen.push(card.status);
        if (value.toast) seen.push(value.toast.text);
        send(channel, value);
      };
    }, taskId);
    answerNext('PUT', /^\/api\/task\/status\//, () => refused(403, 'Not today'));
    await ask('board.move', { taskId, to: 'done' });
    await sendNow(app, page);
    const seen = await until(
      () => app.electron.evaluate(() => Reflect.get(globalThis, 'seen') as string[]),
      (all) => all.some((one) => one.includes('Not today')),
    );
    expect(seen[seen.findIndex((one) => one.includes('Not today')) - 1]).toBe('to-do');
  });

  test('moves a task to a column, next to another task, and outside of the columns', async () => {
    const [first, second, third] = await tasksOf('to-do');
    const [taskId, before, last] = [first?.id ?? '', second?.id ?? '', third?.id ?? ''];
    const moveAway = async () => {
      const undo = await withUndo(page, () => ask('board.move', { taskId, to: 'done' }));
      await sendNow(app, page);
      await until(
        () => statusOf(taskId),
        (status) => status === 'done',
      );
      return undo;
    };
    const undo = await moveAway();
    await undo();
    await sendNow(app, page);
    // At its place, not at the end.
    await until(
      async () => (await tasksOf('to-do'))[0]?.id,
      (id) => id === taskId,
    );
    await moveAway();
    await ask('board.move', { taskId, to: 'to-do', before: last });
    await sendNow(app, page);
    await until(
      async () => (await tasksOf('to-do')).map(({ id }) => id),
      (ids) => ids.indexOf(taskId) + 1 === ids.indexOf(last) && ids.includes(taskId),
    );
    await ask('board.move', { taskId: before, to: 'to-do', before: null });
    await sendNow(app, page);
    await until(
      async () => (await tasksOf('to-do')).at(-1)?.id,
      (id) => id === before,
    );
    for (const to of ['planned', 'archived', 'to-do']) {
      await ask('board.move', { taskId, to });
      await sendNow(app, page);
      await until(
        () => statusOf(taskId),
        (status) => status === to,
      );
    }
    expect((await errorOf('board.move', { taskId, to: 'nowhere' })).title).toBe('That column is no longer there');
    expect((await errorOf('board.move', { taskId: 'gone', to: 'done' })).title).toBe(
      'That task is no longer on the board',
    );
  });

  test('moves all tasks of a column', async () => {
    const ids = (await tasksOf('in-review')).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    await ask('board.move-all', { from: 'in-review', to: 'in-progress' });
    await sendNow(app, page);
    await until(
      () => Promise.all(ids.map(statusOf)),
      (statuses) => statuses.every((status) => status === 'in-progress'),
    );
    await expect.poll(() => tasksOf('in-review')).toEqual([]);
  });

  test('remembers the column that a started task moves to, until it is cleared', async () => {
    const expectChosen = () =>
      expectState(page, ({ settings, account }) => settings.moveOnStart[`${account?.id} ${projectId}`]);
    await ask('board.move-on-start', { to: 'in-progress' });
    const { name } = await column('in-progress');
    await expectChosen().toEqual({ slug: 'in-progress', name, isFinal: false });
    await ask('board.move-on-start', { to: null });
    await expectChosen().toBeUndefined();
    expect((await errorOf('board.move-on-start', { to: 'nowhere' })).title).toBe('That column is no longer there');
  });

  test('finds tasks by their descriptions, long ones too', async () => {
    const [task, other] = await tasksOf('to-do');
    const [short, long] = [task?.id ?? '', other?.id ?? ''];
    const answers = [
      await service.call('PUT', `/task/description/${short}`, { description: 'A heliotrope lamp' }),
      await service.call('PUT', `/task/description/${long}`, { description: `${'x '.repeat(40_000)} heliotrope` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask('board.search-descriptions', { query: 'heliotrope' })).sort()).toEqual([short, long].sort());
    // Without the route for long ones the search still finds the others.
    answerNext('GET', /\/description-matches\//, noRoute);
    expect(await ask('board.search-descriptions', { query: 'heliotrope lamp' })).toEqual([short]);
    expect(await ask('board.search-descriptions', { query: 'nothing like it' })).toEqual([]);
    await ask('board.close', {});
    expect(await ask('board.search-descriptions', { query: 'heliotrope' })).toEqual([]);
  });

  test('that is public is read-only, and its description’s addresses can be copied and opened', async () => {
    const description = 'See https://example.com/plan and http://example.com/plain.';
    await ask('project.save', { ...named, changed: { isPublic: true, description } });
    await ask('board.open-public', { link: `${service.address}/public-project/${projectId}` });
    const { board } = await untilState(page, (now) => isRead(now.board, projectId) && now.board?.isPublic === true);
    // Opened again by its id alone, it is the same board.
    await ask('board.open-public', { link: projectId });
    await expectState(page, (now) => now.board?.boardId).toBe(board?.boardId);
    expect(await ask('board.public-description', { taskId: null })).toBe(description);
    await clearClipboard();
    await ask('board.copy-url', { url: 'https://example.com/plan' });
    await expect.poll(copied).toBe('https://example.com/plan');
    const url = 'https://example.com/elsewhere';
    expect((await errorOf('board.copy-url', { url })).title).toBe('That address cannot be opened');
    expect((await errorOf('board.open-url', { url })).title).toBe('That address cannot be opened');
    const opened = await app.electron.evaluate(({ shell }) => {
      const pages: string[] = [];
      shell.openExternal = async (address: string) => void pages.push(address);
      Object.assign(globalThis, { openedPages: pages });
      return pages;
    });
    expect(opened).toEqual([]);
    await ask('board.open-url', { url: 'https://example.com/plan' });
    await expect.poll(openedPages).toEqual(['https://example.com/plan']);

    const [task] = await tasksOf('to-do');
    const taskId = task?.id ?? '';
    expect((await errorOf('board.move', { taskId, to: 'done' })).title).toBe('A public board can only be viewed');
    answerNext('GET', /\/public-project\/[^/]+\/task\//, () => refused(403));
    expect((await errorOf('board.public-description', { taskId })).title).toBe('That board is not public');
    await ask('board.close', {});
    expect(await ask('board.public-description', { taskId })).toBe('');
    expect((await errorOf('board.move-all', { from: 'to-do', to: 'done' })).title).toBe('No board is open');
    expect((await errorOf('board.open-public', { link: 'not a link' })).title).toBe(
      'That is not a link to a public board',
    );
  });

  test('that does not exist says so and is not opened again', async () => {
    await ask('board.open', { projectId: 'unknown' });
    await expectState(page, ({ board }) => board?.error?.title).toBe('There is no such board');
    await ask('board.close', {});
    await ask('board.open', {});
    const { board } = await untilState(page, (now) => now.board?.fetchedAt != null);
    expect(board?.project.id).not.toBe('unknown');
  });
});

describe('The account', () => {
  /** A busy computer's keychain may answer too late, which is an error although the person is signed out. */
  async function signOut(): Promise<void> {
    const answer = await send(page, 'account.sign-out', { accountId: await frontAccountId(page) });
    if (!answer.ok) expect(answer.error.kind).toBe('keychain');
    await expectState(page, accountIn).toBeNull();
  }

  test('changes to another workspace, whose projects and boards are then shown, and back', async () => {
    await ask('account.choose-workspace', { workspaceId: OTHER.id });
    await expectState(page, accountIn).toMatchObject({ workspaceId: OTHER.id });
    await expectState(page, projectIdsIn).toEqual([]);
    expect((await errorOf('board.open', {})).title).toBe('There is no project yet');
    await ask('account.choose-workspace', { workspaceId: 'unknown' });
    await expectState(page, accountIn).toMatchObject({ workspaceId: OTHER.id });
    await ask('account.choose-workspace', { workspaceId });
    await expectState(page, projectIdsIn).toContain(projectId);
  });

  test('makes an API key, which is copied, and revokes it', async () => {
    await clearClipboard();
    await ask('api-keys.make', { name: 'Script' });
    const key = await until(copied, (now) => now !== NOTHING);
    const statusWithKey = async () =>
      (await service.call('GET', `/project?workspaceId=${workspaceId}`, undefined, key)).status;
    await expect.poll(statusWithKey).toBe(200);
    const [made] = (await ask('api-keys.read', {})).filter(({ name }) => name === 'Script');
    await ask('api-keys.revoke', { keyId: made?.id ?? '' });
    await expect.poll(statusWithKey).toBe(401);
    expect((await ask('api-keys.read', {})).map(({ name }) => name)).not.toContain('Script');
  });

  test('stays signed in when the keychain is read again', async () => {
    await ask('account.retry-keychain', {});
    await expectState(page, accountIn).toMatchObject({ status: 'signed-in' });
  });

  test('stays at its address if another server is at the new one, and moves to a new address of the same', async () => {
    /** Signs in at that address and approves it at `server`. */
    const signInAt = async (address: string, server: Service) => {
      await ask('sign-in.at-new-address', { address });
      const { signIn: view } = await untilState(page, ({ signIn }) => signIn.step === 'waiting');
      if (view.step !== 'waiting') throw new Error('Unreachable');
      await server.press(`${server.served.url}/device?user_code=${view.userCode}`, 'approve');
    };
    const another = await startService();
    await signInAt(another.address, another);
    await expectState(page, ({ signIn }) => signIn).toMatchObject({ step: 'failed' });
    await ask('sign-in.cancel', {});
    await another.stop();
    await expectState(page, accountIn).toMatchObject({ address: service.address });
    const moved = service.address.replace('127.0.0.1', 'localhost');
    await signInAt(moved, service);
    await expectState(page, accountIn).toMatchObject({ address: moved, status: 'signed-in' });
    expect((await ask('project.read', { projectId })).project.id).toBe(projectId);
  });

  test('signs out; then nothing can be read, and a sign-in can be started and cancelled', async () => {
    const accountId = await frontAccountId(page);
    await signOut();
    expect((await errorOf('project.read', { projectId })).title).toBe('You’re not signed in');
    expect((await errorOf('account.sign-out', { accountId })).title).toMatch('You’re not signed in to ');
    expect((await errorOf('board.open-public', { link: projectId })).title).toBe('On which server?');
    expect(await ask('sign-in.client-id', { address: service.address })).toBe('service-cli');
    await ask('sign-in.device', { address: service.address });
    const { signIn: waiting } = await untilState(page, ({ signIn }) => signIn.step === 'waiting');
    if (waiting.step !== 'waiting') throw new Error('Unreachable');
    await ask('sign-in.copy-code', {});
    await expect.poll(copied).toBe(waiting.userCode);
    await ask('sign-in.open-browser', {});
    await expect.poll(async () => (await openedPages()).at(-1)).toContain(`${service.address}/device`);
    await ask('sign-in.cancel', {});
    await expectState(page, (now) => now.signIn.step).toBe('none');
  });

  test('signs in with an API key', async () => {
    await ask('sign-in.api-key', { address: service.address, key: service.apiKey() });
    await expectState(page, accountIn).toMatchObject({ status: 'signed-in', kind: 'api-key' });
    expect(await ask('project.read', { projectId })).toMatchObject({ project: { id: projectId } });
    await signOut();
  });

  test('is on this computer, with sample tasks that can be added and removed, and no address to share', async () => {
    await ask('sign-in.local', { sample: true });
    await expectState(page, accountIn).toMatchObject({ status: 'signed-in', kind: 'local' });
    const expectSample = () => expectState(page, ({ sample }) => sample);
    await expectSample().toEqual({ present: true });
    const { projects: own } = await untilState(page, (state) => (state.projects?.length ?? 0) > 0);
    const local = own?.[0]?.id ?? '';
    await clearClipboard();
    await ask('project.copy-link', { projectId: local });
    expect((await ask('calendar.read', { projectId: local })).hasAddress).toBe(false);
    await expect.poll(copied).toBe(NOTHING);
    expect((await errorOf('code-host.repositories', { projectId: local, page: 1 })).title).toContain(
      'no link to a code host',
    );
    await ask('local.clear-sample', {});
    await expectSample().toEqual({ present: false });
    await ask('local.add-sample', {});
    await expectSample().toEqual({ present: true });
  });
});
