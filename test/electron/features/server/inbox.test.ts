/** The service's notifications: the unread count, and own writes that count at once. */
import { describe, expect, test } from 'vitest';

import { createInbox, notificationTitle } from '../../../../electron/features/server/inbox.ts';
import type { OutboxItem } from '../../../../electron/outbox/write-kind.ts';
import type { UnreadableRecords } from '../../../../electron/service/records.ts';
import { served } from '../../service/contract/served.ts';
import { clientWith } from '../../service/malformed.ts';

async function setUp() {
  const at = await served();
  const other = at.workspace.addPerson({ name: 'Ada', role: 'admin' });
  const tell = async (title: string) => {
    const body = { title, description: '', priority: 'low', status: 'to-do', userId: at.userId };
    await at.call('POST', `/task/${at.projectId}`, body, { token: other.token });
  };
  const clock = { ms: 0 };
  const open: Pick<OutboxItem, 'kind' | 'payload'>[] = [];
  const told: (number | null)[] = [];
  const inbox = createInbox({
    now: () => clock.ms,
    open: () => open,
    onChange: () => told.push(inbox.unread()),
  });
  return { at, tell, clock, open, told, inbox };
}

test('notifications about others’ changes are unread until they are read', async () => {
  const { at, tell, inbox, told } = await setUp();
  await tell('Fix the tap');
  await tell('Hang the shelf');
  inbox.start(at.client);
  const items = await inbox.read();
  expect(items.map(({ text, isRead }) => [text, isRead])).toEqual([
    ['Hang the shelf', false],
    ['Fix the tap', false],
  ]);
  expect(items[0]?.taskId).not.toBeNull();
  expect(inbox.unread()).toBe(2);
  expect(told).toEqual([2]);
});

test('tasks of unread notifications are listed once each', async () => {
  const one = { id: '1', type: 'task_comment_created', createdAt: '2026-11-18T12:00:00.000Z', resourceType: 'task' };
  const listed = [
    { ...one, resourceId: 'a' },
    { ...one, id: '2', resourceId: 'a' },
    { ...one, id: '3', resourceId: 'b', isRead: true },
    { ...one, id: '4', resourceId: 'w', resourceType: 'workspace' },
    { ...one, id: '5', resourceId: 'c' },
  ];
  const told: string[][] = [];
  const inbox = createInbox({
    now: () => 0,
    open: () => [],
    onChange: () => told.push(inbox.unreadTasks()),
  });
  inbox.start(clientWith(() => listed));
  await inbox.read();
  inbox.sent({ kind: 'notification.read', payload: { notificationId: '5' } });
  inbox.start(null);
  expect(told).toEqual([['a', 'c'], ['a'], []]);
});

describe('a notification that was read here', () => {
  test('counts as read at once, and stays read once the service has it', async () => {
    const { at, tell, inbox, open, told } = await setUp();
    await tell('Fix the tap');
    await tell('Hang the shelf');
    inbox.start(at.client);
    const [first] = await inbox.read();
    const write = { kind: 'notification.read', payload: { notificationId: first?.id } };
    open.push(write);
    inbox.overlay();
    expect(inbox.unread()).toBe(1);
    open.pop();
    inbox.sent(write);
    expect(inbox.unread()).toBe(1);
    expect(told).toEqual([2, 1]);
  });

  test('is unread again if the service rejects the write', async () => {
    const { at, tell, inbox, open } = await setUp();
    await tell('Fix the tap');
    inbox.start(at.client);
    await inbox.read();
    open.push({ kind: 'notification.read-all', payload: {} });
    inbox.overlay();
    expect(inbox.unread()).toBe(0);
    open.pop();
    inbox.overlay();
    expect(inbox.unread()).toBe(1);
  });
});

test('showing the window reads again only after a while; an event reads at once', async () => {
  const { at, inbox, clock } = await setUp();
  const asked = () => at.server.requests.filter(({ path }) => path === '/api/notification').length;
  inbox.start(at.client);
  await inbox.read();
  const before = asked();
  inbox.refreshIfStale();
  expect(asked()).toBe(before);
  clock.ms += 61_000;
  inbox.refreshIfStale();
  inbox.changed();
  await expect.poll(asked).toBe(before + 2);
});

test('unreadable records are reported, and the others are shown', async () => {
  const { at, tell } = await setUp();
  await tell('Fix the tap');
  const listed = await at.client.listNotifications();
  const unreadable: (UnreadableRecords | undefined)[] = [];
  const inbox = createInbox({
    now: () => 0,
    open: () => [],
    onChange: () => undefined,
    onUnreadable: (found) => unreadable.push(found),
  });
  const client = clientWith(() => [null, ...listed, { ...listed[0], id: 7 }]);
  inbox.start(client);
  expect((await inbox.read()).map(({ text }) => text)).toEqual(['Fix the tap']);
  expect(unreadable.at(-1)?.dropped).toEqual({ notification: 2 });
  inbox.start(null);
  expect(unreadable.at(-1)).toBeUndefined();
});

test.each<[what: string, Record<string, unknown>, title: string, text: string]>([
  [
    'the author and the comment',
    {
      type: 'task_comment_created',
      eventData: { commenterName: 'Ada', commentPreview: 'Is it\ndone?', taskTitle: 'Fix it' },
    },
    'Ada commented on “Fix it”',
    'Is it done?',
  ],
  [
    'the author of a comment on an unnamed task',
    { type: 'task_comment_created', eventData: { commenterName: 'Ada', workspaceName: 'Halden' } },
    'Ada commented on your task',
    'Halden',
  ],
  [
    'the workspace, if there is nothing else',
    { type: 'workspace_invitation', eventData: { workspaceName: 'Halden' } },
    'You were invited to a workspace',
    'Halden',
  ],
  [
    'no details that are not text',
    { type: 'task_comment_created', eventData: { commenterName: 7, commentPreview: [], taskTitle: 'Fix it' } },
    'New comment on your task',
    'Fix it',
  ],
])('a notification shows %s', async (_what, fields, title, text) => {
  const inbox = createInbox({ now: () => 0, open: () => [], onChange: () => undefined });
  inbox.start(clientWith(() => [{ id: 'n', isRead: false, createdAt: '2026-11-18T12:00:00.000Z', ...fields }]));
  expect(await inbox.read()).toMatchObject([{ title, text }]);
});

test('without a session there are no notifications', async () => {
  const { at, tell, inbox, told } = await setUp();
  await tell('Fix the tap');
  inbox.start(at.client);
  await inbox.read();
  inbox.start(null);
  expect(inbox.unread()).toBeNull();
  expect(told).toEqual([1, null]);
});

test.each([
  ['task_status_changed', 'The status of your task changed'],
  ['sprint_closed', 'Sprint closed'],
  ['__', 'Notification'],
])('a title for %s', (type, title) => expect(notificationTitle(type)).toBe(title));
