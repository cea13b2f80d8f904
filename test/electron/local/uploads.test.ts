/** Pictures: the upload address, what is checked, who can read them, and where the files are. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ProjectBackgroundUpload, TaskImageAsset, TaskImageUpload } from '../../../electron/service/records.ts';
import { SECOND_MS, type TestWorkspace, testWorkspace } from './workspace.ts';

const BYTES = Buffer.from('\x89PNG\r\n\x1a\n');
const FILE = { filename: 'a.png', contentType: 'image/png', size: BYTES.length, surface: 'description' };

const put = async ({ workspace }: TestWorkspace, url: string, bytes: Buffer<ArrayBuffer>, type = 'image/png') =>
  (await workspace.fetch(new Request(url, { method: 'PUT', headers: { 'Content-Type': type }, body: bytes }))).status;

const request = async ({ call }: TestWorkspace, taskId: string, changes: object = {}) =>
  TaskImageUpload.parse((await call('PUT', `/task/image-upload/${taskId}`, { ...FILE, ...changes })).json);

const finalize = ({ call }: TestWorkspace, taskId: string, key: string, changes: object = {}) =>
  call('POST', `/task/image-upload/${taskId}/finalize`, { ...FILE, ...changes, key });

async function attached(local: TestWorkspace, taskId: string): Promise<string> {
  const { key, uploadUrl } = await request(local, taskId);
  expect(await put(local, uploadUrl, BYTES)).toBe(200);
  return TaskImageAsset.parse((await finalize(local, taskId, key)).json).id;
}

async function onDisk(): Promise<{ path: string; files: () => string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-uploads-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { path: join(folder, 'local.sqlite'), files: () => readdirSync(join(folder, 'local-files')) };
}

test('an upload address takes the described file, for five minutes', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask();
  const { uploadUrl } = await request(local, id);
  expect(await put(local, uploadUrl, BYTES, 'image/jpeg')).toBe(403);
  expect(await put(local, uploadUrl, Buffer.concat([BYTES, BYTES]))).toBe(400);
  expect(await put(local, `${uploadUrl}x`, BYTES)).toBe(403);
  expect(await put(local, uploadUrl, BYTES)).toBe(200);
  local.clock.ms += 300 * SECOND_MS;
  expect(await put(local, uploadUrl, BYTES)).toBe(403);
});

test('finalizing needs the own key, the same description and the bytes', async () => {
  const local = await testWorkspace();
  const [mine, other] = [await local.addTask(), await local.addTask()];
  const { key, uploadUrl } = await request(local, mine.id);
  expect((await finalize(local, mine.id, key)).status).toBe(400);
  await put(local, uploadUrl, BYTES);
  expect((await finalize(local, other.id, key)).status).toBe(400);
  expect((await finalize(local, mine.id, key, { size: 1 })).status).toBe(400);
  expect((await finalize(local, mine.id, key, { contentType: 'image/gif' })).status).toBe(400);
  expect((await finalize(local, mine.id, key)).status).toBe(200);
  expect((await finalize(local, mine.id, key)).status).toBe(200);
});

test('a file over 10 MiB, an empty one and an unknown task are rejected', async () => {
  const { call, addTask } = await testWorkspace();
  const path = `/task/image-upload/${(await addTask()).id}`;
  expect((await call('PUT', path, { ...FILE, size: 10 * 1024 * 1024 + 1 })).status).toBe(400);
  expect((await call('PUT', path, { ...FILE, size: 10 * 1024 * 1024 })).status).toBe(200);
  expect((await call('PUT', path, { ...FILE, size: 0 })).status).toBe(400);
  expect((await call('PUT', '/task/image-upload/nope', FILE)).status).toBe(400);
});

test('a picture needs a login, unless its project is public', async () => {
  const local = await testWorkspace();
  const id = await attached(local, (await local.addTask()).id);
  const read = (token: string | null) => local.call('GET', `/asset/${id}`, undefined, { token });
  expect((await read(null)).status).toBe(401);
  expect((await read(local.token)).headers.get('content-type')).toBe('image/png');
  const project = { name: 'Me', icon: '', slug: 'ME', description: '', isPublic: true };
  await local.call('PUT', `/project/${local.projectId}`, project);
  expect((await read(null)).status).toBe(200);
  expect((await local.call('GET', '/asset/nope')).status).toBe(404);
});

test('files are private, and go with their task', async () => {
  const { path, files } = await onDisk();
  const local = await testWorkspace({ path });
  const { id } = await local.addTask();
  const asset = await attached(local, id);
  expect(files()).toEqual([asset]);
  if (process.platform !== 'win32') expect(statSync(join(path, '../local-files')).mode & 0o777).toBe(0o700);
  await local.call('DELETE', `/task/${id}`);
  expect(files()).toEqual([]);
});

test('an upload that nobody finalized goes at the next one, and at the next start; finished ones stay', async () => {
  const { path, files } = await onDisk();
  const local = await testWorkspace({ path });
  const { id } = await local.addTask();
  const asset = await attached(local, id);
  const { uploadUrl } = await request(local, id);
  await put(local, uploadUrl, BYTES);
  expect(files()).toHaveLength(2);
  local.clock.ms += 301 * SECOND_MS;
  await put(local, (await request(local, id)).uploadUrl, BYTES);
  expect(files()).toHaveLength(2);
  local.workspace.close();
  await testWorkspace({ path, now: () => local.clock.ms + 301 * SECOND_MS });
  expect(files()).toEqual([asset]);
});

test('a new background replaces the old one, and goes with its project', async () => {
  const { path, files } = await onDisk();
  const local = await testWorkspace({ path });
  const root = `/project/${local.projectId}`;
  const file = { contentType: 'image/png', size: BYTES.length };
  const set = async () => {
    const requested = await local.call('PUT', `${root}/background-upload`, file);
    const { key, version, uploadUrl } = ProjectBackgroundUpload.parse(requested.json);
    await put(local, uploadUrl, BYTES);
    const stored = { ...file, key, version };
    expect((await local.call('POST', `${root}/background-upload/finalize`, { ...stored, version: 'v' })).status).toBe(
      400,
    );
    expect((await local.call('POST', `${root}/background-upload/finalize`, stored)).status).toBe(200);
    return version;
  };
  const svg = { ...file, contentType: 'text/html' };
  expect((await local.call('PUT', `${root}/background-upload`, svg)).status).toBe(400);
  await set();
  const second = await set();
  expect(files()).toEqual([second]);
  expect((await local.call('GET', `/task/tasks/${local.projectId}`)).json).toMatchObject({
    data: { backgroundVersion: second },
    pagination: { revision: '3' },
  });
  expect((await local.call('GET', `${root}/background`)).headers.get('content-type')).toBe('image/png');
  await local.call('DELETE', root);
  expect(files()).toEqual([]);
  expect((await local.call('PUT', '/project/nope/background-upload', file)).status).toBe(404);
});

test('a file whose task is deleted while it arrives is not kept, and a finished picture is not replaced', async () => {
  const { path, files } = await onDisk();
  const local = await testWorkspace({ path });
  const { id } = await local.addTask();
  const { key, uploadUrl } = await request(local, id);
  await put(local, uploadUrl, BYTES);
  await finalize(local, id, key);
  expect(await put(local, uploadUrl, Buffer.alloc(BYTES.length))).toBe(403);
  const { uploadUrl: late } = await request(local, id);
  const body = new ReadableStream({
    async start(controller) {
      await local.call('DELETE', `/task/${id}`);
      controller.enqueue(BYTES);
      controller.close();
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png' },
    body,
    duplex: 'half',
  };
  expect((await local.workspace.fetch(new Request(late, init))).status).toBe(403);
  expect(files()).toEqual([]);
});
