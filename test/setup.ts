/** Test files share the modules of their worker (build/vitest.config.ts), so each puts back what it replaced. */
import { afterAll, vi } from 'vitest';

const { TZ } = process.env;

afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});
