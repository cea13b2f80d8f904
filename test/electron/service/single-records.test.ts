/**
 * A malformed field of a single record does not hide the others, and a malformed answer to a successful write does not fail it:
 * every function of the client that reads one record, and every kind of write.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { WRITE_KINDS } from '../../../electron/app/outbox.ts';
import type { WriteKind } from '../../../electron/outbox/write-kind.ts';
import type { Client } from '../../../electron/service/client.ts';
import { ServiceError } from '../../../electron/service/errors.ts';
import { RealtimeEvent } from '../../../electron/service/realtime.ts';
import { writeContext } from '../outbox/context.ts';
import {
  assignedTask,
  at,
  boardTask,
  changed,
  clientWith,
  corruptField,
  corruption,
  entry,
  holds,
  type Json,
  label,
  link,
  lists,
  project,
  recording,
} from './malformed.ts';

vi.spyOn(console, 'warn').mockImplementation(() => undefined);

const task = boardTask('t1');
const webhook = {
  id: 'h',
  projectId: 'p',
  webhookConfigured: true,
  maskedWebhookUrl: 'https://host.invalid/•••',
  secretConfigured: false,
  maskedSecret: null,
  events: { taskCreated: true },
  dueDateReminderLeadTimeMinutes: 60,
  isActive: true,
  createdAt: at,
  updatedAt: at,
};
const linked = {
  id: 'i',
  projectId: 'p',
  repositoryOwner: 'o',
  repositoryName: 'r',
  installationId: 1,
  isActive: true,
};
const feed = { id: 'f', projectId: 'p', token: 'secret', labelIds: [], timeZone: 'UTC', createdAt: at };
const config = { isCloud: false, hasImageUploads: true, hasCodehostSignIn: null, customOAuthName: null };
const deviceCode = {
  device_code: 'd',
  user_code: 'ABCD',
  verification_uri: 'https://host.invalid/device',
  verification_uri_complete: 'https://host.invalid/device?user_code=ABCD',
  interval: 5,
  expires_in: 1800,
};
const verification = {
  isInstalled: true,
  repositoryExists: true,
  hasRequiredPermissions: true,
  missingPermissions: [],
  message: 'Yes',
};

interface Single {
  name: string;
  record: Json;
  read: (client: Client) => Promise<unknown>;
  /** Fields without a fallback. */
  required?: string[];
}

