/**
 * Prevents debugging of the packaged app: a program at Chromium's debugging port could act as the signed-in person. Fuses disable Node's
 * switches (build/electron-builder.mjs); Chromium has no fuse for its own, so the app exits at once if it was started with one. Tests
 * and developers run it unpackaged.
 */
import { app, dialog } from 'electron';

const SWITCHES = [
  // Chromium: other programs could read and control the windows.
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-io-pipes',
  'remote-debugging-address',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
  // Node, in main. A fuse disables these; the check reports them.
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  // V8, also in main.
  'js-flags',
  // Would write traffic with the credential to a file, or accept any certificate.
  'log-net-log',
  'trace-startup',
  'trace-config-file',
  'enable-tracing',
  'ssl-key-log-file',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  // Would run another program instead of a helper process.
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
];

/**
 * Environment variables that are ignored: Chromium would write the keys of its connections to a file, Node would accept any certificate,
 * and windows would have developer tools. Fuses cover the others of Node and Electron.
 */
const VARIABLES = ['SSLKEYLOGFILE', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_ENV'];
/** Node runs compiled code from this folder, which is outside the sealed archive. It has read the variable before this file runs. */
const COMPILE_CACHE = 'NODE_COMPILE_CACHE';

/** Exits with a message if this start has such a switch. Call it before anything is read or opened. */
export async function refuseDebugging(): Promise<void> {
  // Not `app.isPackaged`, which only checks the name of the executable.
  if (process.defaultApp) return;
  for (const variable of VARIABLES) delete process.env[variable];
  const name = COMPILE_CACHE in process.env ? restartWithoutCache() : debuggingSwitch();
  if (name === undefined) return;
  // Loaded only here, because every start runs this file first.
  const [catalog, { createLocaleSetter }] = await Promise.all([
    import('../../../shared/i18n/generated/main.ts'),
    import('../../../shared/i18n/set-locale.ts'),
  ]);
  const preferred = () => app.getPreferredSystemLanguages();
  await createLocaleSetter({ setting: () => 'system', preferred, onChange: () => undefined }).choose();
  // Read after the language is set, because `messages` is a live binding.
  const { messages } = catalog;
  // Before the app is ready, the message goes to standard error on Linux.
  dialog.showErrorBox(messages.app.cannotStart, messages.app.notDebugged({ name }));
  process.exit(1);
}

/** The first such switch of this start. */
function debuggingSwitch(): string | undefined {
  const name = SWITCHES.find((one) => app.commandLine.hasSwitch(one));
  return name && `--${name}`;
}

/** Replaces this process (execve). Returns the variable where that is not possible. */
function restartWithoutCache(): string {
  delete process.env[COMPILE_CACHE];
  if (process.platform === 'linux') {
    process.execve?.(process.execPath, [process.execPath, ...process.argv.slice(1)], process.env);
  }
  return COMPILE_CACHE;
}
