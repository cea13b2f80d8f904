/** Idle time from a Wayland compositor, over a real socket. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { watchWaylandIdle, waylandSocket } from '../../../../electron/desktop/idle/idle-wayland.ts';
import { eventually, PATIENCE_MS } from '../../../until.ts';
import { type FakeCompositor, type Global, socketPath, startFakeCompositor } from './fake-compositor.ts';

const AFTER_MS = 15_000;
const SEAT: Global = { face: 'wl_seat', version: 8 };
const EXT_1: Global = { face: 'ext_idle_notifier_v1', version: 1 };
const EXT_2: Global = { face: 'ext_idle_notifier_v1', version: 2 };
const KDE: Global = { face: 'org_kde_kwin_idle', version: 1 };
const OTHERS: Global[] = [
  { face: 'wl_compositor', version: 5 },
  { face: 'wl_shm', version: 1 },
];
/** The names of the globals in the lists below. */
const [FIRST, SECOND] = [10, 11];

async function watch(compositor: Pick<FakeCompositor, 'path'>, timeoutMs = PATIENCE_MS) {
  const received: string[] = [];
  const events = {
    idle: (ms: number) => void received.push(`idle ${ms}`),
    active: () => void received.push('active'),
    lost: () => void received.push('lost'),
  };
  const watch = await watchWaylandIdle(compositor.path, AFTER_MS, events, timeoutMs);
  onTestFinished(() => watch?.stop());
  return { watch, received };
}

describe.skipIf(process.platform !== 'linux')('Wayland', () => {
  describe('the request', () => {
    test.each([
      ['version 2: input only', [...OTHERS, EXT_2, SEAT], EXT_2.face, 'get_input_idle_notification'],
      ['a later version: as version 2', [SEAT, { ...EXT_2, version: 9 }], EXT_2.face, 'get_input_idle_notification'],
      ['version 1', [SEAT, EXT_1, ...OTHERS], EXT_1.face, 'get_idle_notification'],
      ['the older protocol of KDE', [KDE, SEAT], KDE.face, 'get_idle_timeout'],
      ['the standard one where both are there', [KDE, SEAT, EXT_1], EXT_1.face, 'get_idle_notification'],
    ])('%s', async (_, globals, source, request) => {
      const compositor = await startFakeCompositor(globals);
      const { watch: it } = await watch(compositor);
      expect(it?.source).toBe(source);
      await eventually(() => expect(compositor.requests.at(-1)).toBe(`${request} ${AFTER_MS}`));
      const bound = compositor.requests.filter((one) => one.startsWith('bind'));
      const version = request === 'get_input_idle_notification' ? 2 : 1;
      expect(bound).toEqual([`bind ${source} ${version}`, 'bind wl_seat 1']);
    });
  });

  describe('idle and back', () => {
    test.each([EXT_1, EXT_2, KDE])('is reported: $face $version', async (global) => {
      const compositor = await startFakeCompositor([SEAT, global]);
      const { received } = await watch(compositor);
      await eventually(() => expect(compositor.requests).toHaveLength(3));
      compositor.idle(FIRST);
      compositor.sendUnknown();
      compositor.resume(FIRST);
      compositor.idle(FIRST);
      await eventually(() => expect(received).toEqual([`idle ${AFTER_MS}`, 'active', `idle ${AFTER_MS}`]));
    });

    test('in pieces of single bytes', async () => {
      const compositor = await startFakeCompositor([...OTHERS, SEAT, EXT_2]);
      compositor.split();
      const { received } = await watch(compositor);
      await eventually(() => expect(compositor.requests).toHaveLength(3));
      compositor.idle(FIRST + OTHERS.length);
      await eventually(() => expect(received).toEqual([`idle ${AFTER_MS}`]));
    });

    test('is idle only if every seat is idle, including one added later', async () => {
      const compositor = await startFakeCompositor([SEAT, SEAT, EXT_2]);
      const { received } = await watch(compositor);
      await eventually(() => expect(compositor.requests).toHaveLength(5));
      compositor.idle(FIRST);
      compositor.idle(SECOND);
      await eventually(() => expect(received).toEqual([`idle ${AFTER_MS}`]));
      compositor.add(40, SEAT);
      await eventually(() => expect(received.at(-1)).toBe('active'));
      await eventually(() => expect(compositor.requests).toHaveLength(7));
      compositor.idle(40);
      await eventually(() => expect(received).toEqual([`idle ${AFTER_MS}`, 'active', `idle ${AFTER_MS}`]));
      compositor.remove(40);
      await eventually(() => expect(compositor.requests.at(-1)).toBe('destroy'));
      compositor.resume(SECOND);
      compositor.remove(SECOND);
      await eventually(() =>
        expect(received).toEqual([`idle ${AFTER_MS}`, 'active', `idle ${AFTER_MS}`, 'active', `idle ${AFTER_MS}`]),
      );
    });
  });

  describe('not available', () => {
    test.each([
      ['neither protocol', [SEAT, ...OTHERS]],
      ['no seat', [EXT_2]],
    ])('%s', async (_, globals) => {
      const compositor = await startFakeCompositor(globals);
      expect((await watch(compositor)).watch).toBeNull();
      await eventually(() => expect(compositor.clients()).toBe(0));
    });

    test('without a compositor', async () => {
      expect((await watch({ path: socketPath() })).watch).toBeNull();
    });

    test('gives up on a compositor that never answers', async () => {
      const compositor = await startFakeCompositor([SEAT, EXT_2], { mute: true });
      expect((await watch(compositor, 100)).watch).toBeNull();
      await eventually(() => expect(compositor.clients()).toBe(0));
    });
  });

  describe('the end', () => {
    test.each<[string, (compositor: FakeCompositor) => void]>([
      ['the compositor dies', ({ die }) => die()],
      ['the compositor reports a protocol error', ({ sendError }) => sendError()],
      ['what arrives is not Wayland', ({ sendRaw }) => sendRaw(Buffer.alloc(8))],
    ])('%s: reported once, and nothing after it', async (_, end) => {
      const compositor = await startFakeCompositor([SEAT, EXT_2]);
      const { received } = await watch(compositor);
      await eventually(() => expect(compositor.requests).toHaveLength(3));
      end(compositor);
      await eventually(() => expect(received).toEqual(['lost']));
      await eventually(() => expect(compositor.clients()).toBe(0));
    });

    test('emits nothing after a stop', async () => {
      const compositor = await startFakeCompositor([SEAT, EXT_2]);
      const { watch: it, received } = await watch(compositor);
      it?.stop();
      await eventually(() => expect(compositor.clients()).toBe(0));
      expect(received).toEqual([]);
    });
  });

  test.each<[NodeJS.ProcessEnv, string | undefined]>([
    [{ XDG_RUNTIME_DIR: '/run/user/1000', WAYLAND_DISPLAY: 'wayland-1' }, '/run/user/1000/wayland-1'],
    [{ XDG_RUNTIME_DIR: '/run/user/1000' }, '/run/user/1000/wayland-0'],
    [{ WAYLAND_DISPLAY: '/tmp/elsewhere/wayland-0' }, '/tmp/elsewhere/wayland-0'],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, undefined],
  ])('the socket for %j: %s', (env, expected) => {
    expect(waylandSocket(env)).toBe(expected);
  });
});
