/** The app with a locked or missing keychain: a message, no data loss, and a normal quit. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type KeyringSession, startKeyringSession } from '../electron/features/account/keyring-session.ts';
import { launchApp, makeDataFolder } from './app.ts';
import { type Service, startService } from './service.ts';
import { expectState, frontAccountId, resultOf, signIn, untilState } from './steps.ts';

describe('the keychain', () => {
  const dataFolder = makeDataFolder();
  let service: Service;
  let accountId = '';
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  const open: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });
  async function keep<T extends { stop(): Promise<void> }>(started: Promise<T>): Promise<T> {
    const one = await started;
    open.push(one);
    return one;
  }

  test('Without a keychain the sign-in is kept in memory, with a message', async () => {
    const session: KeyringSession = await keep(startKeyringSession({ state: 'no-service' }));
    let app = await launchApp({ dataFolder, env: session.env });
    const page = await signIn(app, service);
    const inMemory = { status: 'signed-in', tokenIn: 'memory', error: { kind: 'keychain' } };
    await expectState(page, ({ account }) => account).toMatchObject(inMemory);
    await page.getByText('Signed in until you quit').waitFor();
    await app.quit();

    app = await launchApp({ dataFolder, env: session.env });
    const again = await app.page();
    const signedOut = { status: 'signed-out', tokenIn: 'none', error: { kind: 'keychain' } };
    await expectState(again, ({ account }) => account).toMatchObject(signedOut);
    await again.getByRole('button', { name: 'Sign in again' }).waitFor();
    accountId = await frontAccountId(again);
    await app.quit();
  });

  test('With a locked keychain the list stays readable, the timer works, nothing is sent, and the app quits', async () => {
    const session = await keep(startKeyringSession({ state: 'locked', items: { [accountId]: 'whatever it was' } }));
    // The hanging call has no time limit.
    const preload = join(dataFolder, 'endless.cjs');
    writeFileSync(
      preload,
      `const { setTimeout } = globalThis;
       globalThis.setTimeout = (work, ms, ...args) => setTimeout(work, ms < 100_000 ? ms : 2 ** 31 - 1, ...args);`,
    );
    const app = await launchApp({ dataFolder, env: session.env, preload });
    const locked = await app.page();
    const state = await untilState(locked, (value) => value.account?.status === 'locked');
    expect(state.account?.error?.kind).toBe('keychain');
    expect(state.tasks.tasks.length).toBeGreaterThan(0);
    await locked.getByRole('heading', { name: 'The keychain is locked' }).waitFor();
    const taskId = state.tasks.tasks[0]?.id ?? '';
    await resultOf(locked, 'timer.start', { taskId });
    await app.quit();
    await expect.poll(() => service.entries(taskId)).toEqual([]);
  });
});
