/** Main accepts from a window exactly what the contract allows. */
import { describe, expect, test } from 'vitest';
import { type CommandName, commands, type Payload } from '../../../shared/contract/index.ts';
import { LENGTHS } from '../../../shared/limits.ts';

/** One valid payload per command; a missing one does not compile. */
const GOOD: { [N in CommandName]: Payload<N> } = {
  'state.read': {},
  'sign-in.device': { address: 'pm.example.org', clientId: 'service-cli' },
  'sign-in.api-key': { address: 'pm.example.org', key: 'secret' },
  'sign-in.local': { sample: true },
  'sign-in.reauthenticate': {},
  'sign-in.open-browser': {},
  'sign-in.copy-code': {},
  'sign-in.cancel': {},
  'sign-in.client-id': { address: 'pm.example.org' },
  'account.sign-out': {},
  'account.retry-keychain': {},
  'unsent.transfer': { accountId: 'a' },
  'account.change-address': { address: 'https://pm.example.org' },
  'account.choose-workspace': { workspaceId: 'w1' },
  'api-keys.read': {},
  'api-keys.make': { name: 'Backup' },
  'api-keys.revoke': { keyId: 'k1' },
  'tasks.refresh': {},
  'tasks.fetched-at': {},
  'tasks.details': { taskId: 't1' },
  'tasks.leave': { taskId: 't' },
  'tasks.description': { taskId: 't' },
  'tasks.choices': { taskId: 't' },
  'tasks.set-status': { taskId: 't', status: 'done' },
  'tasks.set-values': { taskId: 't', priority: 'high', dueDate: '2026-11-24T00:00:00.000Z' },
  'tasks.set-assignee': { taskId: 't', userId: 'u' },
  'tasks.edit-description': { taskId: 't' },
  'tasks.set-description': { taskId: 't', before: '', description: 'text' },
  'tasks.drop-description': { taskId: 't' },
  'tasks.set-title': { taskId: 't', title: 'A title' },
  'tasks.delete': { taskId: 't' },
  'tasks.add-label': { taskId: 't', name: 'bug' },
  'tasks.remove-label': { taskId: 't', labelId: 'l' },
  'tasks.add-relation': { taskId: 't', other: { id: 'o', identifier: 'PAY-1', title: 'Pay' }, kind: 'blocks' },
  'tasks.remove-relation': { taskId: 't', relationId: 'r' },
  'tasks.add-link': { taskId: 't', url: 'https://example.org/', title: '' },
  'tasks.add-comment': { taskId: 't', text: 'Hm' },
  'tasks.edit-comment': { taskId: 't', commentId: 'c', text: 'Hm' },
  'tasks.remove-comment': { taskId: 't', commentId: 'c' },
  'tasks.show-earlier': { taskId: 't' },
  'tasks.remove-link': { taskId: 't', linkId: 'l' },
  'tasks.open-link': { taskId: 't', linkId: 'l' },
  'tasks.open-url': { taskId: 't', url: 'https://example.org/' },
  'tasks.is-readable': { taskId: 't', url: 'https://example.org/' },
  'tasks.copy-url': { taskId: 't', url: 'https://example.org/' },
  'tasks.search': { query: 'card' },
  'tasks.open-in-browser': { taskId: 't1' },
  'tasks.attach-picture': { taskId: 't', identifier: 'PAY-1' },
  'project.read': { projectId: 'p1' },
  'project.archived': {},
  'project.background': { projectId: 'p1' },
  'project.uploads': {},
  'project.save': {
    projectId: 'p1',
    projectName: 'Pay',
    changed: { name: 'Payments', slug: 'PAY', icon: 'Layout', description: '', isPublic: true },
  },
  'project.create': { name: 'Payments', slug: 'PAY', icon: '' },
  'project.set-archived': { projectId: 'p1', projectName: 'Pay', isArchived: true },
  'project.delete': { projectId: 'p1', projectName: 'Pay' },
  'project.move': { projectId: 'p1', projectName: 'Pay', workspaceId: 'w2' },
  'project.order': { projectIds: ['p2', 'p1'] },
  'project.set-background': { projectId: 'p1', projectName: 'Pay' },
  'project.remove-background': { projectId: 'p1', projectName: 'Pay' },
  'project.copy-link': { projectId: 'p1' },
  'webhook.read': { projectId: 'p1' },
  'webhook.replace': {
    projectId: 'p1',
    projectName: 'Pay',
    url: 'https://example.org/hook',
    secret: 'a secret',
    events: { taskCreated: true },
    leadMinutes: 60,
  },
  'webhook.update': {
    projectId: 'p1',
    projectName: 'Pay',
    url: 'https://example.org/hook',
    secret: null,
    events: { taskCreated: false },
    leadMinutes: 60,
    isActive: false,
  },
  'webhook.remove': { projectId: 'p1', projectName: 'Pay' },
  'code-host.read': { projectId: 'p1' },
  'code-host.repositories': { projectId: 'p1', page: 1 },
  'code-host.verify': { projectId: 'p1', repositoryOwner: 'halden', repositoryName: 'pay' },
  'code-host.link': { projectId: 'p1', projectName: 'Pay', repositoryOwner: 'halden', repositoryName: 'pay' },
  'code-host.update': { projectId: 'p1', projectName: 'Pay', isActive: true, commentsTaskLink: false },
  'code-host.unlink': { projectId: 'p1', projectName: 'Pay' },
  'code-host.import': { projectId: 'p1', projectName: 'Pay' },
  'calendar.read': { projectId: 'p1' },
  'calendar.add': { projectId: 'p1', projectName: 'Pay', labelIds: [], timeZone: 'Europe/Oslo' },
  'calendar.copy': { projectId: 'p1', feedId: 'f1' },
  'calendar.count': { projectId: 'p1', feedId: 'f1' },
  'calendar.remove': { projectId: 'p1', projectName: 'Pay', feedId: 'f1' },
  'labels.read': {},
  'labels.rename': { labelId: 'l1', name: 'bug', to: 'defect' },
  'labels.delete': { labelId: 'l1', name: 'bug' },
  'server.read': {},
  'notifications.read': {},
  'notifications.mark-read': { newsId: 'n1' },
  'notifications.mark-all-read': {},
  'connected-tools.register': { name: 'A tool', redirectUri: 'http://127.0.0.1:9/callback' },
  'connected-tools.ask-in-browser': { clientId: 'c1', name: 'A tool', redirectUri: 'http://127.0.0.1:9/callback' },
  'connected-tools.exchange': { pasted: 'code' },
  'connected-tools.look-up': { pasted: 'r1' },
  'connected-tools.decide': { requestId: 'r1', isApproved: false },
  'connected-tools.copy': { text: 'c1' },
  'board.projects': {},
  'board.open': { projectId: 'p1' },
  'board.public-description': { taskId: null },
  'board.open-url': { url: 'https://pm.example.org/' },
  'board.copy-url': { url: 'https://pm.example.org/' },
  'board.open-public': { link: 'https://pm.example.org/public-project/abc' },
  'board.close': {},
  'board.refresh': {},
  'board.move': { taskId: 't1', to: 'done', before: null },
  'board.move-all': { from: 'to-do', to: 'done' },
  'board.update-column': { columnId: 'c1', name: 'Doing', icon: null, color: '#123456', isFinal: true },
  'board.search-descriptions': { query: 'x' },
  'board.move-on-start': { to: null },
  'timer.start': { taskId: 't1', startTime: '2026-11-21T12:00:00.000Z' },
  'timer.stop': { endTime: '2026-11-21T12:00:00.000Z' },
  'timer.set-start': { startTime: '2026-11-21T12:00:00.000Z' },
  'timer.set-note': { note: '' },
  'timer.discard': {},
  'time.day': { day: '2026-11-21' },
  'time.continue': { entryId: 'e1' },
  'time.add': {
    taskId: 't1',
    startTime: '2026-11-21T12:00:00.000Z',
    endTime: '2026-11-21T13:00:00.000Z',
    note: '',
    allowLong: true,
  },
  'time.edit': {
    entryId: 'e1',
    startTime: '2026-11-21T12:00:00.000Z',
    endTime: '2026-11-21T13:00:00.000Z',
    note: '',
    allowLong: true,
  },
  'time.split': { entryId: 'e1', at: '2026-11-21T12:00:00.000Z' },
  'time.move': { fromTaskId: 't1', taskId: 't2' },
  'time.delete': { entryId: 'e1' },
  'time.trim': { entryId: 'e1', otherId: 'e2' },
  'undo.undo': { undoId: 1 },
  'time.export': { from: '2026-11-16', to: '2026-11-22' },
  'away-time.answer': { id: 'a1', answer: 'keep', taskId: 't1' },
  'still-working.answer': { answer: 'yes' },
  'stopped-timer.answer': { answer: 'go-on' },
  'remote-timer.adopt': { serverId: 's1' },
  'remote-timer.complete': { serverId: 's1', endTime: '2026-11-21T13:00:00.000Z' },
  'remote-timer.leave': { serverId: 's1' },
  'quick-add.open': { projectId: 'p1' },
  'quick-add.edit': { itemId: '1' },
  'quick-add.language': {},
  'quick-add.ready': {},
  'quick-add.directory': {},
  'quick-add.columns': { projectId: 'p1' },
  'quick-add.create': {
    tasks: [
      {
        projectId: 'p1',
        projectSlug: 'PAY',
        title: 'Send it',
        description: '',
        priority: 'high',
        status: 'to-do',
        dueDate: '2026-11-21T12:00:00.000Z',
        userId: 'u1',
        labels: [{ id: 'l1', name: 'billing', color: '#2563eb' }, { name: 'new' }],
      },
    ],
    startTimer: true,
  },
  'quick-add.height': { height: 120 },
  'quick-add.typed': { text: 'Call Mira tomo' },
  'quick-add.window-blurred': { turn: 1 },
  'shortcut.record': { on: true },
  'system.set-autostart': { on: true },
  'system.set-links': { on: false },
  'system.set-window-system': { choice: 'x11' },
  'system.check-for-update': {},
  'system.install-update': {},
  'system.find-idle': {},
  'system.diagnostics': {},
  'system.copy-diagnostics': {},
  'system.copy-unreadable': { of: 'tasks' },
  'shortcut.set': { accelerator: 'Control+Alt+Space' },
  'link.answer': { id: 1, isMeant: true },
  'reminders.snooze': { taskId: 't1', length: 'evening' },
  'reminders.pause': { length: 'tomorrow' },
  'reminders.resume': {},
  'reminders.watch-board': { projectId: 'p1', on: true },
  'reminders.test': {},
  'unsent.send-now': { itemId: '1' },
  'unsent.change-task': { itemId: '1', taskId: 't1' },
  'unsent.copy-text': { itemId: '1' },
  'unsent.discard': { itemId: '1' },
  'settings.change': {
    theme: 'dark',
    pollSeconds: 60,
    pinned: true,
    askIdle: true,
    idleMinutes: 10,
    stillWorkingHours: 4,
    remindToTrack: { on: true, days: [0, 6], from: '09:00', to: '17:00' },
    assignToMe: true,
    quickAddReady: 'automatic',
  },
  'local.add-sample': {},
  'local.clear-sample': {},
  'window.hide': {},
  'window.save-navigation': { navigation: '{}', hasUnsavedText: false },
  'window.saved-navigation': {},
};
/** Fields that may be null: the end of a running entry, and values that can be removed. */
const MAY_BE_NULL = new Set([
  'time.edit endTime',
  'board.update-column icon',
  'board.update-column color',
  'board.move-on-start to',
  'board.move before',
  'board.public-description taskId',
  'webhook.update secret',
  'tasks.set-values dueDate',
  'tasks.set-assignee userId',
  // No shortcut.
  'shortcut.set accelerator',
]);
/** Values that are valid although they differ from the example: a list of ids, or no switches. */
const IS_MEANT = new Set([
  'project.order projectIds ["t1"]',
  'webhook.replace events {}',
  'webhook.update events {}',
  'calendar.add labelIds []',
  'calendar.add labelIds ["t1"]',
]);
const EACH = Object.entries(GOOD) as [CommandName, Record<string, unknown>][];
const takes = (name: CommandName, payload: unknown) => commands[name].schema.safeParse(payload).success;

