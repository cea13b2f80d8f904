/** Global shortcuts through a fake portal on the private bus: the real one needs a desktop. */
import dbus, { type Message, type MessageBus } from '@particle/dbus-next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPortalShortcuts, triggerOf } from '../../../../electron/desktop/system/portal-shortcuts.ts';
import { createShortcuts, type Shortcuts } from '../../../../electron/desktop/system/shortcuts.ts';
import { SHORTCUTS } from '../../../../shared/settings/shortcuts.ts';
import { until } from '../../../until.ts';
import { startOwnBus } from './own-bus.ts';
import { sendAsAnother } from './send-as-another.ts';

// Not used on Wayland.
vi.mock('electron', () => ({ globalShortcut: {} }));

const SESSION = '/org/freedesktop/portal/desktop/session/test/punchcard';
const INTERFACE = 'org.freedesktop.portal.GlobalShortcuts';

interface Answers {
  /** Response code of BindShortcuts: 0 is yes. */
  code: number;
  /** The keys of the shortcuts that the desktop reports as bound. */
  triggers: Record<string, string>;
  /** BindShortcuts is answered only when told, as while the desktop asks the person. */
  isLate?: boolean;
  /** A request that includes this shortcut is denied. */
  denied?: string;
}

const variant = (signature: string, value: unknown) => new dbus.Variant(signature, value);

