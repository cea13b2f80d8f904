/** What is told at once, over real sockets. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type OpenSocket, openSocket, type RealtimeEvent } from '../../electron/service/realtime.ts';
import { createRealtime } from '../../electron/tasks/realtime.ts';
import { type SocketServer, socketServer } from '../service/sockets.ts';

afterEach(() => void vi.useRealTimers());

function start({ baseUrl }: Pick<SocketServer, 'baseUrl'>, projects: string[] = []) {
  const events: RealtimeEvent[] = [];
  const live: boolean[] = [];
  const realtime = createRealtime({
    random: () => 0,
    onEvent: (event) => events.push(event),
    onLive: () => live.push(realtime.isLive()),
  });
  const opener: OpenSocket = (socket) => openSocket({ ...socket, baseUrl, credential: 'secret', userAgent: 'Punchcard' });
  realtime.watch(projects);
  realtime.start(opener);
  onTestFinished(() => realtime.start(null));
  return { realtime, opener, events, live };
}

const paths = (server: SocketServer) => server.asked.map(({ path }) => path);

test('one for the person, one for each project that matters; live once all are open', async () => {
  const server = await socketServer();
  const { realtime, events, live } = start(server, ['p1', 'p 2']);
  expect(realtime.isLive()).toBe(false);
  await vi.waitFor(() => expect(live).toEqual([true]));
  expect(paths(server).toSorted()).toEqual(['/ws/p%202', '/ws/p1', '/ws/user']);
  server.send('/ws/user', { type: 'NOTIFICATION_CREATED' });
  server.send('/ws/p1', { type: 'TASK_MOVED', projectId: 'p1', taskId: 't1' });
  await vi.waitFor(() => expect(events).toHaveLength(2));

  realtime.watch(['p 2', 'p3']);
  expect(live).toEqual([true, false]);
  await vi.waitFor(() => expect(realtime.isLive()).toBe(true));
  await vi.waitFor(() => expect([...server.open.keys()].toSorted()).toEqual(['/ws/p%202', '/ws/p3', '/ws/user']));
  // What was open stayed open.
  expect(server.asked).toHaveLength(4);
  expect([realtime.watches('p3'), realtime.watches('p1')]).toEqual([true, false]);

  realtime.start(null);
  expect(live).toEqual([true, false, true, false]);
  await vi.waitFor(() => expect(server.open.size).toBe(0));
});

test('lost, it comes back by itself, later and later while nobody answers', async () => {
  const server = await socketServer();
  const { realtime, live } = start(server);
  await vi.waitFor(() => expect(live).toEqual([true]));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waits: number[] = [];
  const timeout = vi.spyOn(globalThis, 'setTimeout');
  await server.close();
  await vi.waitFor(() => expect(live).toEqual([true, false]));
  for (let turn = 0; turn < 10; turn += 1) {
    const [wait] = [timeout.mock.calls.findLast(([, ms]) => ms !== 20_000)?.[1] ?? 0];
    waits.push(wait);
    const before = timeout.mock.calls.length;
    await vi.advanceTimersByTimeAsync(wait);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 30));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    if (timeout.mock.calls.length === before) break;
    break;
  }
  expect(waits[0]).toBe(1_000);
  expect(realtime.isLive()).toBe(false);
});
