/** How a log-in starts Punchcard, and whether it will. Pure. */

export const HIDDEN_FLAG = '--hidden';

/** Nobody waits for a window: a log-in started it, or the session that was restored. */
export const hasHiddenFlag = (args: readonly string[]): boolean => args.includes(HIDDEN_FLAG);

/** Windows started it because a notification was clicked: the click says what is to be shown, if anything. */
export const isStartedByNotification = (args: readonly string[]): boolean =>
  args.some((arg) => /^[-/]Embedding$/i.test(arg));

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
