/**
 * How desktops know the app: the id of its packages (build/electron-builder.mjs) and, with `.desktop` behind it, the name of its
 * desktop entry (package.json).
 */
export const APP_ID = 'io.github.punchcard.Punchcard';

/**
 * Windows asks COM for this class when somebody clicks a notification (the installer registers it, too:
 * build/windows/installer.nsh). Never to be changed: notifications of earlier versions carry it.
 */
export const TOAST_ACTIVATOR_ID = '{7C1E6F52-3B0D-4E4A-9C55-0A6B3F1D8E27}';
