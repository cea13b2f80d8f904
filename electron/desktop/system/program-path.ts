/** The file that starts Punchcard. For an AppImage it is the image itself, because its mount point changes with every start. */
export function programPath(env: NodeJS.ProcessEnv = process.env): string {
  return env.APPIMAGE || process.execPath;
}
