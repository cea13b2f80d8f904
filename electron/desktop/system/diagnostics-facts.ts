/** The facts about the computer and desktop for the diagnostics. */
import { release } from 'node:os';
import { app } from 'electron';
import type { readOrigin } from '../updates/updater.ts';
import { describeWindowSystem } from '../windows/window-system.ts';
import type { DesktopFacts } from './diagnostics-report.ts';

const WITHOUT_UPDATES = { development: 'development', format: 'unpacked', 'no-source': 'package without a source' };

/** `origin`: how Punchcard was installed. */
export function readDesktop(origin: ReturnType<typeof readOrigin>, env: NodeJS.ProcessEnv = process.env): DesktopFacts {
  return {
    version: app.getVersion(),
    electron: process.versions.electron,
    chrome: process.versions.chrome,
    node: process.versions.node,
    package: typeof origin === 'string' ? origin : WITHOUT_UPDATES[origin.why],
    system: `${process.platform} ${process.arch} ${release()}`,
    session: process.platform === 'linux' ? (env.XDG_SESSION_TYPE ?? '') : '',
    desktop: process.platform === 'linux' ? (env.XDG_CURRENT_DESKTOP ?? '') : '',
    windows: describeWindowSystem(env),
    locale: app.getSystemLocale(),
  };
}
