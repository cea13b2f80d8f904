/** Test files share the modules of their worker (build/vitest.config.ts), so each puts back what it replaced. */
import { afterAll, afterEach, vi } from 'vitest';
import { runningApps, shownByWindows } from './app/running-apps.ts';

const { TZ } = process.env;

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && runningApps.size > 0)
    console.error(`The windows when “${task.name}” failed:\n${await shownByWindows()}`);
});
