/** Whether idle time is read on a real Wayland desktop. */
import { setTimeout as delay } from 'node:timers/promises';
import { createIdle, IDLE_AFTER_MS, type IdleSource } from '../../electron/desktop/idle/idle.ts';
import { PATIENCE_MS } from '../until.ts';

export interface SeenIdle {
  source: IdleSource;
  /** What was read once nobody had touched anything for long enough; null: never noticed. */
  idleMs: number | null;
  /** How long after the input the return was noticed; null: never. */
  backAfterMs: number | null;
}

const LOOK_EVERY_MS = 50;

/**
 * Takes about 20 s, in which nothing else may make input. `env`: of a program on that desktop. `touch`: makes input once, as by
 * moving the pointer.
 */
export async function lookForIdle(env: NodeJS.ProcessEnv, touch: () => Promise<void>): Promise<SeenIdle> {
  const monitor = {
    getSystemIdleTime(): number {
      throw new Error('This is no Wayland session, or is not known as one');
    },
  };
  const idle = createIdle({ monitor, platform: 'linux', env, onChange: () => undefined });
  idle.start();
  try {
    const source = await idle.find();
    if (source === 'none') return { source, idleMs: null, backAfterMs: null };
    const isIdle = () => (idle.idleMs() ?? 0) >= IDLE_AFTER_MS;
    await waitFor(isIdle);
    const idleMs = isIdle() ? idle.idleMs() : null;
    await touch();
    const backAfterMs = await waitFor(() => !isIdle());
    return { source, idleMs, backAfterMs: idleMs === null ? null : backAfterMs };
  } finally {
    idle.stop();
  }
}

/** How long it took; null: it never happened. */
async function waitFor(isSo: () => boolean): Promise<number | null> {
  const begin = performance.now();
  while (!isSo()) {
    if (performance.now() - begin > PATIENCE_MS) return null;
    await delay(LOOK_EVERY_MS);
  }
  return performance.now() - begin;
}
