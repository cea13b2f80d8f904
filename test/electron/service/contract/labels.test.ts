/** Labels and columns (docs/service.md#labels). */
import { describe, expect, test } from 'vitest';
import { coded, served } from './served.ts';

async function withLabel() {
  const local = await served();
  const label = await local.client.createLabel({ name: 'Bug', color: '#ff0000', workspaceId: local.workspaceId });
  const { id: taskId } = await local.addTask();
  return { ...local, label, taskId };
}

describe('a label', () => {
  test('is created once', async () => {
    const { client, label, workspaceId } = await withLabel();
    expect(label).toMatchObject({ name: 'Bug', color: '#ff0000', workspaceId });
    expect(label.taskId ?? null).toBeNull();
    expect(await client.createLabel({ name: 'Bug', color: '#ff0000', workspaceId })).toEqual(label);
  });

  test('is copied to a task and removed from it', async () => {
    const { client, label, taskId, workspaceId } = await withLabel();
    const copy = await client.addLabelToTask(label.id, taskId);
    expect(copy).toMatchObject({ name: 'Bug', color: '#ff0000', taskId });
    expect(copy.id).not.toBe(label.id);
    expect(await client.listTaskLabels(taskId)).toEqual([copy]);
    const definitions = (await client.listWorkspaceLabels(workspaceId)).filter(
      ({ taskId: on }) => (on ?? null) === null,
    );
    expect(definitions).toEqual([label]);
    await client.removeLabelFromTask(copy.id);
    expect(await client.listTaskLabels(taskId)).toEqual([]);
  });

  test('is created on a task', async () => {
    const { client, taskId, workspaceId } = await withLabel();
    await client.createLabel({ name: 'Idea', color: '#00ff00', workspaceId, taskId });
    expect(await client.listTaskLabels(taskId)).toMatchObject([{ name: 'Idea', taskId }]);
  });

  test('may be added to tasks and removed by members, but not by viewers', async () => {
    const { as, client, label, taskId, workspace } = await withLabel();
    const [member, viewer] = (['member', 'viewer'] as const).map((role) =>
      as(workspace.addPerson({ name: role, role }).token),
    );
    const copy = await member?.addLabelToTask(label.id, taskId);
    const rejection = { status: 403, ...coded('MISSING_PERMISSION', { missingPermissions: ['label:update'] }) };
    await expect(viewer?.addLabelToTask(label.id, taskId)).rejects.toMatchObject(rejection);
    await expect(viewer?.removeLabelFromTask(copy?.id ?? '')).rejects.toMatchObject(rejection);
    expect(await client.listTaskLabels(taskId)).toEqual([copy]);
  });

  test('is renamed with all its copies', async () => {
    const { client, label, taskId } = await withLabel();
    await client.addLabelToTask(label.id, taskId);
    expect(await client.updateLabel(label.id, { name: 'Defect', color: '#ff0000' })).toMatchObject({ name: 'Defect' });
    expect(await client.listTaskLabels(taskId)).toMatchObject([{ name: 'Defect', color: '#ff0000' }]);
  });

  test('that was deleted is reported as gone, both a definition and a copy', async () => {
    const { client, label, taskId } = await withLabel();
    const copy = await client.addLabelToTask(label.id, taskId);
    await client.deleteLabel(label.id);
    const gone = { status: 400, isGone: true };
    await expect(client.removeLabelFromTask(copy.id)).rejects.toMatchObject(gone);
    await expect(client.addLabelToTask(label.id, taskId)).rejects.toMatchObject(gone);
    await expect(client.deleteLabel(label.id)).rejects.toMatchObject(gone);
  });

  test('is deleted with all its copies', async () => {
    const { client, label, taskId, workspaceId } = await withLabel();
    await client.addLabelToTask(label.id, taskId);
    expect(await client.deleteLabel(label.id)).toMatchObject({ id: label.id, name: 'Bug' });
    expect(await client.listTaskLabels(taskId)).toEqual([]);
    expect(await client.listWorkspaceLabels(workspaceId)).toEqual([]);
  });
});

describe('a column', () => {
  test('is renamed and changed by its id', async () => {
    const { client, projectId } = await served();
    const [first] = await client.listColumns(projectId);
    expect(first).toMatchObject({ projectId, slug: 'to-do', name: 'To do', isFinal: false });
    expect(first?.id).not.toBe('to-do');
    await client.updateColumn(first?.id ?? '', { name: 'Next', icon: 'Flag', color: '#123456', isFinal: true });
    expect((await client.listColumns(projectId))[0]).toMatchObject({
      slug: 'to-do',
      name: 'Next',
      icon: 'Flag',
      color: '#123456',
      isFinal: true,
    });
  });

  test('that does not exist is rejected', async () => {
    const { client } = await served();
    await expect(client.updateColumn('nothing', { name: 'X' })).rejects.toMatchObject({ kind: 'rejected' });
  });
});
