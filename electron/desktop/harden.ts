/** What no page in this app may do, whatever happens to it: leave, open windows, embed others, get a permission. */
import { app, type Session } from 'electron';
import { isPageUrl } from './page.ts';

/** Must run before the app is ready. */
export function hardenContents(): void {
  // Root cannot run Chromium's sandbox: where a script started us with --no-sandbox, insisting would only end every process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isPageUrl(event.url)) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isPageUrl(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Electron grants permissions unless told otherwise. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}