/** Implements org.freedesktop.portal.GlobalShortcuts according to its documentation. */
async function startPortal(answers: Answers) {
  const bus: MessageBus = dbus.sessionBus({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
  // The bus ends before it in one test.
  bus.on('error', () => undefined);
  const asked: unknown[] = [];
  let client = '';
  const pending: NodeJS.Timeout[] = [];
  let late = () => {};
  const respond = (token: string, code: number, results: Record<string, unknown>) => {
    const path = `/org/freedesktop/portal/desktop/request/${client.slice(1).replaceAll('.', '_')}/${token}`;
    const signal = dbus.Message.newSignal(path, 'org.freedesktop.portal.Request', 'Response', 'ua{sv}', [
      code,
      results,
    ]);
    if (answers.isLate && 'shortcuts' in results) late = () => bus.send(signal);
    else pending.push(setTimeout(() => bus.send(signal), 10));
    return path;
  };
  const listOf = (triggers: Record<string, string>) =>
    Object.entries(triggers).map(([id, keys]) => [id, { trigger_description: variant('s', keys) }]);
  await bus.requestName('org.freedesktop.portal.Desktop', 0);
  await bus.requestName('org.freedesktop.impl.portal.desktop.fake', 0);
  bus.addMethodHandler((message: Message) => {
    if (message.path !== '/org/freedesktop/portal/desktop') return false;
    client = message.sender ?? '';
    const body = message.body ?? [];
    asked.push([message.member, ...body]);
    if (message.member === 'Get') bus.send(dbus.Message.newMethodReturn(message, 'v', [variant('u', 2)]));
    else if (message.member === 'Register' || message.member === 'ConfigureShortcuts')
      bus.send(dbus.Message.newMethodReturn(message));
    else {
      const isCreate = message.member === 'CreateSession';
      const options = isCreate ? body[0] : body[3];
      const path = respond(
        String(options.handle_token.value),
        isCreate ? 0 : body[1].some(([id]: [string]) => id === answers.denied) ? 1 : answers.code,
        isCreate
          ? { session_handle: variant('s', SESSION) }
          : { shortcuts: variant('a(sa{sv})', listOf(answers.triggers)) },
      );
      bus.send(dbus.Message.newMethodReturn(message, 'o', [path]));
    }
    return true;
  });
  const signal = (path: string, face: string, member: string, signature: string, body: unknown[]) =>
    bus.send(dbus.Message.newSignal(path, face, member, signature, body));
  return {
    asked,
    client: () => client,
    press: (id: string) =>
      signal('/org/freedesktop/portal/desktop', INTERFACE, 'Activated', 'osta{sv}', [SESSION, id, 0n, {}]),
    /** The person gives other keys in the desktop's settings. */
    change: (triggers: Record<string, string>) =>
      signal('/org/freedesktop/portal/desktop', INTERFACE, 'ShortcutsChanged', 'oa(sa{sv})', [
        SESSION,
        listOf(triggers),
      ]),
    answerNow: () => late(),
    answers,
    close: () => signal(SESSION, 'org.freedesktop.portal.Session', 'Closed', 'a{sv}', [{}]),
    stop: () => {
      for (const answer of pending) clearTimeout(answer);
      bus.disconnect();
    },
  };
}

/** Sends what the portal could send. */
function impersonate(client: string): Promise<void> {
  const [portal, daemon] = ['org.freedesktop.portal', 'org.freedesktop.DBus'];
  const path = '/org/freedesktop/portal/desktop';
  const request = `${path}/request/${client.slice(1).replaceAll('.', '_')}/punchcard2`;
  return sendAsAnother([
    [path, INTERFACE, 'Activated', 'osta{sv}', [SESSION, 'toggle', 0n, {}]],
    [request, `${portal}.Request`, 'Response', 'ua{sv}', [1, {}]],
    [request, `${portal}.Request`, 'Closed', '', []],
    [SESSION, `${portal}.Session`, 'Closed', 'a{sv}', [{}]],
    ['/org/freedesktop/DBus', daemon, 'NameOwnerChanged', 'sss', [`${portal}.Desktop`, ':1.0', '']],
  ]);
}

let portal: Awaited<ReturnType<typeof startPortal>> | undefined;
let shortcuts: ReturnType<typeof createPortalShortcuts<'quick-add' | 'toggle'>> | undefined;
const seen: string[] = [];
afterEach(() => {
  shortcuts?.release();
  portal?.stop();
  portal = undefined;
  seen.length = 0;
});

function connect() {
  shortcuts = createPortalShortcuts({
    appId: 'io.github.punchcard.Punchcard',
    description: (name) => (name === 'toggle' ? 'Start or stop the timer' : 'New task'),
    onPress: (name) => seen.push(name),
    onTriggers: (triggers) => seen.push(...triggers.values()),
    onLost: (why) => seen.push(why),
  });
  return shortcuts;
}

describe('a desktop with the portal', () => {
  test('is asked for the chosen keys, reports the granted ones, and reports every press', async () => {
    portal = await startPortal({ code: 0, triggers: { 'quick-add': 'Meta+N' } });
    expect(await connect().bind({ 'quick-add': 'Control+Alt+Space' })).toEqual({
      is: 'bound',
      triggers: new Map([['quick-add', 'Meta+N']]),
    });
    expect(portal.asked.map((call) => (call as unknown[])[0])).toEqual(['Register', 'CreateSession', 'BindShortcuts']);
    expect(JSON.stringify(portal.asked[2])).toContain('CTRL+ALT+space');
    portal.press('another');
    portal.press('quick-add');
    await until(
      () => seen.length,
      (count) => count > 0,
    );
    expect(seen).toEqual(['quick-add']);
  });

  test('binds several shortcuts at once; one that it leaves out is not granted', async () => {
    portal = await startPortal({ code: 0, triggers: { toggle: 'Meta+T' } });
    const bound = await connect().bind({ 'quick-add': 'Control+Alt+Space', toggle: 'Super+T' });
    expect(bound).toEqual({ is: 'bound', triggers: new Map([['toggle', 'Meta+T']]) });
    expect(JSON.stringify(portal.asked[2])).toContain('Start or stop the timer');
    expect(JSON.stringify(portal.asked[2])).toContain('LOGO+t');
    portal.press('toggle');
    await until(
      () => seen.length,
      (count) => count > 0,
    );
    expect(seen).toEqual(['toggle']);
  });

  test('tells its version and its backend, without asking the person', async () => {
    portal = await startPortal({ code: 0, triggers: {} });
    expect(await connect().find()).toEqual({ version: 2, backend: 'fake' });
    expect(portal.asked).toEqual([
      ['Get', INTERFACE, 'version'],
      ['Get', 'org.freedesktop.impl.portal.GlobalShortcuts', 'version'],
    ]);
  });

  test.each([1, 2])('the answer %i: denied', async (code) => {
    portal = await startPortal({ code, triggers: {} });
    expect(await connect().bind({ 'quick-add': 'Control+Alt+Space' })).toEqual({ is: 'denied' });
  });

  test('reports a session that the desktop closes', async () => {
    portal = await startPortal({ code: 0, triggers: { 'quick-add': 'Meta+N' } });
    await connect().bind({ 'quick-add': 'Control+Alt+Space' });
    portal.close();
    await expect.poll(() => seen).toEqual(['closed']);
  });

  test('that ends while it has not answered is unavailable', async () => {
    portal = await startPortal({ code: 0, triggers: {}, isLate: true });
    const bound = connect().bind({ 'quick-add': 'Control+Alt+Space' });
    await expect.poll(() => portal?.asked.length).toBe(3);
    portal.stop();
    expect(await bound).toEqual({ is: 'unavailable' });
    expect(seen).toEqual([]);
  });

  test('believes no other program on the bus, neither while it asks nor later', async () => {
    portal = await startPortal({ code: 0, triggers: { 'quick-add': 'Meta+N', toggle: 'Meta+T' }, isLate: true });
    const bound = connect().bind({ 'quick-add': 'Control+Alt+Space', toggle: 'Super+T' });
    await expect.poll(() => portal?.asked.length).toBe(3);
    await impersonate(portal.client());
    portal.answerNow();
    expect(await bound).toMatchObject({ is: 'bound' });
    await impersonate(portal.client());
    portal.press('quick-add');
    await expect.poll(() => seen).toEqual(['quick-add']);
  });

  test('a later choice replaces an earlier one without an answer', async () => {
    portal = await startPortal({ code: 0, triggers: { 'quick-add': 'Meta+N' } });
    const one = connect();
    const [first, second] = await Promise.all([
      one.bind({ 'quick-add': 'Control+Alt+A' }),
      one.bind({ 'quick-add': 'Control+Alt+B' }),
    ]);
    expect(first).toBeNull();
    expect(second).toEqual({ is: 'bound', triggers: new Map([['quick-add', 'Meta+N']]) });
  });
});

test('a desktop without the portal: unavailable', async () => {
  expect(await connect().find()).toBeNull();
  expect(await connect().bind({ 'quick-add': 'Control+Alt+Space' })).toEqual({ is: 'unavailable' });
});

describe('what the settings show on Wayland', () => {
  const stored: Record<string, unknown> = {};
  let presses: Record<string, { keys: string; at: string }> = {};
  const done: string[] = [];
  let app: Shortcuts;

  beforeEach(() => {
    vi.stubEnv('XDG_SESSION_TYPE', 'wayland');
    for (const name of ['SWAYSOCK', 'HYPRLAND_INSTANCE_SIGNATURE', 'NIRI_SOCKET']) vi.stubEnv(name, undefined);
    vi.stubEnv('XDG_CURRENT_DESKTOP', 'sway');
    for (const name of SHORTCUTS) delete stored[name];
    presses = {};
    done.length = 0;
    let monotonic = 0;
    app = createShortcuts({
      program: 'punchcard',
      monotonic: () => {
        monotonic += 1_000;
        return monotonic;
      },
      now: () => Date.parse('2026-11-18T14:32:00Z'),
      readPresses: () => presses,
      writePresses: (all) => {
        presses = all;
      },
      read: (name) => stored[name] as string | undefined,
      write: (name, accelerator) => {
        stored[name] = accelerator;
      },
      effects: {
        'quick-add': () => done.push('quick-add'),
        toggle: () => done.push('toggle'),
        switch: () => done.push('switch'),
        open: () => done.push('open'),
      },
      onChange: () => undefined,
    });
  });
  afterEach(() => {
    app.stop();
    vi.unstubAllEnvs();
  });
  const toggle = () => app.view().list.toggle;

  test('granted: with the desktop’s keys, seen to work after the first press, also after a restart', async () => {
    portal = await startPortal({ code: 0, triggers: { toggle: 'Meta+T' } });
    await app.set('toggle', 'Super+T');
    expect(toggle()).toEqual({ accelerator: 'Super+T', state: 'set', trigger: 'Meta+T', pressedAt: null });
    expect(stored.toggle).toBe('Super+T');
    app.test('toggle');
    portal.press('toggle');
    await expect.poll(() => toggle().pressedAt).toBe('2026-11-18T14:32:00.000Z');
    expect(done).toEqual([]);
    portal.press('toggle');
    await expect.poll(() => done).toEqual(['toggle']);
    app.stop();
    app.start();
    await expect.poll(() => toggle()).toMatchObject({ state: 'set', pressedAt: '2026-11-18T14:32:00.000Z' });
    expect(app.view().portal).toEqual({ version: 2, backend: 'fake' });
  });

  test('other keys in the desktop’s settings: shown, and not yet seen to work', async () => {
    portal = await startPortal({ code: 0, triggers: { toggle: 'Meta+T' } });
    await app.set('toggle', 'Super+T');
    portal.press('toggle');
    await expect.poll(() => toggle().pressedAt).not.toBeNull();
    portal.change({ toggle: 'Meta+Y' });
    await expect.poll(() => toggle()).toMatchObject({ state: 'set', trigger: 'Meta+Y', pressedAt: null });
  });

  test('asking until a late answer', async () => {
    portal = await startPortal({ code: 0, triggers: { toggle: 'Meta+T' }, isLate: true });
    const answered = app.set('toggle', 'Super+T');
    await expect.poll(() => portal?.asked.length).toBe(3);
    expect(toggle().state).toBe('asking');
    portal.answerNow();
    await answered;
    expect(toggle().state).toBe('set');
  });

  test('denied, without asking again by itself; asked again on request', async () => {
    portal = await startPortal({ code: 1, triggers: {} });
    await app.set('toggle', 'Super+T');
    expect(toggle()).toMatchObject({ accelerator: 'Super+T', state: 'denied' });
    expect(stored.toggle).toBeUndefined();
    expect(portal.asked).toHaveLength(3);
    portal.answers.code = 0;
    portal.answers.triggers = { toggle: 'Meta+T' };
    await app.set('toggle', 'Super+T');
    expect(toggle().state).toBe('set');
  });

  test('denied where others had keys: those are requested again', async () => {
    portal = await startPortal({ code: 0, triggers: { 'quick-add': 'Meta+N' } });
    await app.set('quick-add', 'Super+N');
    portal.answers.denied = 'toggle';
    await app.set('toggle', 'Super+T');
    expect(app.view().list['quick-add'].state).toBe('set');
    expect(toggle().state).toBe('denied');
  });

  test('left out of the answer: taken', async () => {
    portal = await startPortal({ code: 0, triggers: {} });
    await app.set('toggle', 'Super+T');
    expect(toggle()).toMatchObject({ accelerator: 'Super+T', state: 'taken' });
  });

  test('removed in the desktop’s settings: denied; the desktop’s settings open on request', async () => {
    portal = await startPortal({ code: 0, triggers: { toggle: 'Meta+T' } });
    await app.set('toggle', 'Super+T');
    await app.configure();
    expect(portal.asked.at(-1)).toEqual(['ConfigureShortcuts', SESSION, '', {}]);
    portal.close();
    await expect.poll(() => toggle().state).toBe('denied');
  });

  test('a portal that starts again is asked again; without one there are lines for the desktop’s own settings', async () => {
    portal = await startPortal({ code: 0, triggers: { toggle: 'Meta+T' } });
    await app.set('toggle', 'Super+T');
    portal.stop();
    await expect.poll(() => toggle().state).toBe('unavailable');
    expect(app.view().lines.toggle).toBe('bindsym Mod4+t exec punchcard toggle');
    portal = await startPortal({ code: 0, triggers: { toggle: 'Meta+T' } });
    app.start();
    await expect.poll(() => toggle().state).toBe('set');
  });

  test('a bus that ends, also while the desktop asks: not possible here, and asked no further', async () => {
    const endBus = await startOwnBus();
    portal = await startPortal({ code: 0, triggers: {}, isLate: true });
    const answered = app.set('toggle', 'Super+T');
    await expect.poll(() => portal?.asked.length).toBe(3);
    endBus();
    await answered;
    expect(toggle().state).toBe('unavailable');

    const endNext = await startOwnBus();
    portal = await startPortal({ code: 0, triggers: { toggle: 'Meta+T' } });
    await app.set('toggle', 'Super+T');
    expect(toggle().state).toBe('set');
    endNext();
    await expect.poll(() => toggle().state).toBe('unavailable');
  });

  test('absent: not possible here', async () => {
    app.start();
    await expect.poll(() => toggle().state).toBe('unavailable');
    expect(app.view()).toMatchObject({ desktop: 'sway', portal: null });
    expect(app.view().lines['quick-add']).toBe('bindsym Mod4+Alt+n exec punchcard add');
    await expect(app.configure()).rejects.toThrow('No shortcut is bound');
  });
});

test.each([
  ['Control+Alt+Space', 'CTRL+ALT+space'],
  ['Super+Shift+N', 'LOGO+SHIFT+n'],
  ['Control+F12', 'CTRL+F12'],
  ['Alt+PageUp', 'ALT+Page_Up'],
])('%s is %s for the portal', (accelerator, trigger) => {
  expect(triggerOf(accelerator)).toBe(trigger);
});
