/** Runs a hook: a program of the person, without a shell and without arguments. */
import { type ChildProcess, spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { HookRun } from '../../../shared/contract/hooks.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';

/** A hook that takes longer is killed (ms). */
const HOOK_MS = 10 * SECOND_MS;
/** What is kept of the output (UTF-16 code units). */
export const MAX_OUTPUT = 10_000;
/** Of the line that the settings show. */
const MAX_LINE = 200;

type Result = HookRun extends infer Run ? (Run extends HookRun ? Omit<Run, 'at' | 'ms'> : never) : never;

/**
 * `variables` are added to the app's own environment. It has ended once its output is closed, so that no child outlives it unnoticed;
 * when `signal` is aborted, or after `limitMs`, it is killed with its children. Never rejects.
 */
export function runHook(
  path: string,
  variables: Readonly<Record<string, string>>,
  signal: AbortSignal,
  limitMs = HOOK_MS,
): Promise<{ result: Result; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ result: Result; output: string }>();
  let output = '';
  let tail = '';
  let child: ChildProcess;
  try {
    child = spawn(path, [], {
      cwd: homedir(),
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, which can be killed as a whole.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    return Promise.resolve({ result: notStarted(error as Error), output });
  }
  const end = (result: Result): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    resolve({ result, output });
  };
  const kill = (): void => {
    killTree(child);
    // A child that left the group may hold the output open.
    child.stdout?.destroy();
    child.stderr?.destroy();
    end({ outcome: 'too-long' });
  };
  const timer = setTimeout(kill, limitMs);
  signal.addEventListener('abort', kill, { once: true });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk.slice(0, MAX_OUTPUT - output.length);
      tail = (tail + chunk).slice(-MAX_OUTPUT);
    });
  }
  child.on('error', (error) => end(notStarted(error)));
  child.on('close', (code) => {
    const text = tail.trim().split('\n').at(-1)?.slice(0, MAX_LINE) ?? '';
    end(code === 0 ? { outcome: 'done' } : { outcome: 'failed', code, text });
  });
  return promise;
}

const notStarted = (error: NodeJS.ErrnoException): Result => ({
  outcome: 'not-started',
  text: error.code ?? error.message,
});

function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
