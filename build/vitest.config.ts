/**
 * The tests, as projects. As many files of `system` and `app` run at once as there are desktop sessions (test.mjs starts them): two apps
 * in one session would share tray, notifications and keys.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.mjs';
import { compileMessages } from './messages.mjs';

compileMessages();

/** Given by `npm run test:anywhere`; no other time zone of the machine reaches a test. */
const { PUNCHCARD_TIME_ZONE } = process.env;
/**
 * The time zone in which it is noon now, so that "an hour ago" and "in three hours" are on the same day whenever the tests run. Tests
 * about midnight and clock changes have clocks of their own.
 */
const eastOfUtc = 12 - new Date().getUTCHours();
const TZ = eastOfUtc === 0 ? 'UTC' : `Etc/GMT${eastOfUtc > 0 ? '-' : '+'}${Math.abs(eastOfUtc)}`;

const root = fileURLToPath(new URL('..', import.meta.url));
const sessions: unknown[] = JSON.parse(process.env.PUNCHCARD_SESSIONS ?? '[]');
/** All projects share the workers. Without desktop sessions, apps run one after the other. */
const workers = sessions.length > 0 ? { maxWorkers: sessions.length } : {};

/** How long a test waits for one thing (test/until.ts). */
const { PUNCHCARD_PATIENCE_MS = '60000' } = process.env;
/** Ends a test that hangs elsewhere: far more than all of its waits together (ms). */
const HANG_MS = 20 * Number(PUNCHCARD_PATIENCE_MS);

const base = {
  pool: 'forks' as const,
  // Starting a process and loading its modules for each file takes twice as long as the tests; test/setup.ts keeps the files apart.
  isolate: false,
  setupFiles: ['build/enter-session.ts', 'test/setup.ts'],
  // Node parses a package's package.json again for each of its modules; that of date-fns is 200 kB. Its CommonJS takes 0.2 s to load
  // instead of 2.8 s, in each worker.
  alias: [{ find: /^date-fns$/, replacement: createRequire(import.meta.url).resolve('date-fns') }],
  testTimeout: HANG_MS,
  hookTimeout: HANG_MS,
  // Frequent looks make a test that reads a second state too early fail everywhere, not only on a slow machine.
  expect: { poll: { timeout: Number(PUNCHCARD_PATIENCE_MS), interval: 5 } },
  ...workers,
};

const SYSTEM = ['test/build/**/*.test.ts', 'test/model/**/*.test.ts', 'test/**/*.session.test.ts'];

/** Processes that the tests start report what they ran to this folder (build/coverage.mjs). */
const { COVERAGE_FOLDER } = process.env;
const appCoverage = COVERAGE_FOLDER === undefined ? {} : { NODE_V8_COVERAGE: COVERAGE_FOLDER };

export default defineConfig({
  root,
  test: {
    root,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['{shared,electron,renderer}/**/*.{ts,tsx}'],
      exclude: ['shared/i18n/generated/**', '**/*.d.ts'],
      reporter: ['json'],
      reportOnFailure: true,
    },
    ...workers,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          ...base,
          // Fixed dates fall on the same days everywhere.
          env: { TZ: PUNCHCARD_TIME_ZONE ?? 'UTC' },
          setupFiles: [...base.setupFiles, 'test/properties.ts'],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/app/**', 'test/components/**', ...SYSTEM],
        },
      },
      {
        root,
        plugins: [react()],
        test: {
          // React components in jsdom.
          name: 'components',
          ...base,
          environment: './test/components/environment.ts',
          // The limit: how much of the page a failed query prints (characters).
          env: { TZ: PUNCHCARD_TIME_ZONE ?? TZ, DEBUG_PRINT_LIMIT: '2000' },
          setupFiles: [...base.setupFiles, 'test/components/setup.ts'],
          include: ['test/components/**/*.test.tsx'],
        },
      },
      {
        root,
        test: {
          // The client's tests again, against an older server (test/older-server.ts).
          name: 'older',
          ...base,
          setupFiles: [...base.setupFiles, 'test/properties.ts'],
          env: { TZ: PUNCHCARD_TIME_ZONE ?? 'UTC', PUNCHCARD_TEST_SERVER: 'older' },
          include: ['test/electron/service/client.test.ts', 'test/electron/service/contract/*.test.ts'],
        },
      },
      {
        root,
        test: {
          // The contract tests and the routes' tests again, against the port of the local workspace (electron/local/listener.ts).
          name: 'port',
          ...base,
          setupFiles: [...base.setupFiles, 'test/properties.ts'],
          env: { TZ: PUNCHCARD_TIME_ZONE ?? 'UTC', PUNCHCARD_TEST_SERVER: 'port' },
          include: ['test/electron/service/contract/*.test.ts', 'test/electron/local/*.test.ts'],
          // It gives the workspace another name, which a port has not.
          exclude: ['test/electron/local/mcp.test.ts'],
        },
      },
      {
        root,
        // What needs a desktop session, a built app or a compiler.
        test: { name: 'system', ...base, include: SYSTEM },
      },
      {
        root,
        test: {
          // Drives the whole app in a real Electron.
          name: 'app',
          ...base,
          env: { TZ, ...appCoverage },
          include: ['test/app/**/*.test.{ts,tsx}'],
          fileParallelism: sessions.length > 0,
        },
      },
    ],
  },
});
