/**
 * The workspace on this computer, in the real app: on a port, switched on in the settings, used by a second client and a second Punchcard,
 * switched off; pictures without a port, a second workspace, a task in another project, an assistant.
 */
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DeviceCode, DeviceToken } from '../../electron/service/records.ts';
import type { State, TaskView } from '../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts';
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { dayAfter, localDay } from '../../shared/time/day.ts';
import { clientOf } from '../electron/service/contract/served.ts';
import { freePort } from '../loopback.ts';
import { PATIENCE_MS } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { expectState, PICTURE, resultOf, send, sendNow, untilState } from './steps.ts';

const root = join(import.meta.dirname, '..', '..');
const program = process.env.PUNCHCARD_ELECTRON ?? process.execPath;

let app: RunningApp;
let page: Page;

beforeAll(async () => {
  app = await launchApp();
  page = await app.page();
  await resultOf(page, 'sign-in.local', { sample: false });
  await untilState(page, ({ account }) => account?.status === 'signed-in');
});
afterAll(() => app?.quit());

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
async function useSecondPunchcard(address: string): Promise<void> {
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

test('on a port a second client signs in while that is on, and is refused once it is off', async () => {
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
  await useSecondPunchcard(address);

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

async function choosePicture(): Promise<void> {
  const path = join(app.dataFolder, 'garden.png');
  writeFileSync(path, PICTURE);
  await app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}

/** The protocol's own client starts the tools from a clone. What they change is undone from the list of what assistants did. */
async function letAssistantWork(task: TaskView): Promise<void> {
  const allowed = { ...DEFAULT_SETTINGS.assistants, entries: 'yes', tasks: 'yes' } as const;
  await resultOf(page, 'settings.change', { assistants: allowed });
  const env = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const script = join(import.meta.dirname, '..', '..', 'build', 'punchcard.mjs');
  const args = [script, `--user-data-dir=${app.dataFolder}`, 'mcp'];
  const assistant = new Client({ name: 'Zed', version: '1' });
  await assistant.connect(new StdioClientTransport({ command: process.execPath, args, env: Object.fromEntries(env) }));
  onTestFinished(() => assistant.close());

  const { content } = await assistant.callTool({ name: 'list', arguments: {} });
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining(task.identifier) }]);
  const day = dayAfter(localDay(Date.now()), -1);
  const trackedMs = async () => {
    const { contents } = await assistant.readResource({ uri: `punchcard://day/${day}` });
    return JSON.parse((contents[0] as { text: string }).text).totalMs;
  };
  const before = await trackedMs();
  const time = { task: task.identifier, day, from: '4:00', for: '0:30' };
  const logged = await assistant.callTool({ name: 'log', arguments: time });
  expect(logged.isError).toBe(false);
  await expect.poll(trackedMs).toBe(before + 30 * MINUTE_MS);
  const done = await assistant.callTool({ name: 'done', arguments: { task: task.identifier } });
  expect(done.isError).toBe(false);
  const status = ({ tasks }: State) => tasks.tasks.find(({ id }) => id === task.id)?.status;
  await expectState(page, status).not.toBe(task.status);

  for (const { undoIds = [] } of await resultOf(page, 'assistants.log', {}))
    if (undoIds.length > 0) await resultOf(page, 'undo.undo-all', { undoIds });
  await expect.poll(trackedMs).toBe(before);
  await expectState(page, status).toBe(task.status);
  const log = await resultOf(page, 'assistants.log', {});
  expect(log.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'done')).toEqual(['undone', 'undone']);
}

test('it stores pictures, is read and changed by an assistant, and moves a project and a task', async () => {
  await resultOf(page, 'local.add-sample', {});
  await choosePicture();
  const state = await untilState(page, ({ tasks }) => tasks.tasks.length > 1);
  const [task] = state.tasks.tasks;
  if (task === undefined) throw new Error('There is no task.');
  const { projectId, projectName } = task;
  await letAssistantWork(task);

  const attached = await resultOf(page, 'tasks.attach-picture', { taskId: task.id, identifier: task.identifier });
  expect(attached).toMatchObject({
    state: 'done',
    value: expect.stringMatching(/^!\[garden\.png\]\(\S+\/asset\/\S+\)$/),
  });
  expect(await resultOf(page, 'project.set-background', { projectId, projectName })).toMatchObject({ state: 'done' });
  expect(await resultOf(page, 'project.background', { projectId })).toBe(
    `data:image/png;base64,${PICTURE.toString('base64')}`,
  );
  expect(readdirSync(join(app.dataFolder, 'local-workspace-files'))).toHaveLength(2);
  await resultOf(page, 'board.open', { projectId });
  await expectState(page, ({ board }) => typeof board?.project.backgroundVersion).toBe('string');

  const { projects } = await untilState(page, (state) => (state.projects?.length ?? 0) > 1);
  const other = projects?.find(({ id }) => id !== projectId);
  await resultOf(page, 'tasks.set-project', { taskId: task.id, projectId: other?.id ?? '' });
  await expectState(page, ({ toast }) => toast?.text).toBe(`${task.identifier} moved to the project ${other?.name}`);
  await expectState(page, ({ tasks }) => tasks.tasks.find(({ id }) => id === task.id)?.projectName).toBe(other?.name);

  await resultOf(page, 'local.add-workspace', { name: 'Home' });
  const { account } = await untilState(page, ({ account }) => account?.workspaces.length === 2);
  const home = account?.workspaces[1];
  const move = { projectId: other?.id ?? '', projectName: other?.name ?? '' };
  const moved = await resultOf(page, 'project.move', { ...move, workspaceId: home?.id ?? '' });
  expect(moved).toMatchObject({ state: 'done' });
  await send(page, 'account.choose-workspace', { workspaceId: home?.id ?? '' });
  await expectState(page, ({ projects }) => projects?.map(({ id }) => id)).toEqual([other?.id]);
});
