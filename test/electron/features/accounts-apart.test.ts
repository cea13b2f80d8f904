/** Two accounts whose servers give the same ids: what is stored or written for one is nothing of the other's. */
import { expect, onTestFinished, test } from 'vitest';
import { createBoardCache } from '../../../electron/features/board/board-cache.ts';
import { handlers, type OutboxOptions } from '../../../electron/features/outbox/commands.ts';
import { createReminderStore } from '../../../electron/features/reminders/reminder-store.ts';
import { openDatabase } from '../../../electron/store/database.ts';
import { testContext } from './context.ts';

const NOW = Date.UTC(2026, 10, 27, 12);
const NOON = new Date(NOW).toISOString();

function openStore() {
  const { database } = openDatabase(':memory:', new Date(NOW));
  onTestFinished(() => database.close());
  const add = database.prepare(
    `INSERT INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
     VALUES (?1, 'device', 'https://' || ?1 || '.example/api', 'c', 'u', 'Nils', '[]', ?2)`,
  );
  for (const id of ['one', 'two']) add.run(id, NOON);
  return database;
}

test('a board', async () => {
  const cache = createBoardCache(openStore());
  const project = { id: 'p', name: 'Payments', slug: 'PAY', icon: null };
  await cache.write('one', { project, columns: [], cards: [], fetchedAt: NOON, revision: null });
  expect(await cache.read('one', 'p')).toMatchObject({ project });
  expect(await cache.read('two', 'p')).toBeUndefined();
});

test('a reminder that was shown', () => {
  const store = createReminderStore(openStore());
  store.skipSteps('one', [{ task: { id: 't', dueDate: NOON }, kind: 'due' }], NOW);
  expect(store.shownKinds('one')('t', NOON)).toEqual(new Set(['due']));
  expect(store.shownKinds('two')('t', NOON)).toBeUndefined();
});

test('the text of an unsent change', () => {
  const copied: string[] = [];
  const outbox = { openItem: () => ({ accountId: 'one' }), text: () => 'A note' };
  const copyIn = (id: string) => {
    const account = { required: () => ({ id }) };
    const context = { ...testContext(openStore(), () => NOW), copyText: (text: string) => copied.push(text) };
    const options = { account, outbox } as unknown as OutboxOptions;
    handlers(options, context as unknown as Parameters<typeof handlers>[1])['outbox.copy-text']({ itemId: '1' });
  };
  copyIn('two');
  expect(copied).toEqual([]);
  copyIn('one');
  expect(copied).toEqual(['A note']);
});

test('all is sent now if any account can send; one change only if its own can', () => {
  const retried: unknown[] = [];
  const sendNow = (credentials: Record<string, boolean>) => {
    const options = {
      account: {
        required: () => ({ id: 'one' }),
        requiredSession() {
          if (!credentials.one) throw new Error('signed out');
        },
      },
      accounts: {
        openIds: () => Object.keys(credentials),
        find: (id: string) => ({ hasCredential: () => credentials[id] === true }),
      },
      outbox: { retry: (itemId?: number) => retried.push(itemId) },
    } as unknown as OutboxOptions;
    return handlers(
      options,
      testContext(openStore(), () => NOW),
    )['outbox.send-now'];
  };
  sendNow({ one: false, two: true })({});
  expect(() => sendNow({ one: false, two: true })({ itemId: '1' })).toThrow('signed out');
  expect(() => sendNow({ one: false, two: false })({})).toThrow('signed out');
  expect(retried).toEqual([undefined]);
});
