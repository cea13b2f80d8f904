/** The file to start for Punchcard: of an AppImage the image itself, whose inside lies in another folder at every start. */
export function programPath(env: NodeJS.ProcessEnv = process.env): string {
  return env.APPIMAGE || process.execPath;
}
