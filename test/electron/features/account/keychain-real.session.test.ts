/**
 * Every state of a keyring, with a real gnome-keyring, Electron, its utility process and keytar; also when the person cancels the
 * unlock window or unlocks after the caller has timed out.
 */
import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import dbus, { type Message } from '@particle/dbus-next';
import { afterEach, describe, expect, it } from 'vitest';
import { PATIENCE_MS, until } from '../../../until.ts';
import {
  KEYRING_PASSWORD,
  type KeyringSession,
  type KeyringSessionOptions,
  startKeyringSession,
} from './keyring-session.ts';

const run = promisify(execFile);
const ELECTRON = process.env.PUNCHCARD_ELECTRON ?? process.execPath;
const HARNESS = fileURLToPath(new URL('keychain-harness/main.mjs', import.meta.url));
const SECRET = 'tok_4b1d_very_secret';
/** Time limit for calls that get no answer. */
const SHORT_MS = 1_500;

const locked = { ok: false, reason: 'timeout', message: 'The keychain is locked or waiting for you.' };
const noService = {
  ok: false,
  reason: 'missing',
  message: 'No keychain service (Secret Service) responds on this computer.',
};
const none = { ok: true, value: null };

type Step =
  | { op: 'get' | 'delete'; account: string; timeoutMs?: number }
  | { op: 'set'; account: string; secret: string; timeoutMs?: number }
  /** Waits until no worker of the app runs, or until an overdue call has succeeded. */
  | { op: 'no-worker' | 'recovered' };

interface Plan {
  steps: Step[];
  /** `timeoutMs` is for calls without a limit of their own. */
  options?: { timeoutMs?: number; unlockTimeoutMs?: number; linger?: number };
  /** All steps at once instead of one after the other. */
  together?: boolean;
  /** A call that is still open when the app quits. */
  hangAtEnd?: Step;
  worker?: string;
}

/** One line of the harness: a step's result, its time in ms, and how many workers lived after it. */
interface Line {
  op?: string;
  result?: unknown;
  ms?: number;
  workers?: number;
  recovered?: true;
  quitting?: number;
}

interface Outcome {
  lines: Line[];
  results: unknown[];
  /** Everything the app wrote to its outputs besides the lines. */
  noise: string;
  exit: { code: number | null; signal: NodeJS.Signals | null };
}

let session: KeyringSession | undefined;
afterEach(async () => {
  await session?.stop();
  session = undefined;
});

