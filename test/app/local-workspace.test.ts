/** The workspace on this computer, in the real app: pictures without a port, a second workspace, a task in another project, an assistant. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { State, TaskView } from '../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts';
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { dayAfter, localDay } from '../../shared/time/day.ts';
import { launchApp, type RunningApp } from './app.ts';
import { expectState, PICTURE, resultOf, send, untilState } from './steps.ts';

async function choosePicture({ electron, dataFolder }: RunningApp): Promise<void> {
  const path = join(dataFolder, 'garden.png');
  writeFileSync(path, PICTURE);
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}

async function openLocally(app: RunningApp): Promise<Page> {
  const page = await app.page();
  await resultOf(page, 'sign-in.local', { sample: true });
  await untilState(page, ({ tasks }) => tasks.tasks.length > 1);
  return page;
}

/** The protocol's own client starts the tools from a clone. What they change is undone from the list of what assistants did. */
async function letAssistantWork(app: RunningApp, page: Page, task: TaskView): Promise<void> {
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

  for (const { undoId } of await resultOf(page, 'assistants.log', {}))
    if (undoId !== undefined) await resultOf(page, 'undo.undo', { undoId });
  await expect.poll(trackedMs).toBe(before);
  await expectState(page, status).toBe(task.status);
  const log = await resultOf(page, 'assistants.log', {});
  expect(log.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'done')).toEqual(['undone', 'undone']);
}

test('stores pictures, is read and changed by an assistant, and moves a project and a task', async () => {
  const app = await launchApp();
  try {
    const page = await openLocally(app);
    await choosePicture(app);
    const state = await untilState(page, ({ tasks }) => tasks.tasks.length > 1);
    const [task] = state.tasks.tasks;
    if (task === undefined) throw new Error('There is no task.');
    const { projectId, projectName } = task;
    await letAssistantWork(app, page, task);

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
  } finally {
    await app.quit();
  }
});
