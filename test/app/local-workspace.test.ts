/** The workspace on this computer, in the real app: pictures without a port, a second workspace, a task in another project. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
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

test('stores pictures, and moves a project and a task', async () => {
  const app = await launchApp();
  try {
    const page = await openLocally(app);
    await choosePicture(app);
    const state = await untilState(page, ({ tasks }) => tasks.tasks.length > 1);
    const [task] = state.tasks.tasks;
    if (task === undefined) throw new Error('There is no task.');
    const { projectId, projectName } = task;

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
