/**
 * What no page in this app may do, whatever happens to it: leave, open windows, embed others, download, get a permission, reach
 * the network. Each kind of refusal is logged once.
 */
import { app, type Session } from 'electron';
import { createDeniedLog } from '../../shared/log-once.ts';
import { isReloadKey, reloadPage } from './app-protocol.ts';

const refused = createDeniedLog('page');

/** Must run before the app is ready. */
export function hardenContents(): void {
  // Root cannot run Chromium's sandbox: where a script started us with --no-sandbox, insisting would only end every process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame && isReloadKey(contents, event.url)) return;
      event.preventDefault();
      refused(event.isMainFrame ? 'refused to leave' : 'refused to fill a frame');
    });
    contents.on('did-navigate', () => {
      // Chromium goes to about:blank without asking.
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
    // Nothing by UDP; hardenSession stops the rest.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/** The session of the windows. Electron grants permissions and saves downloads unless told otherwise. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    refused(`refused ${permission}`);
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // Pages come by a scheme of our own. Whatever else they find a way to ask for ends at a port where nobody is: peers of WebRTC,
  // over TCP, are no business of the content security policy.
  void session.setProxy({ mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>' });
  session.on('will-download', (event) => {
    event.preventDefault();
    refused('refused a download');
  });
}
