/** Whether this start asks to open the app to others. Every start asks this first, before anything is read or opened. */
import { app } from 'electron';

const SWITCHES = [
  // Chromium: its windows are read and driven from outside.
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-io-pipes',
  'remote-debugging-address',
  'remote-allow-origins',
  'auto-open-devtools-for-tabs',
  // Node, in main. A fuse cuts these off; who asks for one is told so.
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  // V8, in main, too.
  'js-flags',
  // What is sent, the credential included, as a file, or to whoever shows any certificate.
  'log-net-log',
  'ssl-key-log-file',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  // Another program in the place of a helper.
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
];

/** The first such switch of this start; undefined where there is none, or where the app is no package. */
export function debuggingSwitch(): string | undefined {
  // Not `app.isPackaged`, which goes by the name of the program's file.
  if (process.defaultApp) return undefined;
  return SWITCHES.find((name) => app.commandLine.hasSwitch(name));
}
