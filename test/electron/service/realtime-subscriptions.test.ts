/** Subscriptions over real sockets. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ServiceError } from '../../../electron/service/errors.ts';
import { createRateLimit, type RateLimit } from '../../../electron/service/rate-limit.ts';
import { type OpenSocket, openSocket, type SocketEnd } from '../../../electron/service/realtime.ts';
import { createRealtime } from '../../../electron/service/realtime-subscriptions.ts';
import { eventually } from '../../until.ts';
import { type SocketServer, socketServer } from './sockets.ts';

function start({ baseUrl }: Pick<SocketServer, 'baseUrl'>, projects: string[] = []) {
  const events: string[] = [];
  const live: boolean[] = [];
  const ends: SocketEnd[] = [];
  const realtime = createRealtime({
    random: () => 0.5,
    isWindowVisible: () => false,
    onEvent: ({ projectId, taskId }) => events.push(projectId ? `${projectId} ${taskId || '-'}` : 'person'),
    onLiveChange: () => live.push(realtime.isLive()),
  });
  const opener: OpenSocket = (socket) => {
    const onEnd = (end: SocketEnd) => {
      socket.onEnd(end);
      ends.push(end);
    };
    return openSocket({ ...socket, onEnd, baseUrl, credential: 'secret', userAgent: 'Punchcard' });
  };
  realtime.watch(projects);
  realtime.start(opener);
  onTestFinished(() => realtime.start(null));
  return { realtime, opener, events, live, ends };
}

const paths = (server: SocketServer) => server.upgrades.map(({ path }) => path);

test('one socket for the person and one for each watched project; live when all are open', async () => {
  const server = await socketServer();
  const { realtime, events, live } = start(server, ['p1', 'p 2']);
  expect(realtime.isLive()).toBe(false);
  await eventually(() => expect(live).toEqual([true]));
  // A new socket counts as open before it is.
  await eventually(() => expect(paths(server).toSorted()).toEqual(['/ws/p%202', '/ws/p1', '/ws/user']));
  server.send('/ws/user', { type: 'NOTIFICATION_CREATED' });
  server.send('/ws/p1', { type: 'TASK_MOVED', projectId: 'p1', taskId: 't1' });
  await eventually(() => expect(events.toSorted()).toEqual(['p1 t1', 'person']));

  // Opening a further socket does not interrupt the live state.
  realtime.watch(['p 2', 'p3']);
  expect(live).toEqual([true]);
  await eventually(() => expect([...server.open.keys()].toSorted()).toEqual(['/ws/p%202', '/ws/p3', '/ws/user']));
  // Open sockets stay open.
  expect(server.upgrades).toHaveLength(4);
  await eventually(() => expect(realtime.watches('p3')).toBe(true));
  expect([realtime.watches('p3'), realtime.watches('p1')]).toEqual([true, false]);

  realtime.start(null);
  expect(live).toEqual([true, false]);
  await eventually(() => expect(server.open.size).toBe(0));
});

test('an unreadable event is about the project of its socket; other messages are dropped', async () => {
  const server = await socketServer();
  const { events, live } = start(server, ['p1']);
  await eventually(() => expect(live).toEqual([true]));
  server.open.get('/ws/p1')?.send('no JSON');
  server.send('/ws/p1', [{ type: 'TASK_UPDATED' }]);
  for (const event of [
    { type: 7, projectId: { id: 'p1' }, taskId: ['t1'] },
    { type: 'TASK_UPDATED', taskId: 't2' },
  ]) {
    server.send('/ws/p1', event);
  }
  server.send('/ws/user', { type: null });
  await eventually(() => expect(events.toSorted()).toEqual(['p1 -', 'p1 t2', 'person']));
});

test('a server without sockets gets one request per session', async () => {
  const server = await socketServer();
  server.reject = () => 404;
  const { realtime, opener, ends } = start(server, ['p1']);
  await eventually(() => expect(ends).not.toEqual([]));
  realtime.watch(['p2']);
  realtime.reconnect();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(paths(server).filter((path) => path === '/ws/user')).toHaveLength(1);
  // The request for the project was already on its way.
  expect(['', '/ws/p1']).toContain(
    paths(server)
      .filter((path) => path !== '/ws/user')
      .join(),
  );
  server.reject = undefined;
  realtime.start(opener);
  await eventually(() => expect(realtime.isLive()).toBe(true));
});

test('a forbidden socket does not affect the others', async () => {
  const server = await socketServer();
  server.reject = (path) => (path === '/ws/p1' ? 403 : undefined);
  const { realtime } = start(server, ['p1', 'p2']);
  await eventually(() => expect(realtime.watches('p2')).toBe(true));
  await eventually(() => expect(paths(server)).toContain('/ws/p1'));
  realtime.reconnect();
  await eventually(() => expect(paths(server).filter((path) => path === '/ws/p2')).toHaveLength(2));
  expect(paths(server).filter((path) => path === '/ws/p1')).toHaveLength(1);
  expect(realtime.isLive()).toBe(false);
});

test('lost sockets are opened again when the window is opened, the person’s own first', async () => {
  const server = await socketServer();
  const { realtime, live, ends } = start(server, ['p1', 'p2']);
  await eventually(() => expect(live).toEqual([true]));
  // A first attempt that is still on its way would reach the next server.
  await eventually(() => expect(server.open.size).toBe(3));
  await server.close();
  // The sockets end one after the other. Wait for all of them, so that the person's own is one of them.
  await eventually(() => expect(ends).toHaveLength(3));
  expect(live).toEqual([true, false]);
  const back = await socketServer(Number(new URL(server.baseUrl).port));
  back.reject = () => 503;
  realtime.refreshIfStale();
  await eventually(() => expect(back.upgrades).toHaveLength(1));
  back.reject = undefined;
  await eventually(() => {
    realtime.refreshIfStale();
    expect(live).toEqual([true, false, true]);
  });
  expect(
    paths(back)
      .filter((path) => path !== '/ws/user')
      .toSorted(),
  ).toEqual(['/ws/p1', '/ws/p2']);
  expect(paths(back).slice(0, 2)).toEqual(['/ws/user', '/ws/user']);
  expect(realtime.isLive()).toBe(true);
});

test('sockets of projects are opened again even if the person’s own is now forbidden', async () => {
  const server = await socketServer();
  const { realtime, live, ends } = start(server, ['p1']);
  await eventually(() => expect(live).toEqual([true]));
  await eventually(() => expect(server.open.size).toBe(2));
  await server.close();
  await eventually(() => expect(ends).toHaveLength(2));
  expect(live).toEqual([true, false]);
  const back = await socketServer(Number(new URL(server.baseUrl).port));
  back.reject = (path) => (path === '/ws/user' ? 403 : undefined);
  realtime.refreshIfStale();
  await eventually(() => expect(realtime.watches('p1')).toBe(true));
  expect(realtime.isLive()).toBe(false);
});

describe('in simulated time', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** The person's own socket, and the times of its upgrade requests (s). */
  function userSocket(isWindowVisible: boolean, rateLimit?: RateLimit) {
    const at: number[] = [];
    let socket: Parameters<OpenSocket>[0] | undefined;
    const nothing = () => undefined;
    const realtime = createRealtime({
      random: () => 0.5,
      isWindowVisible: () => isWindowVisible,
      onEvent: nothing,
      onLiveChange: nothing,
    });
    realtime.start((options) => {
      at.push(Date.now() / 1000);
      socket = options;
      return { close: nothing };
    }, rateLimit);
    return { realtime, at, succeed: () => socket?.onOpen(), fail: () => socket?.onEnd({ why: 'lost' }) };
  }

  test('a lost socket is retried with increasing delays, also if it breaks at once after opening', () => {
    const { realtime, at, succeed, fail } = userSocket(true);
    for (let turn = 0; turn < 4; turn += 1) {
      succeed();
      fail();
      vi.advanceTimersToNextTimer();
    }
    expect(at).toEqual([0, 5, 25, 65, 145]);
    // After a stable minute, the back-off is reset.
    succeed();
    vi.advanceTimersByTime(60_000);
    fail();
    vi.advanceTimersToNextTimer();
    expect(at.at(-1)).toBe(210);
    for (let turn = 0; turn < 20; turn += 1) {
      fail();
      vi.advanceTimersToNextTimer();
    }
    const [before = 0, last = 0] = at.slice(-2);
    expect(last - before).toBe(600);
    // The network is back.
    fail();
    realtime.reconnect();
    expect(at.at(-1)).toBe(last);
    realtime.start(null);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a lost socket waits for the rate limit, even while the window is visible', () => {
    const rateLimit = createRateLimit(Date.now);
    const { realtime, at, succeed, fail } = userSocket(true, rateLimit);
    succeed();
    rateLimit.learn(
      '/task',
      new ServiceError({ kind: 'rejected', status: 429, message: 'Slow', retryAfterMs: 90_000 }),
    );
    fail();
    realtime.refreshIfStale();
    vi.advanceTimersToNextTimer();
    expect(at).toEqual([0, 90]);
    realtime.start(null);
  });

  test('delays are long while the window is hidden, and end when it is opened', () => {
    const { realtime, at, succeed, fail } = userSocket(false);
    succeed();
    fail();
    vi.advanceTimersToNextTimer();
    fail();
    vi.advanceTimersToNextTimer();
    expect(at).toEqual([0, 300, 900]);
    fail();
    vi.advanceTimersByTime(1_000);
    realtime.refreshIfStale();
    expect(at.at(-1)).toBe(901);
    // No retry is pending.
    vi.advanceTimersByTime(3_600_000);
    realtime.refreshIfStale();
    expect(at).toHaveLength(4);
    realtime.start(null);
  });

  test('lost sockets are retried together', () => {
    const at: string[] = [];
    const sockets = new Map<string, Parameters<OpenSocket>[0]>();
    const nothing = () => undefined;
    let random = 0.1;
    const realtime = createRealtime({
      random: () => random,
      isWindowVisible: () => false,
      onEvent: nothing,
      onLiveChange: nothing,
    });
    realtime.watch(['p1', 'p2']);
    realtime.start((options) => {
      at.push(`${options.path} ${Date.now() / 1000}`);
      sockets.set(options.path, options);
      return { close: nothing };
    });
    for (const socket of sockets.values()) socket.onOpen();
    for (const socket of sockets.values()) {
      socket.onEnd({ why: 'lost' });
      random += 0.2;
    }
    at.splice(0);
    vi.advanceTimersByTime(600_000);
    expect(at).toEqual(['/ws/user 60']);
    sockets.get('/ws/user')?.onOpen();
    expect(at.slice(1)).toEqual(['/ws/p1 600', '/ws/p2 600']);
    // A single lost socket is retried alone.
    for (const path of ['/ws/p1', '/ws/p2']) sockets.get(path)?.onOpen();
    vi.advanceTimersByTime(60_000);
    at.splice(0);
    sockets.get('/ws/p2')?.onEnd({ why: 'lost' });
    vi.advanceTimersByTime(600_000);
    expect(at).toEqual(['/ws/p2 1080']);
    realtime.start(null);
  });
});
