/** The data folder, computed as Electron's `app.getPath('userData')` does, for a process without Electron. Pure. */
import { posix, win32 } from 'node:path';

const NAME = 'Punchcard';

export function dataFolderOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return win32.join(env.APPDATA ?? win32.join(env.USERPROFILE ?? '', 'AppData', 'Roaming'), NAME);
  const home = env.HOME ?? '';
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', NAME);
  return posix.join(env.XDG_CONFIG_HOME || posix.join(home, '.config'), NAME);
}
