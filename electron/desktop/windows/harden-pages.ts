/**
 * Restricts every page of the app: no navigation, windows, embedded pages but the report's preview, downloads, permissions or network
 * access. Each kind of refusal is logged once.
 */
import { app, type Session } from 'electron';
import { createLogOnce } from '../../../shared/log-once.ts';
import { DEV_SERVER, isPreview, isReloadKey, reloadPage } from './app-protocol.ts';

const refused = createLogOnce('Page');

/** Must run before the app is ready. */
export function hardenContents(): void {
  // Root cannot run Chromium's sandbox: if a script passed --no-sandbox, enabling it would end every process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('session-created', (session) => {
    // A new session is about to fetch a dictionary from Google, even if no page checks spelling. Without a language it does not.
    session.setSpellCheckerLanguages([]);
    session.setSpellCheckerEnabled(false);
  });
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame ? isReloadKey(contents, event.url) : isPreview(contents, event.url)) return;
      event.preventDefault();
      refused(event.isMainFrame ? 'refused to leave' : 'refused to fill a frame');
    });
    contents.on('did-navigate', () => {
      // Chromium navigates to about:blank without asking.
      if (reloadPage(contents)) refused('brought back from elsewhere');
    });
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
      refused('refused a webview');
    });
    contents.setWindowOpenHandler(() => {
      refused('refused to open a window');
      return { action: 'deny' };
    });
    // No UDP; hardenSession blocks the rest.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/** Hardens the session of the windows. By default Electron grants permissions and saves downloads. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    refused(`refused ${permission}`);
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Pages come over our own scheme. Every other request ends at a closed port: the content security policy does not cover
  // WebRTC peers over TCP.
  const proxyBypassRules = DEV_SERVER === undefined ? '<-loopback>' : `<-loopback>;${new URL(DEV_SERVER).host}`;
  void session.setProxy({ mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules });
  session.on('will-download', (event) => {
    event.preventDefault();
    refused('refused a download');
  });
}
