/** Steps of a person in the windows, by accessible names. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Answer, CommandName, Payload, Result, State } from '../../shared/contract/index.ts';
import { PATIENCE_MS, until } from '../until.ts';
import type { RunningApp } from './app.ts';
import type { Service } from './service.ts';

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The state that the renderer receives. Tests wait for it: what a command changes may be published after its answer. */
const readState = (page: Page): Promise<State> => ask(page, 'state.read', {}).then(resultIn('state.read'));

/** Waits for a state. */
export function untilState(page: Page, holds: (state: State) => boolean): Promise<State> {
  return until(() => readState(page), holds);
}

/** The id of the account in front, as soon as there is one. */
export async function frontAccountId(page: Page): Promise<string> {
  const { account } = await untilState(page, (state) => state.account !== null);
  return account?.id ?? '';
}

/**
 * Expects a part of the state, now or soon: `await expectState(page, ({ toast }) => toast?.text).toBe('Saved')`. Like `until`, it reads
 * less often the longer it takes.
 */
export function expectState<T>(page: Page, part: (state: State) => T): ReturnType<typeof expect.poll<T>> {
  let reads = 0;
  return expect.poll(async () => {
    await delay(Math.min(150, 15 * reads));
    reads += 1;
    return part(await readState(page));
  });
}

/** A command whose answer says what it did. */
export type Told = Exclude<CommandName, 'state.read'>;

/** Sends a command as the window does, where no click is the point. */
export function send<N extends Told>(page: Page, name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  return ask(page, name, payload);
}

/** The answer comes as text, because Playwright walks through every value of an object, on both sides. */
async function ask<N extends CommandName>(page: Page, name: N, payload: Payload<N>): Promise<Answer<Result<N>>> {
  const answer = page.evaluate(
    async ([command, value]) =>
      JSON.stringify(await window.punchcard.send(command as 'board.close', value as Record<string, never>)),
    [name, payload] as const,
  );
  return JSON.parse(await answer);
}

/** The result of a command that succeeds. */
export async function resultOf<N extends Told>(page: Page, name: N, payload: Payload<N>): Promise<Result<N>> {
  return resultIn(name)(await send(page, name, payload));
}

function resultIn(name: CommandName): <T>(answer: Answer<T>) => T {
  return (answer) => {
    if (!answer.ok) throw new Error(`${name}: ${answer.error.title} ${answer.error.explanation}`);
    return answer.value;
  };
}

/** The title of the error that a command is answered with; null if it succeeds. */
export async function errorTitleOf<N extends Told>(page: Page, name: N, payload: Payload<N>): Promise<string | null> {
  const answer = await send(page, name, payload);
  return answer.ok ? null : answer.error.title;
}

/** Undoes the last change, as the button of its toast does. */
export async function undoLast(page: Page): Promise<void> {
  const { toast } = await untilState(page, (state) => state.toast?.undo != null);
  await resultOf(page, 'undo.undo', { undoId: toast?.undo?.undoId ?? -1 });
}

/** Makes a change that can be undone; returns what undoes it, as the button of its toast does. */
export async function withUndo(page: Page, change: () => Promise<unknown>): Promise<() => Promise<void>> {
  const before = (await readState(page)).toast?.undo?.undoId;
  await change();
  const { toast } = await untilState(page, (state) => ![undefined, before].includes(state.toast?.undo?.undoId));
  return () => resultOf(page, 'undo.undo', { undoId: toast?.undo?.undoId ?? -1 });
}

/** Starts a sign-in on the first-run page, up to the code on screen. */
export async function askForCode(page: Page, address: string): Promise<void> {
  await page.getByLabel('Server address').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter this code in your browser').waitFor();
}

/** Signs in with the device flow. The forms are tested in sign-in.test.ts. */
export async function signIn(app: RunningApp, service: Service): Promise<Page> {
  const page = await app.page();
  await page.evaluate((address) => void window.punchcard.send('sign-in.device', { address }), service.address);
  const { signIn: view } = await untilState(
    page,
    ({ signIn }) => signIn.step !== 'none' && signIn.step !== 'contacting',
  );
  if (view.step !== 'waiting') throw new Error(`Expected a code, got ${view.step}`);
  await service.press(`${service.served.url}/device?user_code=${view.userCode}`, 'approve');
  await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  await page
    .getByRole('button', { name: /^[A-Z]+-\d+ / })
    .first()
    .waitFor();
  return page;
}

/** Advances main's clocks, the wall clock and the monotonic one. */
export async function advanceClocks(app: RunningApp, ms: number): Promise<void> {
  await app.electron.evaluate((_, by) => {
    const advance = (clock: { now: (() => number) & { advance?: (more: number) => void } }) => {
      // Clocks within clocks would be slower each time.
      if (clock.now.advance) {
        clock.now.advance(by);
        return;
      }
      const before = clock.now.bind(clock);
      let ahead = by;
      const add = (more: number) => {
        ahead += more;
      };
      clock.now = Object.assign(() => before() + ahead, { advance: add });
    };
    advance(Date);
    advance(performance);
  }, ms);
}

/**
 * Stops main's clocks until they are advanced: what can be undone, or is not sent yet, remains so however long a slow computer takes.
 * Toasts stay on screen, because main's clock is ahead of the page's.
 */
export async function stopClocks(app: RunningApp): Promise<void> {
  await advanceClocks(app, PATIENCE_MS);
  await app.electron.evaluate(() => {
    const os = process.getBuiltinModule('node:os');
    const [wall, monotonic, uptime] = [Date.now(), performance.now(), os.uptime()];
    Date.now = () => wall;
    performance.now = () => monotonic;
    // A clock that stays behind the uptime would pass for a computer that slept (electron/store/clocks.ts).
    os.uptime = () => uptime;
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
  });
  await holdTimers(app, 10_000);
}

/** Sends all writes at once, also those that could still be undone: main's clocks are set 20 s ahead. */
export async function sendNow(app: RunningApp, page: Page): Promise<void> {
  await advanceClocks(app, 20_000);
  await page.evaluate(() => window.punchcard.send('outbox.send-now', {}));
}

/** Keeps the hidden window, which the app would close after 20 s: a busy computer needs longer for what a test does meanwhile. */
export async function keepHiddenWindow(app: RunningApp): Promise<void> {
  await app.electron.evaluate(() => {
    const real = globalThis.setTimeout;
    const patched = (work: (...args: unknown[]) => void, ms: number, ...args: unknown[]) =>
      ms === 20_000 ? real(() => undefined) : real(work, ms, ...args);
    Reflect.set(globalThis, 'setTimeout', patched);
  });
}

/** Main's timers of this length (ms) that begin from now on run only when the returned function is called. */
export async function holdTimers(app: RunningApp, ms: number): Promise<() => Promise<void>> {
  await app.electron.evaluate((_, held) => {
    const real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout };
    const timers = new Map<unknown, () => void>();
    const set = (work: (...values: unknown[]) => void, after: number, ...values: unknown[]) => {
      if (after !== held) return real.set(work, after, ...values);
      const timer = real.set(() => undefined, 2 ** 31 - 1);
      timers.set(timer, () => work(...values));
      return timer;
    };
    const clear = (timer: NodeJS.Timeout) => {
      timers.delete(timer);
      real.clear(timer);
    };
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear, [`held${held}`]: timers });
  }, ms);
  return () =>
    app.electron.evaluate((_, held) => {
      const timers: Map<unknown, () => void> = Reflect.get(globalThis, `held${held}`);
      for (const [timer, work] of timers) {
        timers.delete(timer);
        work();
      }
    }, ms);
}
