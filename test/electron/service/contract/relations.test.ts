/** Relations and external links (docs/service.md#relations). */
import { expect, test } from 'vitest';
import { isOlder, NO_ROUTE, served } from './served.ts';

test('a relation is created, listed for both tasks, and removed', async () => {
  const { client, addTask } = await served();
  const [parent, child] = [await addTask({ title: 'Parent' }), await addTask({ title: 'Child', status: 'done' })];
  const ends = { sourceTaskId: parent.id, targetTaskId: child.id, relationType: 'subtask' } as const;
  const relation = await client.createTaskRelation(ends);
  expect(relation).toMatchObject(ends);
  for (const { id } of [parent, child]) {
    expect(await client.listTaskRelations(id)).toMatchObject([
      {
        id: relation.id,
        sourceTask: { id: parent.id, title: 'Parent', ...(!isOlder && { isCompleted: false }) },
        targetTask: { id: child.id, title: 'Child', ...(!isOlder && { isCompleted: true }) },
      },
    ]);
  }
  await expect(client.createTaskRelation(ends)).rejects.toMatchObject({ status: 409 });
  await expect(client.createTaskRelation({ ...ends, targetTaskId: parent.id })).rejects.toMatchObject({ status: 400 });
  expect(await client.deleteTaskRelation(relation.id)).toEqual(relation);
  expect(await client.listTaskRelations(parent.id)).toEqual([]);
  await expect(client.deleteTaskRelation(relation.id)).rejects.toMatchObject({ status: 404 });
});

test('a link is added, listed, and removed; an older server cannot add links', async () => {
  const { client, addTask } = await served();
  const { id } = await addTask();
  if (isOlder) {
    await expect(client.createExternalLink(id, { url: 'https://example.org/a' })).rejects.toMatchObject(NO_ROUTE);
    await expect(client.deleteExternalLink(id, 'one')).rejects.toMatchObject(NO_ROUTE);
    expect(await client.listExternalLinks(id)).toEqual([]);
    return;
  }
  const link = await client.createExternalLink(id, { url: 'https://example.org/a', title: 'A page' });
  expect(link).toMatchObject({ taskId: id, url: 'https://example.org/a', title: 'A page', integrationId: null });
  expect(await client.listExternalLinks(id)).toEqual([{ ...link, integration: null }]);
  expect(await client.deleteExternalLink(id, link.id)).toEqual({ id: link.id });
  expect(await client.listExternalLinks(id)).toEqual([]);
  await expect(client.deleteExternalLink(id, link.id)).rejects.toMatchObject({ status: 404 });
});

test('a link that is not http(s) is rejected', async () => {
  const { client, addTask } = await served();
  const { id } = await addTask();
  await expect(client.createExternalLink(id, { url: 'javascript:alert(1)' })).rejects.toMatchObject(
    isOlder ? NO_ROUTE : { status: 400 },
  );
});
