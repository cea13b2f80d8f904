/**
 * `npm run check:exports`: what knip checks. It runs twice: once for exports, types, files and packages that nothing imports, tests
 * included; and once without the tests (`--production`), for what only tests use. Dead CSS classes: test/renderer/sheets.test.ts.
 */
/** `!` marks what the app itself runs. Parts that are started as a process or named in a configuration have no importer. */
const entry = [
  'electron/{main,preload,cli/main}.ts!',
  'electron/features/account/keychain-worker.ts!',
  'electron/features/proposals/calendar-worker.ts!',
  'renderer/{main,features/quick-add/main}.tsx!',
  // Loaded as a whole with `import(…)`.
  'renderer/features/quick-add/load-parser.ts!',
  'build/*.{mjs,ts}',
  'test/**/*.test.{ts,tsx}',
  'test/{setup,properties}.ts',
  'test/components/{setup,environment}.ts',
  'test/app/demo.ts',
  'test/shared/proposals/measure.ts',
  'test/{bench/bench,crash/crash-test,desktops/main,hostile/main,soak/soak}.ts',
  'test/**/*.cjs',
];

/** @param {{ production?: boolean }} options of the command line */
export default (options) => ({
  entry,
  project: ['{shared,electron,renderer}/**/*.{ts,tsx}!', '{build,test}/**/*.{ts,tsx,mjs,cjs}'],
  // Without the tests, constants that tests look at are used in their file only.
  ignoreExportsUsedInFile: options.production === true,
  ignoreIssues: {
    // Declarations of other files name types of these.
    'electron/features/reminders/reminders-service.ts': ['types'],
    'electron/service/http.ts': ['types'],
    'test/electron/local/workspace.ts': ['types'],
    // One member per icon that a server may name.
    'renderer/ui/project-icons.ts': ['exports', 'nsExports'],
    // Used by shared/i18n/generated.
    'shared/i18n/locale-*.ts': ['exports'],
  },
  // The release line of Electron, which build/electron-runtime.mjs installs by name.
  ignoreDependencies: ['electron-release'],
  // Programs of the system; packages that electron-builder brings; a schema may have two names.
  exclude: ['binaries', 'unlisted', 'duplicates'],
  vitest: false,
  'electron-vite': false,
});
