/** Opens the workspace on this computer; a damaged one is set aside and a new one begins. */
import { basename, join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Language } from '../../shared/i18n/language.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import { isDamage, setAside } from '../files/set-aside.ts';
import { createLocalAccess, type LocalAccess } from '../local/in-process-client.ts';
import type { NewerWorkspaceError } from '../local/schema.ts';
import type { AppContext } from './context.ts';

/** The name alone: importing the class would load all of the local workspace. */
const NEWER: NewerWorkspaceError['name'] = 'NewerWorkspaceError';

export function openLocalWorkspace(
  { dataFolder, now }: Pick<AppContext, 'dataFolder' | 'now'>,
  language: () => Language,
  showToast: (text: string) => void,
): LocalAccess {
  const path = join(dataFolder, 'local-workspace.sqlite');
  const local = createLocalAccess(
    path,
    () => (language() === 'de' ? 'de' : 'en'),
    (error) => {
      if (!isDamage(error)) return false;
      showToast(messages.app.workspaceSetAside);
      const aside = basename(setAside(path, new Date(now())));
      console.error(`The local workspace was damaged and is set aside as ${aside}`);
      return true;
    },
  );
  return {
    ...local,
    openSession: () =>
      local.openSession().catch((error: unknown) => {
        throw error instanceof Error && error.name === NEWER
          ? new AppError({ kind: 'internal', ...messages.account.newerWorkspace }, error)
          : error;
      }),
  };
}
