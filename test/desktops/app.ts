/** Punchcard as a person starts it: nothing is passed but its data folder, and ports to look into its pages and main. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stopProcess } from '../../build/stop-process.mjs';
import type { CommandName, Payload, State } from '../../shared/contract/index.ts';
import { PATIENCE_MS } from '../until.ts';
import { pause, type Session, waitFor } from './session.ts';

export interface DesktopApp {
  pid: number;
  /** Asks main something, as the main window's page does; opens the window first where it has none. */
  send<N extends CommandName>(name: N, payload: Payload<N>): Promise<unknown>;
  /** Waits for a state: what a command changes may be published after its answer. */
  untilState(holds: (state: State) => boolean, what: string): Promise<State>;
  /** Runs an expression in a page, by the end of its address; undefined where there is no such page. */
  evaluate(page: Page, expression: string): Promise<unknown>;
  /** How long nobody has touched anything, as main reads it on X11 (s). */
  idleSeconds(): Promise<number>;
  /** Starts it again while it runs, as a click in the menu does. */
  startAgain(): void;
  /** What it said last, once it has ended; null while it runs. */
  ended(): string | null;
  quit(): Promise<void>;
}

type Page = 'index.html' | 'quick-add.html';

export interface AppCommand {
  electron: string;
  app: string;
}

export function startApp(session: Session, { electron, app }: AppCommand): DesktopApp {
  const data = join(session.home, '.config', 'Punchcard');
  mkdirSync(data, { recursive: true });
  const args = [app, `--user-data-dir=${data}`];
  let child: ChildProcess | null = session.start(electron, ['--inspect=0', ...args, '--remote-debugging-port=0']);
  const pid = child.pid ?? 0;
  let hasEnded = false;
  child.on('exit', () => {
    hasEnded = true;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }

  async function socketOf(page: Page): Promise<string | undefined> {
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    if (port === undefined) return undefined;
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    const targets = answer?.ok ? ((await answer.json()) as { url: string; webSocketDebuggerUrl: string }[]) : [];
    return targets.find(({ url }) => url.endsWith(`/${page}`))?.webSocketDebuggerUrl;
  }

  async function evaluate(page: Page, expression: string): Promise<unknown> {
    const socket = await socketOf(page);
    return socket === undefined ? undefined : evaluateAt(socket, expression);
  }

  const startAgain = () => void session.start(electron, args);

  async function send(name: string, payload: unknown): Promise<unknown> {
    const isReady = async () =>
      (await evaluate('index.html', 'typeof window.punchcard?.send').catch(() => null)) === 'function';
    if (!(await isReady())) {
      await pause(2_000);
      // A window that was hidden for long is let go.
      if (!(await isReady())) startAgain();
      await waitFor(isReady, 'the page of the main window');
    }
    const call = `window.punchcard.send(${JSON.stringify(name)}, ${JSON.stringify(payload)})`;
    const answer = (await evaluate('index.html', call)) as Answer | undefined;
    if (answer?.ok !== true) throw new Error(`${name} was refused: ${answer?.error?.title ?? 'no page'}`);
    return answer.value;
  }

  return {
    pid,
    send,
    untilState: (holds, what) =>
      waitFor(async () => {
        const state = (await send('state.read', {})) as State;
        return holds(state) && state;
      }, what),
    evaluate,
    async idleSeconds() {
      // The last one: where the app began again in place, there are two.
      const main = [...output.matchAll(/Debugger listening on (ws:\S+)/g)].at(-1)?.[1] ?? '';
      const electronOfMain = `process.getBuiltinModule('module').createRequire(process.execPath)('electron')`;
      return (await evaluateAt(main, `${electronOfMain}.powerMonitor.getSystemIdleTime()`)) as number;
    },
    startAgain,
    ended: () => (hasEnded ? (output.trim().split('\n').at(-1) ?? '') : null),
    async quit() {
      if (child !== null) await stopProcess(child);
      child = null;
    },
  };
}

interface Answer {
  ok: boolean;
  value?: unknown;
  error?: { title: string };
}

/** One expression over Chromium's own protocol; its promise is awaited. */
function evaluateAt(address: string, expression: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const limit = setTimeout(() => fail('The page does not answer'), PATIENCE_MS);
    const fail = (why: string) => {
      clearTimeout(limit);
      socket.close();
      reject(new Error(why));
    };
    socket.onerror = () => fail('The page is gone');
    socket.onopen = () => {
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
    };
    socket.onmessage = ({ data }) => {
      const { id, result } = JSON.parse(String(data));
      if (id !== 1) return;
      if (result?.exceptionDetails !== undefined) return fail(result.exceptionDetails.text);
      clearTimeout(limit);
      socket.close();
      resolve(result?.result?.value);
    };
  });
}
