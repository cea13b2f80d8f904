/**
 * Two kinds of tests: `unit` runs file by file in parallel; `app` drives the whole app in a real Electron, one file at a time,
 * because two apps at once on a small machine only measure each other.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  test: {
    root,
    pool: 'forks',
    projects: [
      {
        root,
        test: {
          name: 'unit',
          pool: 'forks',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/app/**', 'test/bench/**'],
          testTimeout: 15_000,
          hookTimeout: 15_000,
        },
      },
      {
        root,
        test: {
          name: 'app',
          pool: 'forks',
          include: ['test/app/**/*.test.{ts,tsx}'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
