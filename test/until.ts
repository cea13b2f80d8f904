/**
 * Waiting in tests. A state is waited for, never read after a command, because it is published later; and nothing fails by time: what
 * has not happened within `PATIENCE_MS` never will. The rules in build/lint refuse other ways.
 */
import { runInNewContext } from 'node:vm';
import { vi } from 'vitest';

/** How long a test waits for something before it fails (ms). `npm test` measures the machine for it (build/machine-speed.mjs). */
export const PATIENCE_MS = Number(process.env.PUNCHCARD_PATIENCE_MS ?? 60_000);

/**
 * Reads until `holds` is true, less often the longer it takes, because each look at a running app is work. The first looks are frequent,
 * so that a test that reads another state too early fails on any machine.
 * @returns what was read last
 * @throws with what was read last
 */
export async function until<T>(read: () => Promise<T> | T, holds: (value: T) => boolean): Promise<T> {
  const begin = performance.now();
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    const waited = performance.now() - begin;
    if (waited > PATIENCE_MS)
      throw new Error(`Not within ${PATIENCE_MS} ms; the last value is ${JSON.stringify(value)?.slice(0, 1500)}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(200, 15 + waited / 10)));
  }
}

/** Repeats expectations of something in this process until all of them hold. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 5 });
}

/** Runs something that takes milliseconds, unless a fault makes it take hours, such as a pattern that backtracks in a long text. */
export function ends<T>(work: () => T): T {
  return runInNewContext('work()', { work }, { timeout: PATIENCE_MS });
}
