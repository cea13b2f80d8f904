/** Main retains no more memory after thousands of view changes than after one. */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import type { BoardAccess } from '../../../../electron/features/board/board.ts';
import { createBoardCache } from '../../../../electron/features/board/board-cache.ts';
import { createOpenBoard } from '../../../../electron/features/board/open-board.ts';
import { createRealtime } from '../../../../electron/service/realtime-subscriptions.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { CardView } from '../../../../shared/contract/board-view.ts';
import { addAccount } from '../account/account-row.ts';

const SWITCHES = 4_500;

setFlagsFromString('--expose-gc');
const tidy = runInNewContext('gc') as () => void;

const card = (id: string): CardView => ({
  id,
  identifier: id,
  title: `Task ${id}`,
  status: 'to-do',
  priority: 'medium',
  dueDate: null,
  startDate: null,
  labels: [],
  assignee: null,
  subtasks: null,
  position: 0,
  number: 1,
  isPending: false,
});

test('closed boards are released, with their cards, reads and timers', async () => {
  const { database } = openDatabase(':memory:', new Date());
  onTestFinished(() => database.close());
  addAccount(database, 'a', 'me');
  const board = createOpenBoard({
    cache: createBoardCache(database),
    now: Date.now,
    random: () => 0.5,
    pollMs: () => 3_600_000,
    openWrites: () => [],
    personName: () => undefined,
    missingPermissions: () => [],
    isVisible: () => true,
    isCredentialDead: async () => false,
    send: () => undefined,
    onChange: () => undefined,
    onGone: () => undefined,
  });
  const sources: WeakRef<BoardAccess>[] = [];
  const signals: WeakRef<AbortSignal>[] = [];

  async function open(n: number): Promise<void> {
    const project = { id: `p${n % 30}`, name: 'Project', slug: 'PRO', icon: null };
    const source: BoardAccess = {
      accountId: 'a',
      server: 'The server',
      reader: {
        async *pages(signal) {
          signals.push(new WeakRef(signal));
          const cards = Array.from({ length: 5 }, (_, at) => card(`${n}-${at}`));
          const page = { project, columns: [], cards, read: 5, total: 5, isRestart: false };
          yield { ...page, revision: String(n), unreadable: undefined };
        },
        revision: async () => String(n),
        card: async () => undefined,
      },
    };
    sources.push(new WeakRef(source));
    await board.open('a', project, source);
  }

  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  for (let n = 0; n < SWITCHES; n += 1) {
    await open(n);
    if (n % 3 === 0) board.close();
  }
  await turn();
  expect(timers() - before).toBeLessThanOrEqual(3);
  board.close();
  const held = (refs: WeakRef<object>[]) => refs.filter((ref) => ref.deref() !== undefined).length;
  await expect
    .poll(() => {
      tidy();
      return [held(sources), held(signals)];
    })
    .toEqual([0, 0]);
  expect(Number(database.prepare('SELECT count(*) AS n FROM board_cache').get()?.n)).toBeLessThanOrEqual(5);
});

test('sockets of projects that are no longer shown are closed', () => {
  let open = 0;
  const realtime = createRealtime({
    random: () => 0.5,
    isWindowVisible: () => true,
    onEvent: () => undefined,
    onLiveChange: () => undefined,
  });
  realtime.start(() => {
    open += 1;
    return {
      close() {
        open -= 1;
      },
    };
  });
  for (let n = 0; n < SWITCHES; n += 1) realtime.watch([`p${n}`, `p${n + 1}`]);
  expect(open).toBe(3);
  realtime.start(null);
  expect(open).toBe(0);
});
