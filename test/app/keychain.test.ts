/** The app with a locked or missing keychain: a message, no data loss, and a normal quit. */
import { afterEach, describe, expect, test } from 'vitest';
import { type KeyringSession, startKeyringSession } from '../electron/features/account/keyring-session.ts';
import { launchApp, makeDataFolder } from './app.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';

describe('the keychain', () => {
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
    const service: Service = await keep(startService());
    const session: KeyringSession = await keep(startKeyringSession({ state: 'no-service' }));
    const dataFolder = makeDataFolder();
    let app = await launchApp({ dataFolder, env: session.env });
    const page = await signIn(app, service);
    const { account } = await readState(page);
    expect(account).toMatchObject({ status: 'signed-in', tokenIn: 'memory', error: { kind: 'keychain' } });
    await page.getByText('Signed in until you quit').waitFor();
    await app.quit();

    app = await launchApp({ dataFolder, env: session.env });
    const again = await app.page();
    const after = await until(
      () => readState(again),
      (state) => state.account?.status !== 'signed-in',
    );
    expect(after.account).toMatchObject({ status: 'signed-out', tokenIn: 'none', error: { kind: 'keychain' } });
    await again.getByRole('button', { name: 'Sign in again' }).waitFor();
    await app.quit();
  });

  test('With a locked keychain the list stays readable, the timer works, nothing is sent, and the app quits', async () => {
    const service: Service = await keep(startService());
    const dataFolder = makeDataFolder();
    const first = await launchApp({ dataFolder });
    const page = await signIn(first, service);
    const accountId = (await readState(page)).account?.id ?? '';
    await first.quit();

    const session = await keep(startKeyringSession({ state: 'locked', items: { [accountId]: 'whatever it was' } }));
    const app = await launchApp({ dataFolder, env: session.env });
    const locked = await app.page();
    const state = await until(
      () => readState(locked),
      (value) => value.account?.status === 'locked',
      20_000,
    );
    expect(state.account?.error?.kind).toBe('keychain');
    expect(state.tasks.tasks.length).toBeGreaterThan(0);
    await locked.getByRole('heading', { name: 'The keychain is locked' }).waitFor();
    const taskId = state.tasks.tasks[0]?.id ?? '';
    const started = await locked.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), taskId);
    expect(started.ok).toBe(true);

    const startedAt = Date.now();
    await app.quit();
    // The hanging call would take two minutes.
    expect(Date.now() - startedAt).toBeLessThan(30_000);
    expect(await service.entries(taskId)).toEqual([]);
  });
});
