/** Global shortcuts through a fake portal on the private bus: the real one needs a desktop. */
import dbus, { type Message, type MessageBus } from '@particle/dbus-next';
import { afterEach, describe, expect, test } from 'vitest';
import { createPortalShortcuts, triggerOf } from '../../../../electron/desktop/system/portal-shortcuts.ts';
import { until } from '../../../until.ts';

const SESSION = '/org/freedesktop/portal/desktop/session/test/punchcard';

interface Answers {
  /** Response code of BindShortcuts: 0 is yes. */
  code: number;
  /** The keys of the shortcuts that the desktop reports as bound. */
  triggers: Record<string, string>;
}

/** Implements org.freedesktop.portal.GlobalShortcuts according to its documentation. */
async function startPortal(answers: Answers) {
  const bus: MessageBus = dbus.sessionBus({ busAddress: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
  const asked: unknown[] = [];
  let client = '';
  const pending: NodeJS.Timeout[] = [];
  const respond = (token: string, code: number, results: Record<string, unknown>) => {
    const path = `/org/freedesktop/portal/desktop/request/${client.slice(1).replaceAll('.', '_')}/${token}`;
    const signal = dbus.Message.newSignal(path, 'org.freedesktop.portal.Request', 'Response', 'ua{sv}', [
      code,
      results,
    ]);
    const answer = setTimeout(() => bus.send(signal), 10);
    pending.push(answer);
    return path;
  };
  await bus.requestName('org.freedesktop.portal.Desktop', 0);
  bus.addMethodHandler((message: Message) => {
    if (message.path !== '/org/freedesktop/portal/desktop') return false;
    client = message.sender ?? '';
    const body = message.body ?? [];
    asked.push([message.member, ...body]);
    if (message.member === 'Get') bus.send(dbus.Message.newMethodReturn(message, 'v', [new dbus.Variant('u', 1)]));
    else if (message.member === 'Register') bus.send(dbus.Message.newMethodReturn(message));
    else {
      const isCreate = message.member === 'CreateSession';
      const options = isCreate ? body[0] : body[3];
      const bound = Object.entries(answers.triggers).map(([id, keys]) => [
        id,
        { trigger_description: new dbus.Variant('s', keys) },
      ]);
      const path = respond(
        String(options.handle_token.value),
        isCreate ? 0 : answers.code,
        isCreate
          ? { session_handle: new dbus.Variant('s', SESSION) }
          : { shortcuts: new dbus.Variant('a(sa{sv})', bound) },
      );
      bus.send(dbus.Message.newMethodReturn(message, 'o', [path]));
    }
    return true;
  });
  const signal = (path: string, face: string, member: string, signature: string, body: unknown[]) =>
    bus.send(dbus.Message.newSignal(path, face, member, signature, body));
  return {
    asked,
    press: (id: string) =>
      signal('/org/freedesktop/portal/desktop', 'org.freedesktop.portal.GlobalShortcuts', 'Activated', 'osta{sv}', [
        SESSION,
        id,
        0n,
        {},
      ]),
    close: () => signal(SESSION, 'org.freedesktop.portal.Session', 'Closed', 'a{sv}', [{}]),
    stop: () => {
      for (const answer of pending) clearTimeout(answer);
      bus.disconnect();
    },
  };
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
    onLost: () => seen.push('lost'),
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

  test('says that it offers shortcuts, without asking the person', async () => {
    portal = await startPortal({ code: 0, triggers: {} });
    expect(await connect().isOffered()).toBe(true);
    expect(portal.asked).toEqual([['Get', 'org.freedesktop.portal.GlobalShortcuts', 'version']]);
  });

  test.each<[what: string, answers: Answers]>([
    ['the person refuses', { code: 1, triggers: {} }],
    ['the desktop binds nothing', { code: 0, triggers: {} }],
  ])('%s: refused', async (_what, answers) => {
    portal = await startPortal(answers);
    expect(await connect().bind({ 'quick-add': 'Control+Alt+Space' })).toEqual({ is: 'refused' });
  });

  test('reports a session that the desktop closes', async () => {
    portal = await startPortal({ code: 0, triggers: { 'quick-add': 'Meta+N' } });
    await connect().bind({ 'quick-add': 'Control+Alt+Space' });
    portal.close();
    await until(
      () => seen,
      (all) => all.includes('lost'),
    );
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
  expect(await connect().isOffered()).toBe(false);
  expect(await connect().bind({ 'quick-add': 'Control+Alt+Space' })).toEqual({ is: 'unavailable' });
});

test.each([
  ['Control+Alt+Space', 'CTRL+ALT+space'],
  ['Super+Shift+N', 'LOGO+SHIFT+n'],
  ['Control+F12', 'CTRL+F12'],
  ['Alt+PageUp', 'ALT+Page_Up'],
])('%s is %s for the portal', (accelerator, trigger) => {
  expect(triggerOf(accelerator)).toBe(trigger);
});
