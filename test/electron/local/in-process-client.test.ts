/** How the app opens the local workspace. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLocalAccess } from '../../../electron/local/in-process-client.ts';
import { openLocalWorkspace } from '../../../electron/local/local-workspace.ts';

test.each(['-wal', '-shm', '-journal'])(
  'a folder named like its file %s is renamed, and everything is kept',
  async (suffix) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'punchcard-local-'));
    onTestFinished(() => rmSync(dataFolder, { recursive: true }));
    const path = join(dataFolder, 'local-workspace.sqlite');
    const before = openLocalWorkspace({ path });
    const { token } = before.openSession();
    before.close();
    mkdirSync(path + suffix);
    const toasts: string[] = [];
    const access = createLocalAccess({
      dataFolder,
      language: () => 'en',
      now: () => 0,
      showToast: (text) => void toasts.push(text),
      onProgram: () => undefined,
    });
    await access.open();
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await access.transport('http://local/api/auth/get-session', { headers });
    expect(await answer.json()).not.toBeNull();
    access.close();
    expect(toasts).toEqual([expect.stringContaining('A folder had the name of a file')]);
    expect(readdirSync(dataFolder)).toContain(`local-workspace.sqlite${suffix}.damaged-1970-01-01T00-00-00-000Z`);
  },
);
