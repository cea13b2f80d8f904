/**
 * The app's id: of its packages (build/electron-builder.mjs) and, with `.desktop` appended, of its desktop entry (package.json).
 */
export const APP_ID = 'io.github.punchcard.Punchcard';

/**
 * Windows starts this COM class when a notification is clicked (build/windows/installer.nsh registers it too). Never change it:
 * notifications of earlier versions contain it.
 */
export const TOAST_ACTIVATOR_ID = '{7C1E6F52-3B0D-4E4A-9C55-0A6B3F1D8E27}';
