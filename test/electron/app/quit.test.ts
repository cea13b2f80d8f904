/** The order in which quitting saves, stops and closes. */
import { expect, test, vi } from 'vitest';
import type { AppParts } from '../../../electron/app/context.ts';
import { setUpQuit } from '../../../electron/app/quit.ts';

/** Records the calls of every part. */
function parts(called: string[]): AppParts {
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
  const outbox = { flush: () => called.push('outbox.flush'), count: () => 2 };
  const accountParts = [{ stop: () => called.push('part.stop') }];
  const named = {
    featureContext: { database, runInBackground: (work: () => void) => work() },
    features: orRecorder({ outbox, allParts: () => accountParts, each: () => [{ account: { session: () => null } }] }),
    quit: vi.fn(),
  };

  function orRecorder(target: object): object {
    return new Proxy(target, { get: (_, key) => Reflect.get(target, key) ?? recorder(String(key)) });
  }
  return orRecorder(named) as AppParts;
}

test('when the session ends, everything is saved and closed at once, and only once', () => {
  const called: string[] = [];
  const quitting = setUpQuit(parts(called));
  quitting.flush();
  quitting.sessionEnds();
  const order = ['outbox.flush', 'snapshot.save', 'part.stop', 'commandLine.close', 'database.close'];
  expect(called.filter((name) => order.includes(name))).toEqual(order);
  quitting.sessionEnds();
  expect(called.filter((name) => name === 'database.close')).toHaveLength(1);
});

test('a session that ends after the app has quit does nothing more', () => {
  const called: string[] = [];
  const quitting = setUpQuit(parts(called));
  expect(quitting.mayQuit()).toBe(true);
  quitting.close();
  const before = called.length;
  quitting.sessionEnds();
  expect(called).toHaveLength(before);
});
