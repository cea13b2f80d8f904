/** How a log-in starts Punchcard, and whether it will. Pure. */

export const HIDDEN_FLAG = '--hidden';

/** Nobody waits for a window: a log-in started it, or the session that was restored. */
export const hasHiddenFlag = (args: readonly string[]): boolean => args.includes(HIDDEN_FLAG);

/** What the system says of the log-in. */
export interface LoginItem {
  openAtLogin: boolean;
  /** Windows only. */
  executableWillLaunchAtLogin: boolean;
}

/** Windows keeps the entry of what was switched off in its Task Manager, so the entry alone says nothing there. */
export function willStart({ openAtLogin, executableWillLaunchAtLogin }: LoginItem, platform: string): boolean {
  return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin;
}
