/** The app's access to the local workspace: opened on first use, called in the process without a port. */
import type { Transport } from '../../shared/transport.ts';

import type { LocalLanguage } from './default-names.ts';
import type { LocalWorkspace } from './local-workspace.ts';

export interface LocalAccess {
  /** Opens the workspace if necessary. Rejects if its file cannot be used; a later call tries again. */
  open(): Promise<LocalWorkspace>;
  /** The workspace, if it is open. */
  opened(): LocalWorkspace | null;
  /** Sends requests to the local workspace; they never leave the process. */
  transport: Transport;
  /** A credential for the owner, valid for this run. */
  openSession(): Promise<string>;
  close(): void;
}

/**
 * `path`: the workspace's SQLite file, in an existing folder. `language`: of the names that the workspace creates. `mend`: called once
 * if the file cannot be opened; true means that it was repaired and opening is tried again.
 */
export function createLocalAccess(
  path: string,
  language: () => LocalLanguage,
  mend: (error: unknown) => boolean,
): LocalAccess {
  let opening: Promise<LocalWorkspace> | null = null;
  let workspace: LocalWorkspace | null = null;
  let isClosed = false;

  async function load(): Promise<LocalWorkspace> {
    try {
      // Loaded on first use: people who work with a server never need it.
      const { openLocalWorkspace } = await import('./local-workspace.ts');
      if (isClosed) throw new Error('Punchcard is closing.');
      try {
        workspace = openLocalWorkspace({ path, language });
      } catch (error) {
        if (!mend(error)) throw error;
        workspace = openLocalWorkspace({ path, language });
      }
      return workspace;
    } catch (error) {
      opening = null;
      throw error;
    }
  }

  function open(): Promise<LocalWorkspace> {
    opening ??= load();
    return opening;
  }

  return {
    open,
    opened: () => workspace,
    transport: async (url, init) => (await open()).fetch(new Request(url, init)),
    openSession: async () => (await open()).openSession().token,
    close() {
      isClosed = true;
      workspace?.close();
    },
  };
}
