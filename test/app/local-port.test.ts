/** The workspace on this computer on a port, in the real app: switched on in the settings, used by a second client and a second Punchcard, switched off. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { DeviceCode, DeviceToken } from '../../electron/service/records.ts';
import { clientOf } from '../electron/service/contract/served.ts';
import { freePort } from '../loopback.ts';
import { PATIENCE_MS } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { resultOf, sendNow, untilState } from './steps.ts';

const root = join(import.meta.dirname, '..', '..');
const program = process.env.PUNCHCARD_ELECTRON ?? process.execPath;

function serveCommand(dataFolder: string): Promise<{ code: number; out: string }> {
  const args = [join(root, 'out', 'main', 'command-line.js'), `--user-data-dir=${dataFolder}`, 'serve', '--json'];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', LC_ALL: 'C' };
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: PATIENCE_MS }, (error, out) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: out.trim() }),
    );
  });
}

/** With an API key that is made in the first one. Its time on a task reaches the first one's workspace. */
async function useSecondPunchcard(app: RunningApp, page: Page, address: string): Promise<void> {
  await resultOf(page, 'api-keys.make', { name: 'Second' });
  const key = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
  const client = clientOf(`${address}/api`, key, true);
  const me = await client.whoAmI();
  const [workspace] = await client.listWorkspaces();
  const [project] = await client.listProjects(workspace?.id ?? '');
  const fields = { title: 'Shared', description: '', priority: 'low' as const, status: 'to-do', userId: me?.id ?? '' };
  const task = await client.createTask(project?.id ?? '', fields);

  const second = await launchApp();
  onTestFinished(() => second.quit());
  const other = await second.page();
  await resultOf(other, 'sign-in.api-key', { address, key });
  const { tasks } = await untilState(other, (state) => state.tasks.tasks.length > 0);
  expect(tasks.tasks.map(({ id, title }) => [id, title])).toEqual([[task.id, 'Shared']]);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await resultOf(other, 'time.add', { taskId: task.id, startTime: ago(60), endTime: ago(30), note: 'By the second' });
  await sendNow(second, other);
  await expect
    .poll(async () => (await client.listTimeEntries(task.id)).map(({ description }) => description))
    .toEqual(['By the second']);
}

test('a second client signs in while it is on, and is refused once it is off', async () => {
  const app = await launchApp();
  onTestFinished(() => app.quit());
  const page = await app.page();
  await resultOf(page, 'sign-in.local', { sample: false });
  await untilState(page, ({ account }) => account?.status === 'signed-in');
  const exitCode = async () => (await serveCommand(app.dataFolder)).code;
  await expect.poll(exitCode).toBe(1);

  const port = await freePort();
  await resultOf(page, 'settings.change', { localServer: { on: false, port } });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  const onOff = page.getByRole('switch', { name: 'Let other programs use this workspace' });
  await onOff.click();
  const { localServer } = await untilState(page, (state) => state.localServer.address !== null);
  const address = localServer.address ?? '';
  expect(address).toBe(`http://127.0.0.1:${port}`);
  await page.getByText(address).waitFor();
  await expect
    .poll(() => serveCommand(app.dataFolder))
    .toEqual({
      code: 0,
      out: JSON.stringify({ schema: 1, ok: true, address }),
    });

  // The person answers Punchcard's question with "Approve".
  await app.electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
  });
  const post = (path: string, body: Record<string, string>) =>
    fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const code = DeviceCode.parse(await (await post('/auth/device/code', { client_id: 'service-cli' })).json());
  const form = await (await fetch(code.verification_uri_complete)).text();
  const csrf = /name="csrf" value="([^"]*)"/.exec(form)?.[1] ?? '';
  await fetch(`${address}/device`, {
    method: 'POST',
    body: new URLSearchParams({ user_code: code.user_code, csrf, decision: 'approve' }),
  });
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'service-cli' };
  const granted = await post('/auth/device/token', { ...grant, device_code: code.device_code });
  const { access_token } = DeviceToken.parse(await granted.json());
  const client = clientOf(`${address}/api`, access_token);
  await expect.poll(async () => (await client.listWorkspaces()).length).toBe(1);
  await useSecondPunchcard(app, page, address);

  await onOff.click();
  await expect
    .poll(() =>
      fetch(`${address}/api/config`).then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused');
  await untilState(page, (state) => state.localServer.address === null);
  await expect.poll(exitCode).toBe(1);
});
