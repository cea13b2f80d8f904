/** Whether and how Punchcard starts at login. Pure. */

export const HIDDEN_FLAG = '--hidden';

/** The start needs no window: it comes from a login or a restored session. */
export const hasHiddenFlag = (args: readonly string[]): boolean => args.includes(HIDDEN_FLAG);

/** Windows started it because of a click on a notification, which decides what is shown. */
export const isStartedByNotification = (args: readonly string[]): boolean =>
  args.some((arg) => /^[-/]Embedding$/i.test(arg));

/** The system's setting for starting at login. */
export interface LoginItem {
  openAtLogin: boolean;
  /** Windows only. */
  executableWillLaunchAtLogin: boolean;
}

/** Windows keeps the entry when it is disabled in the Task Manager, so the entry alone is not conclusive. */
export function willStart({ openAtLogin, executableWillLaunchAtLogin }: LoginItem, platform: string): boolean {
  return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin;
}
