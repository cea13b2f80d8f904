/** The end of the app, in the order that loses nothing. */
import { expect, test, vi } from 'vitest';
import { type QuitOptions, setUpQuit } from '../../../electron/app/quit.ts';

/** Whatever is called on it is written down. */
function parts(called: string[]): QuitOptions {
  const recorder = (name: string): unknown =>
    new Proxy(() => undefined, {
      get: (_target, key) => recorder(`${name}.${String(key)}`),
      apply: () => {
        called.push(name);
        return undefined;
      },
    });
  const database = {
    isOpen: true,
    close() {
      called.push('database.close');
      database.isOpen = false;
    },
  };
  const outbox = { flush: () => called.push('outbox.flush'), close: () => called.push('outbox.close'), count: () => 2 };
  const named = {
    context: { database },
    outbox,
    account: { session: () => null, keychain: recorder('keychain'), local: recorder('local') },
    runInBackground: (work: () => void) => work(),
    quit: vi.fn(),
  };
  return new Proxy(named, {
    get: (target, key) => Reflect.get(target, key) ?? recorder(String(key)),
  }) as unknown as QuitOptions;
}

test('where the session ends at once everything is saved and closed at once, and once', () => {
  const called: string[] = [];
  const quitting = setUpQuit(parts(called));
  quitting.flush();
  quitting.sessionEnds();
  const order = ['outbox.flush', 'lastState.save', 'outbox.close', 'commands.close', 'database.close'];
  expect(called.filter((name) => order.includes(name))).toEqual(order);
  quitting.sessionEnds();
  expect(called.filter((name) => name === 'database.close')).toHaveLength(1);
});

test('a session that ends after the app has quit finds nothing left to do', () => {
  const called: string[] = [];
  const quitting = setUpQuit(parts(called));
  expect(quitting.mayQuit()).toBe(true);
  quitting.close();
  const before = called.length;
  quitting.sessionEnds();
  expect(called).toHaveLength(before);
});