describe.each(EACH)('%s', (name, good) => {
  test('accepts the valid payload', () => {
    expect(takes(name, good)).toBe(true);
  });

  test('rejects an unknown field', () => {
    expect(takes(name, { ...good, extra: 1 })).toBe(false);
    expect(takes(name, { ...good, token: 'x' })).toBe(false);
  });

  test('rejects a value that is not an object', () => {
    for (const payload of [undefined, null, 'text', 7, true, [], [good], () => good]) {
      expect(takes(name, payload)).toBe(false);
    }
  });

  test('rejects each field with a wrong type', () => {
    for (const field of Object.keys(good)) {
      for (const wrong of [null, 42.5, {}, [], ['t1'], Number.NaN]) {
        if (wrong === null && MAY_BE_NULL.has(`${name} ${field}`)) continue;
        if (IS_MEANT.has(`${name} ${field} ${JSON.stringify(wrong)}`)) continue;
        expect(takes(name, { ...good, [field]: wrong }), `${field}: ${JSON.stringify(wrong)}`).toBe(false);
      }
    }
  });

  test('rejects each text that is far too long', () => {
    const most = name === 'tasks.set-description' ? LENGTHS.description : 10_000;
    for (const [field, value] of Object.entries(good)) {
      if (typeof value === 'string') expect(takes(name, { ...good, [field]: 'x'.repeat(most + 1) }), field).toBe(false);
    }
  });
});

