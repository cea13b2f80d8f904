/** The app's own way into the local workspace: opened when first needed, called without a port. */
import type { Transport } from '../../shared/transport.ts';

import type { LocalLanguage } from './default-names.ts';
import type { LocalWorkspace } from './local-workspace.ts';

export interface LocalAccess {
  /** Opens the workspace where it is not open yet. Rejects where its file cannot be used; a later call tries anew. */
  open(): Promise<LocalWorkspace>;
  /** The workspace if it is open. */
  opened(): LocalWorkspace | null;
  /** For requests to the local workspace; they never leave the process. */
  transport: Transport;
  /** A credential for the owner, good for this run. */
  openSession(): Promise<string>;
  close(): void;
}

/**
 * `path`: the workspace's SQLite file, in an existing folder. `language`: of what the workspace makes itself. `mend`: asked once where the file cannot be opened; true means
 * that it is worth another try.
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
      // Loaded late: who works with a server never needs it.
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
