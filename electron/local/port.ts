/** Opens and closes the port of the local workspace, as the setting and the accounts say. */
import type { Settings, State } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { ConfirmDevice } from './device-page.ts';
import type { Listener } from './listener.ts';
import type { LocalWorkspace } from './local-workspace.ts';

export interface LocalPortOptions {
  setting: () => Settings['localServer'];
  /** The local workspace is one of the open accounts. */
  hasAccount: () => boolean;
  open: () => Promise<LocalWorkspace>;
  confirm: ConfirmDevice;
  onChange: () => void;
}

export function createLocalPort({ setting, hasAccount, open, confirm, onChange }: LocalPortOptions) {
  let wanted: number | null = null;
  let listener: Listener | null = null;
  let error: unknown = null;
  let last = Promise.resolve();

  function want(port: number | null): void {
    // What used the port may have ended.
    if (port === wanted && error === null) return;
    wanted = port;
    // One change after the other, because a port is free only once it is closed.
    last = last.then(change);
  }

  async function change(): Promise<void> {
    await listener?.close();
    listener = null;
    error = null;
    const port = wanted;
    try {
      if (port !== null) {
        // Loaded on first use: most people never need it.
        const { listen } = await import('./listener.ts');
        listener = await listen(port, await open(), confirm);
      }
    } catch (failure) {
      error = failure;
    }
    onChange();
  }

  const address = () => (wanted === null ? null : (listener?.address ?? null));
  return {
    /** Follows the setting and the accounts. */
    update: (): void => want(setting().on && hasAccount() ? setting().port : null),
    close: (): void => want(null),
    address,
    view: (): State['localServer'] => ({
      address: address(),
      error: wanted === null || error === null ? null : explain(error, wanted),
    }),
  };
}

function explain(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const { inUse, notAllowed, failed } = messages.app.localServer;
  // Not grouped as in “4,848”.
  const named = { port: String(port) };
  if (code === 'EADDRINUSE') return inUse(named);
  return code === 'EACCES' ? notAllowed(named) : failed(named);
}
