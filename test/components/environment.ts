/**
 * One jsdom for all test files of a worker. Making one and loading the renderer anew for each file would take ten times as long as the
 * tests; setup.ts clears what a test leaves behind.
 */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

let isThere = false;

export default {
  name: 'one-jsdom',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!isThere) await builtinEnvironments.jsdom.setup(global, options);
    isThere = true;
    return { teardown() {} };
  },
} satisfies Environment;