const singles: Single[] = [
  { name: 'a task', record: task, read: (client) => client.getTask('t1'), required: ['id', 'projectId'] },
  {
    name: 'a task as it is stored',
    record: task,
    read: (client) => client.getTaskAsStored('t1'),
    required: ['id', 'projectId'],
  },
  {
    name: 'a task by its ticket id',
    record: task,
    read: (client) => client.getTaskByTicketId('PRJ-1'),
    required: ['id', 'projectId'],
  },
  { name: 'a project', record: project('p'), read: (client) => client.getProject('p'), required: ['id'] },
  {
    name: 'a project as it is stored',
    record: project('p'),
    read: (client) => client.getProjectAsStored('p'),
    required: ['id'],
  },
  {
    name: 'an entry',
    record: entry('e1'),
    read: (client) => client.getTimeEntry('e1'),
    required: ['id', 'userId', 'startTime', 'endTime'],
  },
  {
    name: 'the person',
    record: { id: 'u', name: 'Ada', email: 'a@b' },
    read: (client) => client.whoAmI(),
    required: ['id'],
  },
  { name: 'a webhook', record: webhook, read: (client) => client.getWebhook('p'), required: ['id', 'events'] },
  {
    name: 'a linked repository',
    record: linked,
    read: (client) => client.getCodeHostIntegration('p'),
    required: ['repositoryOwner', 'repositoryName'],
  },
  { name: 'the configuration', record: config, read: (client) => client.getConfig() },
  {
    name: 'a device code',
    record: deviceCode,
    read: (client) => client.requestDeviceCode('service-cli'),
    required: Object.keys(deviceCode),
  },
  {
    name: 'a device token',
    record: { access_token: 'a', token_type: 'Bearer', expires_in: 604_800 },
    read: (client) => client.requestDeviceToken('service-cli', 'd'),
    required: ['access_token', 'token_type'],
  },
  {
    name: 'a permission',
    record: { success: true, error: null },
    read: (client) => client.hasPermission('w', { task: ['update'] }),
    required: ['success'],
  },
  {
    name: 'an installation',
    record: verification,
    read: (client) => client.verifyInstallation({ repositoryOwner: 'o', repositoryName: 'r' }),
    required: ['isInstalled', 'hasRequiredPermissions', 'missingPermissions'],
  },
  {
    name: 'a registered tool',
    record: { client_id: 'c', client_id_issued_at: 1, redirect_uris: ['http://localhost'], client_name: 'Tool' },
    read: (client) => client.registerMcpClient({ redirect_uris: ['http://localhost'] }),
    required: ['client_id'],
  },
  {
    name: 'a token of a tool',
    record: { access_token: 'a', token_type: 'Bearer', expires_in: 60 },
    read: (client) => client.exchangeMcpCode({ code: 'c', client_id: 'c', code_verifier: 'v', redirect_uri: 'r' }),
    required: ['access_token', 'token_type'],
  },
  { name: 'a new API key', record: { key: 'k' }, read: (client) => client.createApiKey('Name'), required: ['key'] },
  {
    name: 'a revoked API key',
    record: { success: true },
    read: (client) => client.deleteApiKey('k'),
    required: ['success'],
  },
  // These cannot be read in part.
  { name: 'the health', record: { status: 'ok' }, read: (client) => client.getHealth(), required: ['status'] },
  {
    name: 'the status',
    record: { hasUsers: true, hasAdmin: true },
    read: (client) => client.getInstanceStatus(),
    required: ['hasUsers', 'hasAdmin'],
  },
  {
    name: 'the interface document',
    record: { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} },
    read: (client) => client.getInterfaceDocument(),
    required: ['openapi', 'info', 'paths'],
  },
  { name: 'an id token', record: { idToken: 'i' }, read: (client) => client.getIdToken(), required: ['idToken'] },
  { name: 'an app', record: { appName: 'a' }, read: (client) => client.getCodeHostApp(), required: ['appName'] },
  {
    name: 'a number of tasks',
    record: { tasks: [], total: 3 },
    read: (client) => client.countAssignedTasks('w'),
    required: ['total'],
  },
  {
    name: 'a page of a description',
    record: { content: 'Text', version: 'v', nextOffset: null },
    read: (client) => client.getTaskDescriptionPage('t1', { offset: 0 }),
    required: ['content'],
  },
  {
    name: 'a page of the description of a public project',
    record: { content: 'Text', version: 'v', nextOffset: null },
    read: (client) => client.getPublicProjectDescriptionPage('p', { offset: 0 }),
    required: ['content'],
  },
  {
    name: 'a page of the description of a public task',
    record: { content: 'Text', version: 'v', nextOffset: null },
    read: (client) => client.getPublicTaskDescriptionPage('p', 't1', { offset: 0 }),
    required: ['content'],
  },
  {
    name: 'tasks whose description matches',
    record: { ids: ['t1'], nextCursor: null },
    read: (client) => client.listDescriptionMatches('p', { query: 'x' }),
    required: ['ids'],
  },
  {
    name: 'a tool that asks to be let in',
    record: { client_name: 'Tool', redirect_uri: 'http://localhost' },
    read: (client) => client.getMcpAuthorizationRequest('r'),
    required: ['client_name', 'redirect_uri'],
  },
  {
    name: 'a decision',
    record: { redirect: 'http://localhost' },
    read: (client) => client.decideMcpAuthorization('r', true),
    required: ['redirect'],
  },
  { name: 'a sign-out', record: { success: true }, read: (client) => client.signOut() },
];

