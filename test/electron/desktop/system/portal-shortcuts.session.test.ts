/** Global shortcuts through a fake portal on the private bus: the real one needs a desktop. */
import dbus, { type Message, type MessageBus } from '@particle/dbus-next';
import { afterEach, describe, expect, test } from 'vitest';
import { createPortalShortcuts, triggerOf } from '../../../../electron/desktop/system/portal-shortcuts.ts';
import { until } from '../../../until.ts';

const SESSION = '/org/freedesktop/portal/desktop/session/test/punchcard';

interface Answers {
  /** Response code of BindShortcuts: 0 is yes. */
  code: number;
  /** The shortcuts that the desktop reports as bound. */
  trigger: string | null;
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
    if (message.member === 'Register') bus.send(dbus.Message.newMethodReturn(message));
    else {
      const isCreate = message.member === 'CreateSession';
      const options = isCreate ? body[0] : body[3];
      const bound =
        answers.trigger === null
          ? []
          : [['quick-add', { trigger_description: new dbus.Variant('s', answers.trigger) }]];
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
let shortcuts: ReturnType<typeof createPortalShortcuts> | undefined;
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
    description: () => 'New task',
    onPress: () => seen.push('pressed'),
    onLost: () => seen.push('lost'),
  });
  return shortcuts;
}

describe('a desktop with the portal', () => {
  test('is asked for the chosen keys, reports the granted ones, and reports every press', async () => {
    portal = await startPortal({ code: 0, trigger: 'Meta+N' });
    expect(await connect().bind('Control+Alt+Space')).toEqual({ is: 'bound', trigger: 'Meta+N' });
    expect(portal.asked.map((call) => (call as unknown[])[0])).toEqual(['Register', 'CreateSession', 'BindShortcuts']);
    expect(JSON.stringify(portal.asked[2])).toContain('CTRL+ALT+space');
    portal.press('another');
    portal.press('quick-add');
    await until(
      () => seen.length,
      (count) => count > 0,
    );
    expect(seen).toEqual(['pressed']);
  });

  test.each<[what: string, answers: Answers]>([
    ['the person refuses', { code: 1, trigger: null }],
    ['the desktop binds nothing', { code: 0, trigger: null }],
  ])('%s: refused', async (_what, answers) => {
    portal = await startPortal(answers);
    expect(await connect().bind('Control+Alt+Space')).toEqual({ is: 'refused' });
  });

  test('reports a session that the desktop closes', async () => {
    portal = await startPortal({ code: 0, trigger: 'Meta+N' });
    await connect().bind('Control+Alt+Space');
    portal.close();
    await until(
      () => seen,
      (all) => all.includes('lost'),
    );
  });

  test('a later choice replaces an earlier one without an answer', async () => {
    portal = await startPortal({ code: 0, trigger: 'Meta+N' });
    const one = connect();
    const [first, second] = await Promise.all([one.bind('Control+Alt+A'), one.bind('Control+Alt+B')]);
    expect(first).toBeNull();
    expect(second).toEqual({ is: 'bound', trigger: 'Meta+N' });
  });
});

test('a desktop without the portal: unavailable', async () => {
  expect(await connect().bind('Control+Alt+Space')).toEqual({ is: 'unavailable' });
});

test.each([
  ['Control+Alt+Space', 'CTRL+ALT+space'],
  ['Super+Shift+N', 'LOGO+SHIFT+n'],
  ['Control+F12', 'CTRL+F12'],
  ['Alt+PageUp', 'ALT+Page_Up'],
])('%s is %s for the portal', (accelerator, trigger) => {
  expect(triggerOf(accelerator)).toBe(trigger);
});
