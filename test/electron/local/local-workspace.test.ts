/** The local workspace as a whole: restarts, and the same behaviour over a network as in the process. */
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDamage } from '../../../electron/files/set-aside.ts';
import { openLocalWorkspace } from '../../../electron/local/local-workspace.ts';
import { NewerWorkspaceError } from '../../../electron/local/schema.ts';
import { DeviceCode } from '../../../electron/service/records.ts';
import { filesBeside, writeAndDie } from '../store/killed.ts';
import { serveLocalWorkspace } from './serve.ts';
import { testWorkspace } from './workspace.ts';

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-local-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'local.db');
}

describe('a restart', () => {
  test('keeps tasks, time entries, sessions, API keys and waiting device codes', async () => {
    const path = file();
    const before = await testWorkspace({ path });
    const task = await before.addTask({ title: 'Still here' });
    await before.call('POST', '/time-entry', { taskId: task.id, startTime: '2026-11-18T09:00:00Z' });
    const key = before.workspace.createApiKey('script');
    const response = await before.call('POST', '/auth/device/code', { client_id: 'service-cli' }, { token: null });
    const code = DeviceCode.parse(response.json);
    before.workspace.close();

    const after = await testWorkspace({ path });
    expect(after).toMatchObject({
      userId: before.userId,
      workspaceId: before.workspaceId,
      projectId: before.projectId,
    });
    expect((await after.call('GET', `/task/${task.id}`)).json).toMatchObject({ title: 'Still here', number: 1 });
    expect((await after.call('GET', `/time-entry/task/${task.id}`)).json).toMatchObject([{ endTime: null }]);
    for (const token of [before.token, key]) {
      expect((await after.call('GET', '/user/me', undefined, { token })).status).toBe(200);
    }
    expect((await after.call('GET', `/auth/device?user_code=${code.user_code}`)).json).toMatchObject({
      status: 'pending',
    });
  });

  test('adds no second project, and updates the owner’s name', async () => {
    const path = file();
    (await testWorkspace({ path })).workspace.close();
    const { call, workspaceId } = await testWorkspace({ path, ownerName: 'Robin' });
    expect((await call('GET', `/project?workspaceId=${workspaceId}`)).json).toHaveLength(1);
    expect((await call('GET', '/user/me')).json).toMatchObject({ name: 'Robin' });
  });

  test('leaves no credential in the file', async () => {
    const path = file();
    const { workspace, token } = await testWorkspace({ path });
    const key = workspace.createApiKey('script');
    workspace.close();
    const bytes = readFileSync(path).toString('latin1');
    expect([bytes.includes(token), bytes.includes(key)]).toEqual([false, false]);
  });

  test('rejects a file of a newer Punchcard and does not change it', () => {
    const path = file();
    // In its original journal mode, because changing the mode would write to the file.
    const newer = new DatabaseSync(path);
    newer.exec('CREATE TABLE future (what TEXT); PRAGMA user_version = 99');
    newer.close();
    const before = readFileSync(path);
    expect(() => openLocalWorkspace({ path })).toThrow(NewerWorkspaceError);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['local.db']);
  });

  test('rejects a file of a killed newer Punchcard and does not change its log', () => {
    const path = file();
    openLocalWorkspace({ path }).close();
    writeAndDie(path, 'PRAGMA user_version = 99; CREATE TABLE future (what TEXT)');
    const before = filesBeside(path);
    expect(Object.keys(before)).toEqual(['local.db', 'local.db-shm', 'local.db-wal']);
    expect(() => openLocalWorkspace({ path })).toThrow(NewerWorkspaceError);
    expect(filesBeside(path)).toEqual(before);
  });

  test('detects damage in pages that the workspace does not read', () => {
    const path = file();
    const workspace = openLocalWorkspace({ path });
    workspace.addSample();
    workspace.close();
    const PAGE = 4096;
    const pages = statSync(path).size / PAGE;
    let found = 0;
    for (let page = 1; page < pages; page += 1) {
      const damaged = `${path}-${page}`;
      copyFileSync(path, damaged);
      const handle = openSync(damaged, 'r+');
      writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE);
      closeSync(handle);
      try {
        openLocalWorkspace({ path: damaged }).close();
      } catch (error) {
        expect(isDamage(error), String(error)).toBe(true);
        found += 1;
      }
    }
    // A page that is in use.
    expect(found).toBe(pages - 1);
  });
});

describe('served on loopback', () => {
  async function served() {
    const local = await testWorkspace();
    const server = await serveLocalWorkspace(local.workspace);
    onTestFinished(() => server.close());
    const headers = { Authorization: `Bearer ${local.token}`, 'Content-Type': 'application/json' };
    const create = () =>
      fetch(`${server.baseUrl}/task/${local.projectId}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: 'Over the wire', description: '', priority: 'low', status: 'to-do' }),
      });
    const count = async () => {
      const { json } = await local.call('GET', `/task?workspaceId=${local.workspaceId}`);
      return (json as unknown[]).length;
    };
    return { ...local, server, create, count };
  }

  test('answers like in the process, and records the requests', async () => {
    const { server, create, count } = await served();
    expect((await create()).status).toBe(200);
    expect(await count()).toBe(1);
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: expect.stringMatching(/^\/api\/task\//),
        headers: { 'content-type': 'application/json' },
      },
    ]);
  });

  test('can answer differently', async () => {
    const { server, create, count } = await served();
    server.intercept = () => Response.json({ message: 'Busy', code: 'SERVICE_UNAVAILABLE' }, { status: 503 });
    expect((await create()).status).toBe(503);
    server.intercept = undefined;
    expect((await create()).status).toBe(200);
    expect(await count()).toBe(1);
  });

  test('can drop a request before it is processed', async () => {
    const { server, create, count } = await served();
    server.intercept = () => 'drop';
    await expect(create()).rejects.toThrow();
    expect(await count()).toBe(0);
  });

  test('can drop the answer to a processed request', async () => {
    const { server, create, count } = await served();
    server.intercept = (request) => (request.method === 'POST' ? 'commit-then-drop' : undefined);
    await expect(create()).rejects.toThrow();
    expect(await count()).toBe(1);
  });

  test('rejects a chunked body that is too large', async () => {
    const { server, token, projectId } = await served();
    const chunk = new TextEncoder().encode('x'.repeat(300_000));
    let remaining = 5;
    const body = new ReadableStream({
      pull(controller) {
        if (remaining === 0) return controller.close();
        remaining -= 1;
        controller.enqueue(chunk);
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body,
      duplex: 'half',
    };
    expect((await fetch(`${server.baseUrl}/task/${projectId}`, init)).status).toBe(413);
  });
});