describe.each(singles)('$name', ({ record, read, required = [] }) => {
  test('is read even if a field that is not required is malformed', async () => {
    await expect(read(clientWith(() => record))).resolves.toBeDefined();
    await holds(
      fc.asyncProperty(fc.constantFrom(...Object.keys(record)), corruption, async (field, change) => {
        const answer = read(clientWith(() => corruptField(record, field, change)));
        if (!required.includes(field)) await expect(answer).resolves.toBeDefined();
        // Rejected with a ServiceError, never with another error.
        else await answer.catch((error) => expect(error).toMatchObject({ name: 'ServiceError', kind: 'malformed' }));
      }),
      40,
    );
  });
});

const folder = mkdtempSync(join(tmpdir(), 'punchcard-malformed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'picture.png');
writeFileSync(path, 'PNG');
const file = { path, name: 'picture.png', contentType: 'image/png', size: 3 };

const ofTask = { taskId: 't1', identifier: 'PRJ-1' };
const ofProject = { projectId: 'p', projectName: 'Project' };
const place = { status: 'done', statusName: 'Done', isFinal: true, fromName: 'To do' };
const span = { startTime: at, endTime: null, note: 'Note' };
const whole = { name: 'Project', icon: '', slug: 'PRJ', description: '', isPublic: false };
const fields = {
  projectId: 'p',
  title: 'New',
  description: '',
  priority: 'low',
  status: 'to-do',
};
const payloads: Record<string, Json> = {
  'time-entry.create': { ...ofTask, ...span },
  'time-entry.update': { identifier: 'PRJ-1', ...span },
  'time-entry.close': { serverId: 'e1', identifier: 'PRJ-1', ...span },
  'task.create': { ...fields, projectSlug: 'PRJ', startDate: null, dueDate: null, userId: null, lastNumber: 0 },
  'task.delete': ofTask,
  'task.remove': ofTask,
  'task.status': { ...ofTask, ...place },
  'task.project': {
    ...ofTask,
    fromProjectId: 'p0',
    fromProjectName: 'Home',
    projectId: 'p1',
    projectName: 'Shop',
    place: null,
  },
  'task.priority': { ...ofTask, priority: 'high' },
  'task.due-date': { ...ofTask, dueDate: null },
  'task.start-date': { ...ofTask, startDate: null, whole: { ...fields, position: 2 } },
  'task.assignee': { ...ofTask, userId: null, userName: '' },
  'task.title': { ...ofTask, title: 'New' },
  'task.position': { ...ofTask, status: 'to-do', position: 2, whole: { ...fields, position: 2 } },
  'task.description': { ...ofTask, description: 'New', before: '' },
  'tasks.move': { taskIds: ['t1'], ...place },
  'task.label-attach': { ...ofTask, workspaceId: 'w', labelId: null, name: 'Bug', color: 'red' },
  'task.label-remove': { ...ofTask, labelId: 'l', name: 'Bug', isCopy: false },
  'task.relation-add': {
    ...ofTask,
    sourceTaskId: 't1',
    targetTaskId: 't2',
    relationType: 'blocks',
    otherName: 'PRJ-2',
  },
  'task.subtask-add': { ...ofTask, title: 'Sub', parentId: 't0', parentIdentifier: 'PRJ-0' },
  'task.relation-remove': { ...ofTask, relationId: 'r', otherName: 'PRJ-2' },
  'task.link-add': { ...ofTask, url: 'https://host.invalid', title: '' },
  'task.link-remove': { ...ofTask, linkId: 'x', name: 'Link' },
  'task.comment-add': { ...ofTask, text: 'Hm', writtenAt: at, before: [] },
  'task.comment-edit': { ...ofTask, commentId: 'c', text: 'Hm' },
  'task.comment-delete': { ...ofTask, commentId: 'c' },
  'column.update': { columnId: 'c', projectId: 'p', columnName: 'To do', changed: { name: 'Next' } },
  'project.update': { ...ofProject, changed: { name: 'Project' }, whole },
  'project.archive': { ...ofProject, isArchived: true },
  'project.create': { name: 'New', slug: 'NEW', icon: '', workspaceId: 'w', before: [] },
  'project.delete': { ...ofProject, workspaceId: 'w' },
  'project.move': { ...ofProject, workspaceId: 'w2', workspaceName: 'Other' },
  'project.order': { workspaceId: 'w', projectIds: ['p'] },
  'project.background-set': { ...ofProject, file },
  'project.background-remove': ofProject,
  'label.rename': { labelId: 'l', workspaceId: 'w', name: 'Bug', to: 'Fault', whole: { name: 'Fault', color: 'red' } },
  'label.delete': { labelId: 'l', workspaceId: 'w', name: 'Bug' },
  'webhook.replace': { ...ofProject, webhook: { webhookUrl: 'https://host.invalid' } },
  'webhook.update': { ...ofProject, changed: { isActive: false } },
  'webhook.remove': ofProject,
  'code-host.link': { ...ofProject, repository: { repositoryOwner: 'o', repositoryName: 'r' } },
  'code-host.update': { ...ofProject, changed: { isActive: false } },
  'code-host.unlink': ofProject,
  'code-host.import': ofProject,
  'calendar.add': { ...ofProject, labelIds: [], timeZone: 'UTC', before: [] },
  'calendar.remove': { ...ofProject, feedId: 'f' },
  'image.attach': { ...ofTask, file },
  'notification.read': { notificationId: 'n' },
  'notification.read-all': {},
};
/** Writes that need their answer: the id of a new record, what proves that an entry is ours, an upload address. */
const records: Record<string, { record: Json; required: string[] }> = {
  'time-entry.create': {
    record: { ...entry('new'), taskId: ofTask.taskId },
    required: ['id', 'userId', 'taskId', 'startTime'],
  },
  'time-entry.close': { record: { ...entry('e1'), endTime: at }, required: ['id', 'startTime', 'endTime'] },
  'task.create': {
    record: { ...boardTask('t9'), id: 'new', title: fields.title },
    required: ['id', 'projectId', 'number', 'title'],
  },
  'task.comment-add': {
    record: { id: 'new', taskId: ofTask.taskId, userId: 'u', content: 'Hm', createdAt: at },
    required: ['id', 'taskId', 'userId', 'content'],
  },
  'project.create': { record: { ...project('new') }, required: ['id'] },
  'calendar.add': { record: { ...feed, id: 'new' }, required: ['id'] },
  'task.label-attach': { record: { ...label('new') }, required: ['id'] },
  'project.background-set': {
    record: { key: 'k', uploadUrl: 'http://host.invalid/put', version: 'v', headers: {}, url: '/a' },
    required: ['key', 'uploadUrl', 'version', 'headers'],
  },
  'image.attach': {
    record: { key: 'k', uploadUrl: 'http://host.invalid/put', headers: {}, id: 'a', url: '/a' },
    required: ['key', 'uploadUrl', 'headers', 'id', 'url'],
  },
};
const kinds: readonly WriteKind[] = WRITE_KINDS;
const send = async (kind: WriteKind, client: Client) =>
  kind.send(
    kind.schema.parse(payloads[kind.kind]),
    { accountId: 'a', userId: 'u', server: 'pm.example.org', client },
    writeContext({ serverId: 'e1' }),
  );

/** An entry is read again if the answer to its update is unreadable; a description is read before it is replaced. */
const readFirst = (path: string): Json => {
  if (path.includes('/project/')) return project('p');
  return path.includes('/task/') ? task : entry('e1');
};

describe('every kind of write', () => {
  test('has a payload in this test', () => {
    expect(Object.keys(payloads).toSorted()).toEqual(kinds.map(({ kind }) => kind).toSorted());
  });

  test.each(kinds.filter(({ kind }) => records[kind] === undefined))(
    '$kind succeeds with any successful answer',
    async (kind) => {
      await holds(
        fc.asyncProperty(corruption, async (change) => {
          const answer = (path: string) =>
            changed({ ...task, id: path.includes('/project/') ? 'p' : 't1' }, change) ?? null;
          const client = clientWith((path, method) => (method === 'GET' ? readFirst(path) : answer(path)));
          await expect(send(kind, client)).resolves.toBeDefined();
        }),
        25,
      );
    },
  );

  test.each(kinds.filter(({ kind }) => records[kind] !== undefined))(
    '$kind succeeds if the required fields of the answer are readable',
    async (kind) => {
      const { record, required } = records[kind.kind] ?? { record: {}, required: [] };
      await holds(
        fc.asyncProperty(fc.constantFrom(...Object.keys(record)), corruption, async (field, change) => {
          const sent = send(
            kind,
            clientWith((path, method) =>
              kind.readsFirst && method === 'GET' ? readFirst(path) : corruptField(record, field, change),
            ),
          );
          if (!required.includes(field)) await expect(sent).resolves.toBeDefined();
          else await sent.catch((error) => expect(error).toBeInstanceOf(ServiceError));
        }),
        40,
      );
    },
  );

  test('of a description is rejected if the current one is unreadable, because it may be another person’s text', async () => {
    const description = kinds.find(({ kind }) => kind === 'task.description') as WriteKind;
    const unreadable = clientWith((_path, method) => (method === 'GET' ? { id: 7 } : task));
    await expect(send(description, unreadable)).rejects.toMatchObject({ kind: 'malformed' });
  });

  test('of an image is rejected without an upload address', async () => {
    for (const kind of kinds.filter(({ kind }) => /background-set|image\.attach/.test(kind))) {
      await expect(
        send(
          kind,
          clientWith(() => ({ key: 'k', uploadUrl: 7 })),
        ),
      ).rejects.toMatchObject({
        kind: 'rejected',
        mayHaveActed: false,
      });
    }
  });
});

test('every function of the client is covered', async () => {
  const called = new Set<string>();
  const client = recording(
    clientWith(() => ({})),
    called,
  );
  // Their answers do not matter here.
  for (const { read } of [...lists, ...singles]) await read(client).catch(() => undefined);
  for (const kind of kinds) {
    const { record } = records[kind.kind] ?? {};
    const answering = recording(
      clientWith((path, method) => (kind.readsFirst && method === 'GET' ? undefined : record) ?? readFirst(path)),
      called,
    );
    await send(kind, answering);
  }
  /** These return bytes or an address, or differ from a covered function only in their path. */
  const others = [
    'downloadBackground',
    'downloadPersonPicture',
    'readCalendarFeed',
    'calendarFeedUrl',
    'mcpAuthorizeUrl',
    'unarchiveProject',
  ];
  expect(Object.keys(client).filter((name) => !called.has(name) && !others.includes(name))).toEqual([]);
});

test('another record is no answer to a read of an entry', async () => {
  const read = clientWith(() => entry('e2')).getTimeEntry('e1');
  await expect(read).rejects.toMatchObject({ kind: 'malformed', isOtherRecord: true });
});

test('a rejection with malformed details is still a rejection', async () => {
  await holds(
    fc.asyncProperty(fc.constantFrom('issues', 'missingPermissions'), corruption, async (field, change) => {
      const body = { message: 'No', code: 'MISSING_PERMISSION', [field]: changed(['task:update'], change) };
      const rejected = clientWith(() => body, 403).setTaskTitle('t1', 'New');
      await expect(rejected).rejects.toMatchObject({ code: 'MISSING_PERMISSION', mayHaveActed: false });
    }),
    30,
  );
});

test('an event with malformed fields is still an event', async () => {
  const event = { type: 'TASK_UPDATED', projectId: 'p', taskId: 't1' };
  await holds(
    fc.asyncProperty(fc.constantFrom('type', 'projectId', 'taskId'), corruption, async (field, change) => {
      const read = RealtimeEvent.parse(JSON.parse(JSON.stringify(corruptField(event, field, change))));
      if (field !== 'projectId') expect(read.projectId).toBe('p');
      if (field !== 'taskId') expect(read.taskId).toBe('t1');
    }),
    40,
  );
});

test('the sample records are valid', async () => {
  expect(await clientWith(() => [link('x')]).listExternalLinks('t')).toHaveLength(1);
  expect(
    (await clientWith(() => ({ tasks: [assignedTask('a')], total: 1 })).listAssignedTasks('w')).tasks,
  ).toHaveLength(1);
});