describe('the limits', () => {
  test.each<[CommandName, object, boolean]>([
    ['tasks.details', { taskId: '' }, false],
    ['tasks.details', { taskId: 'x'.repeat(200) }, true],
    ['tasks.remove-link', { taskId: 't', linkId: `unsent:t:link:${'x'.repeat(2000)}` }, true],
    ['tasks.details', { taskId: 'x'.repeat(201) }, false],
    ['tasks.details', {}, false],
    ['sign-in.device', { address: 'pm.example.org' }, true],
    ['sign-in.device', { address: '' }, false],
    ['sign-in.device', { address: 'x'.repeat(2001) }, false],
    ['sign-in.device', { address: 'a', clientId: '   ' }, false],
    ['sign-in.api-key', { address: 'a', key: '\n' }, false],
    ['sign-in.api-key', { address: 'a', key: 'x'.repeat(4001) }, false],
    ['timer.start', { taskId: 't' }, true],
    ['timer.start', { taskId: 't', startTime: '2026-11-21' }, false],
    ['timer.start', { taskId: 't', startTime: 'yesterday' }, false],
    ['timer.start', { taskId: 't', startTime: '2026-13-41T25:61:00.000Z' }, false],
    ['timer.start', { taskId: 't', startTime: '2026-11-21T12:00:00+01:00' }, false],
    ['timer.set-note', { note: 'x'.repeat(10_000) }, true],
    ['timer.set-note', { note: 'x'.repeat(10_001) }, false],
    ['settings.change', {}, true],
    ['settings.change', { pollSeconds: 29 }, false],
    ['settings.change', { pollSeconds: 901 }, false],
    ['settings.change', { pollSeconds: 60.5 }, false],
    ['settings.change', { theme: 'sepia' }, false],
    ['sign-in.local', {}, false],
    ['timer.stop', {}, true],
    ['unsent.send-now', {}, true],
    ['time.day', { day: '2026-1-1' }, false],
    ['time.day', { day: '2026-11-21T00:00:00.000Z' }, false],
    ['time.edit', { ...GOOD['time.edit'], endTime: null, allowLong: undefined }, true],
    ['time.add', { ...GOOD['time.add'], endTime: null }, false],
    ['time.add', { ...GOOD['time.add'], note: 'x'.repeat(10_001) }, false],
    ['undo.undo', { undoId: 1.5 }, false],
    ['away-time.answer', { id: 'a', answer: 'burn' }, false],
    ['quick-add.create', { tasks: [], startTimer: false }, false],
    ['quick-add.create', { ...GOOD['quick-add.create'], startTimer: 1 }, false],
    ['quick-add.height', { height: 0 }, false],
    ['quick-add.window-blurred', { turn: 0.5 }, false],
    ['system.set-autostart', {}, false],
    ['system.set-links', { on: 'yes' }, false],
    ['system.set-window-system', { choice: 'mir' }, false],
    ['shortcut.set', { accelerator: null }, true],
    ['shortcut.set', { accelerator: '' }, false],
    ['settings.change', { idleMinutes: 0 }, false],
    ['settings.change', { stillWorkingHours: 13 }, false],
    ['settings.change', { remindToTrack: { on: true, days: [7], from: '09:00', to: '17:00' } }, false],
    ['settings.change', { remindToTrack: { on: true, days: [1], from: '24:00', to: '17:00' } }, false],
  ])('%s %j: %s', (name, payload, isTaken) => {
    expect(takes(name, payload)).toBe(isTaken);
  });

  test('spaces around a pasted credential are removed', () => {
    expect(commands['sign-in.api-key'].schema.parse({ address: 'a', key: ' secret\n' }).key).toBe('secret');
  });
});
