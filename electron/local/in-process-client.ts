/** The app's access to the local workspace: opened on first use, called in the process without a port. */
import { basename, join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { Language } from '../../shared/i18n/language.ts';
import { clearLogNames, isDamage, setAside } from '../files/set-aside.ts';
import type { LocalWorkspace } from './local-workspace.ts';
import type { NewerWorkspaceError } from './schema.ts';

/** The name alone: importing the class would load all of the local workspace. */
const NEWER: NewerWorkspaceError['name'] = 'NewerWorkspaceError';

export interface LocalAccessOptions {
  /** An existing folder for the workspace's SQLite file. */
  dataFolder: string;
  /** Of the names that the workspace creates. */
  language: () => Language;
  now: () => number;
  showToast: (text: string) => void;
  /** A program got a token with an approved device code. */
  onProgram: () => void;
}

export function createLocalAccess({ dataFolder, language, now, showToast, onProgram }: LocalAccessOptions) {
  const path = join(dataFolder, 'local-workspace.sqlite');
  let opening: Promise<LocalWorkspace> | null = null;
  let workspace: LocalWorkspace | null = null;
  let isClosed = false;

  async function load(): Promise<LocalWorkspace> {
    try {
      // Loaded on first use: people who work with a server never need it.
      const { openLocalWorkspace } = await import('./local-workspace.ts');
      if (isClosed) throw new Error('Punchcard is closing.');
      if (clearLogNames(path, new Date(now())).length > 0) showToast(messages.app.damage.inTheWay);
      const openFile = () =>
        openLocalWorkspace({ path, language: () => (language() === 'de' ? 'de' : 'en'), onProgram });
      try {
        workspace = openFile();
      } catch (error) {
        if (!isDamage(error)) throw error;
        replaceDamagedFile();
        workspace = openFile();
      }
      return workspace;
    } catch (error) {
      opening = null;
      throw error;
    }
  }

  /** The next attempt to open it creates a new file. */
  function replaceDamagedFile(): void {
    showToast(messages.app.workspaceSetAside);
    const aside = basename(setAside(path, new Date(now())));
    console.error(`The local workspace was damaged and is set aside as ${aside}`);
  }

  function open(): Promise<LocalWorkspace> {
    opening ??= load();
    return opening;
  }

  return {
    /** Opens the workspace if necessary. Rejects if its file cannot be used; a later call tries again. */
    open,
    opened: () => workspace,
    /** Sends requests to the local workspace; they never leave the process. */
    transport: async (url: string, init?: RequestInit): Promise<Response> =>
      (await open()).fetch(new Request(url, init)),
    /** A credential for the owner, valid for this run. */
    async openSession(): Promise<string> {
      try {
        return (await open()).openSession().token;
      } catch (error) {
        if (!(error instanceof Error) || error.name !== NEWER) throw error;
        throw new AppError({ kind: 'internal', ...messages.account.newerWorkspace }, error);
      }
    },
    close(): void {
      isClosed = true;
      workspace?.close();
    },
  };
}