async function runApp(
  keyring: KeyringSessionOptions | KeyringSession,
  plan: Plan,
  meanwhile?: (session: KeyringSession, readLines: () => Line[]) => Promise<void>,
) {
  const current = 'env' in keyring ? keyring : await startKeyringSession(keyring);
  session = current;
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  // Not twice the limit: the harness would take the time that is left to unlock for the limit of a call, and shorten it.
  const options = { timeoutMs: PATIENCE_MS, unlockTimeoutMs: 3 * PATIENCE_MS, ...plan.options };
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // Without it Electron would read the key of its cookies from the keyring.
  const child = spawn(ELECTRON, [...args, '--password-store=basic', HARNESS], {
    env: { ...inherited, ...current.env, KEYCHAIN_STEPS: JSON.stringify({ ...plan, options }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // An app that still runs then hangs.
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let noise = '';
  /** Complete lines only. */
  const readLines = (): Line[] =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  child.stderr.on('data', (chunk) => {
    noise += chunk;
  });
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<Outcome['exit']>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const crash = ended.then((exit) => {
    if (exit.code !== 0) throw new Error(`The app ended with ${exit.code ?? exit.signal}:\n${noise}`);
    return new Promise<never>(() => undefined);
  });
  try {
    if (meanwhile) await Promise.race([meanwhile(current, readLines), crash]);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error;
  }
  const exit = await ended;
  const lines = readLines();
  const results = lines.filter(({ result }) => result !== undefined).map(({ result }) => result);
  return { lines, results, noise, exit } satisfies Outcome;
}

function expectCleanQuit({ exit }: Outcome): void {
  expect(exit).toEqual({ code: 0, signal: null });
}

/** The content of all files under a folder. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

describe('an unlocked keyring', () => {
  it('stores, reads and deletes a secret, leaves no other copy, and ends the idle worker', async () => {
    const outcome = await runApp(
      { state: 'unlocked' },
      {
        steps: [
          { op: 'get', account: 'a' },
          { op: 'set', account: 'a', secret: SECRET },
          { op: 'get', account: 'a' },
          { op: 'get', account: 'b' },
          { op: 'set', account: 'a', secret: `${SECRET}2` },
          { op: 'get', account: 'a' },
          { op: 'delete', account: 'a' },
          { op: 'get', account: 'a' },
          { op: 'delete', account: 'a' },
          { op: 'set', account: 'c', secret: SECRET },
          { op: 'no-worker' },
        ],
        options: { linger: 300 },
      },
    );
    expect(outcome.results).toEqual([
      none,
      { ok: true },
      { ok: true, value: SECRET },
      none,
      { ok: true },
      { ok: true, value: `${SECRET}2` },
      { ok: true, value: true },
      none,
      { ok: true, value: false },
      { ok: true },
    ]);
    expect(outcome.lines.slice(0, 10).every(({ workers }) => workers === 1)).toBe(true);
    expect(outcome.lines[10]?.workers).toBe(0);
    expectCleanQuit(outcome);
    expect(outcome.noise).not.toContain(SECRET);
    const home = session?.home ?? '';
    expect(statSync(join(home, 'data', 'keyrings', 'login.keyring')).size).toBeGreaterThan(0);
    expect(everythingIn(home)).not.toContain(SECRET);
  });

  it('answers simultaneous calls in order', async () => {
    const { results } = await runApp(
      { state: 'unlocked' },
      {
        together: true,
        steps: [
          { op: 'set', account: 'a', secret: '1' },
          { op: 'get', account: 'a' },
          { op: 'set', account: 'a', secret: '2' },
          { op: 'get', account: 'a' },
          { op: 'delete', account: 'a' },
          { op: 'get', account: 'a' },
        ],
      },
    );
    const value = (result: unknown) => ({ ok: true, value: result });
    expect(results).toEqual([{ ok: true }, value('1'), { ok: true }, value('2'), value(true), value(null)]);
  });
});

const get: Step = { op: 'get', account: 'a' };
const set: Step = { op: 'set', account: 'a', secret: SECRET };
const remove: Step = { op: 'delete', account: 'a' };
const oneOfEach = [get, set, remove];

it.each(['no-bus', 'no-service'] as const)('%s: unavailable, and not only when the time is over', async (state) => {
  const outcome = await runApp({ state }, { steps: oneOfEach });
  expect(outcome.results).toEqual([noService, noService, noService]);
  expectCleanQuit(outcome);
});

it('a Secret Service without a keyring: nothing is stored, and a set waits for the person to create one', async () => {
  const steps: Step[] = [get, { ...set, timeoutMs: SHORT_MS }, remove];
  const outcome = await runApp({ state: 'no-keyring' }, { steps, hangAtEnd: set });
  expect(outcome.results).toEqual([none, locked, { ok: true, value: false }]);
  expect(outcome.lines[1]?.ms).toBeGreaterThanOrEqual(SHORT_MS - 5);
  expect(outcome.noise).not.toContain(SECRET);
  expectCleanQuit(outcome);
});

/** gnome-keyring refuses a client's first call now and then, too seldom to wait for: this service finds no item, and then refuses. */
it.each([
  ['once: it is asked again', 1, locked],
  ['always: nothing is known', 3, noService],
])('a Secret Service that refuses to say whether an item is locked, %s', async (_, refusals, expected) => {
  const current = await startKeyringSession({ state: 'no-service' });
  const bus = dbus.sessionBus({ busAddress: current.env.DBUS_SESSION_BUS_ADDRESS ?? '' });
  let searches = 0;
  bus.addMethodHandler((message: Message) => {
    const answer = (signature: string, body: unknown[]) =>
      bus.send(dbus.Message.newMethodReturn(message, signature, body));
    if (message.member === 'GetAll') answer('a{sv}', [{}]);
    else if (message.member !== 'SearchItems') return false;
    else if (++searches === 1) answer('aoao', [[], []]);
    // A call without a handler is refused.
    else if (searches <= 1 + refusals) return false;
    else answer('aoao', [[], ['/item']]);
    return true;
  });
  await bus.requestName('org.freedesktop.secrets', 0);
  try {
    expect((await runApp(current, { steps: [remove] })).results).toEqual([expected]);
  } finally {
    bus.disconnect();
  }
});

describe('a locked keyring', () => {
  const items = { a: SECRET };
  const short = { timeoutMs: SHORT_MS };

  it('times out for every call, and the app quits although a call hangs', async () => {
    const outcome = await runApp({ state: 'locked', items }, { steps: oneOfEach, options: short, hangAtEnd: get });
    expect(outcome.results).toEqual([locked, locked, locked]);
    for (const { ms } of outcome.lines.slice(0, 3)) expect(ms).toBeGreaterThanOrEqual(SHORT_MS - 5);
    // Hung workers are killed and do not accumulate.
    expect(outcome.lines.slice(0, 3).map(({ workers }) => workers)).toEqual([1, 1, 1]);
    expect(outcome.lines.at(-1)?.quitting).toBe(1);
    expectCleanQuit(outcome);
  });

  it('does not report "none" for an account without a secret', async () => {
    const steps: Step[] = [{ op: 'get', account: 'nobody' }];
    const { results } = await runApp({ state: 'locked', items }, { steps, options: short });
    expect(results).toEqual([locked]);
  });

  it('keeps no process running after the time to unlock', async () => {
    const { lines } = await runApp(
      { state: 'locked', items },
      { steps: [get, { op: 'no-worker' }], options: { timeoutMs: 800, unlockTimeoutMs: 1_200 } },
    );
    expect(lines.map(({ workers }) => workers).slice(0, 2)).toEqual([1, 0]);
  });

  it('times out instead of reporting "none" or "deleted" when the person cancels the unlock window', async () => {
    const { results } = await runApp(
      { state: 'locked', items },
      {
        steps: [
          { op: 'get', account: 'a' },
          { op: 'delete', account: 'a' },
        ],
      },
      async ({ env }, readLines) => {
        for (const window of [1, 2]) await atUnlockWindow(env, () => readLines().length >= window, ['key', 'Escape']);
      },
    );
    // The app would have been killed before these calls were given up.
    expect(results).toEqual([locked, locked]);
  });

  it('reports the recovery when the person unlocks it after the caller has timed out', async () => {
    const { results, lines } = await runApp(
      { state: 'locked', items },
      {
        steps: [
          { op: 'get', account: 'a', timeoutMs: SHORT_MS },
          { op: 'recovered' },
          { op: 'get', account: 'a' },
          { op: 'delete', account: 'a' },
        ],
      },
      async ({ env }, readLines) => {
        // The first call is given up.
        await until(readLines, (lines) => lines.length > 0);
        const isOpen = () => readLines().some(({ recovered }) => recovered);
        await atUnlockWindow(env, isOpen, ['key', 'ctrl+a'], ['type', KEYRING_PASSWORD], ['key', 'Return']);
      },
    );
    expect(results).toEqual([locked, { ok: true, value: SECRET }, { ok: true, value: true }]);
    expect(lines.filter(({ recovered }) => recovered)).toHaveLength(1);
  });
});

it('a worker that cannot start makes the keychain unavailable', async () => {
  const { results } = await runApp(
    { state: 'no-bus' },
    {
      steps: [{ op: 'get', account: 'a' }],
      worker: join(import.meta.dirname, '../../../account/there-is-no-such-file.js'),
    },
  );
  expect(results).toEqual([
    { ok: false, reason: 'unavailable', message: 'The keychain helper ended before it answered.' },
  ]);
});

/** Waits for gnome-keyring's password window and sends it keys until `isDone`. */
async function atUnlockWindow(
  env: Record<string, string>,
  isDone: () => boolean,
  ...commands: string[][]
): Promise<void> {
  const xdotool = (...args: string[]) => run('xdotool', args, { env: { ...process.env, ...env } });
  const isThere = () =>
    xdotool('search', '--onlyvisible', '--name', 'Unlock.*Keyring').then(
      () => true,
      () => false,
    );
  await until(isThere, Boolean);
  let triedAt = Number.NEGATIVE_INFINITY;
  await until(async () => {
    // The window accepts keys only a moment after it appears, so the first attempt may be lost; and it checks one password at a time.
    if (!isDone() && performance.now() - triedAt > PATIENCE_MS / 30) {
      await sleep(PATIENCE_MS / 150);
      for (const command of commands) await xdotool(...command);
      triedAt = performance.now();
    }
    return isDone();
  }, Boolean);
}
