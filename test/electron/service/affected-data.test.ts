/** Which data an event or a write makes stale. */
import { expect, test } from 'vitest';
import { WRITE_KINDS } from '../../../electron/app/outbox.ts';
import { TASK_CREATE } from '../../../electron/features/tasks/index.ts';
import { affectedByEvent } from '../../../electron/service/affected-data.ts';

const event = (type: string, taskId: string | null = 't1', projectId: string | null = 'p1') =>
  affectedByEvent({ type, projectId, taskId });

test('an event affects the part of the task that it names', () => {
  const parts = (type: string) =>
    event(type).map((affected) => (affected.of === 'task' ? affected.parts : affected.of));
  expect(parts('TASK_CREATED')).toEqual([['task']]);
  expect(parts('TASK_UPDATED')).toEqual([['task', 'others']]);
  expect(parts('TASK_MOVED')).toEqual([['task', 'labels']]);
  expect(parts('TASK_LABEL_UPDATED')).toEqual([['labels']]);
  expect(parts('TASK_RELATION_UPDATED')).toEqual([['relations']]);
  expect(parts('COMMENT_UPDATED')).toEqual([['comments']]);
});

test('an event without a task or of an unknown type affects the project; one without a project the notifications', () => {
  expect(event('TASK_RELATION_UPDATED', '')).toEqual([{ of: 'progress', projectId: 'p1' }]);
  expect(event('TASK_UPDATED', null)).toEqual([{ of: 'project', projectId: 'p1' }]);
  expect(event('SOMETHING_NEW')).toEqual([{ of: 'project', projectId: 'p1' }]);
  expect(event('NOTIFICATION_CREATED', null, null)).toEqual([{ of: 'notifications' }]);
});

test('a write affects its task, its entry or the workspace; data that only its own page reads is not affected', () => {
  const write = (name: string, payload: object = {}, value: unknown = null) =>
    WRITE_KINDS.find(({ kind }) => kind === name)?.affects(payload as never, { subject: 's1', value });
  const task = { of: 'task', taskId: 't1', projectId: undefined };
  expect(write('task.title', { taskId: 't1', title: 'x' })).toEqual([{ ...task, parts: ['task'] }]);
  expect(write('task.label-attach', { taskId: 't1' })).toEqual([{ ...task, parts: ['labels'] }]);
  expect(write('task.comment-edit', { taskId: 't1' })).toEqual([{ ...task, parts: ['comments'] }]);
  expect(write('task.link-remove', { taskId: 't1' })).toEqual([{ ...task, parts: ['links'] }]);
  const created = { id: 't1', identifier: 'PAY-7' };
  expect(write(TASK_CREATE, { projectId: 'p1' }, created)).toEqual([{ ...task, projectId: 'p1', parts: ['task'] }]);
  expect(write('time-entry.update')).toEqual([{ of: 'entry', entryId: 's1' }]);
  expect(write('code-host.import', { projectId: 'p1' })).toEqual([{ of: 'project', projectId: 'p1' }]);
  expect(write('project.update', { projectId: 'p1' })).toEqual([{ of: 'workspace' }]);
  expect(['notification.read', 'webhook.update', 'calendar.add', 'code-host.link'].map((kind) => write(kind))).toEqual([
    [],
    [],
    [],
    [],
  ]);
});
