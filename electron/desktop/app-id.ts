/**
 * How desktops know the app: the id of its packages (build/electron-builder.mjs) and, with `.desktop` behind it, the name of its
 * desktop entry (package.json).
 */
export const APP_ID = 'io.github.punchcard.Punchcard';
