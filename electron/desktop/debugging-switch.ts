/** Detects switches that let other programs debug the app. Checked first at every start, before anything is read or opened. */
import { app } from 'electron';

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
  'ssl-key-log-file',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  // Would run another program instead of a helper process.
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
];

/** The first such switch of this start; undefined if there is none or the app is not packaged. */
export function debuggingSwitch(): string | undefined {
  // Not `app.isPackaged`, which only checks the name of the executable.
  if (process.defaultApp) return undefined;
  return SWITCHES.find((name) => app.commandLine.hasSwitch(name));
}
