/** Who is signed in, where, and through which session everything else reads and writes. */

import { basename, join } from 'node:path';
import { LOCAL_WORKSPACE_URL } from '../../shared/contract/account-view.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Language } from '../../shared/i18n/language.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import type { Feature } from '../../shared/server-features.ts';
import { startKeychainProcess } from '../desktop/keychain-process.ts';
import { openExternal } from '../desktop/open-external.ts';
import { createTransport } from '../desktop/transport.ts';
import { newerWorkspaceError } from '../features/account/account-errors.ts';
import { createAccounts, type Session } from '../features/account/accounts.ts';
import { createKeychain } from '../features/account/keychain.ts';
import { createPermissions } from '../features/account/permissions.ts';
import { createServerFeatures } from '../features/account/server-features.ts';
import { createSignIn } from '../features/account/sign-in.ts';
import { isDamage, setAside } from '../files/set-aside.ts';
import { createLocalAccess } from '../local/in-process-client.ts';
import type { NewerWorkspaceError } from '../local/schema.ts';

import type { AppContext } from './context.ts';
import type { Invalidate } from './state-publisher.ts';

export interface AccountPartsOptions {
  context: AppContext;
  touch: Invalidate;
  /** The folder of the build. */
  out: string;
  version: string;
  language: () => Language;
  copyText: (text: string) => void;
  say: (sentence: string) => void;
  /** Another session, or none, from now on. */
  onSession: (session: Session | null) => void;
  /** What the account may do is another thing now. */
  onPermissions: () => void;
}

export type AccountParts = ReturnType<typeof setUpAccount>;

/** By its name: to know the class, all of the local workspace would be loaded. */
const NEWER: NewerWorkspaceError['name'] = 'NewerWorkspaceError';
const isNewer = (error: unknown): boolean => error instanceof Error && error.name === NEWER;

export function setUpAccount(options: AccountPartsOptions) {
  const { context, touch, out, version, language, copyText, say, onSession, onPermissions } = options;
  const { dataFolder, now, monotonic, database, settings } = context;
  let acting: Session | null = null;

  const localPath = join(dataFolder, 'local-workspace.sqlite');
  const local = createLocalAccess(localPath, language, (error) => {
    if (!isDamage(error)) return false;
    say(messages.app.workspaceSetAside);
    const aside = basename(setAside(localPath, new Date(now())));
    console.error(`The local workspace was damaged and is set aside as ${aside}`);
    return true;
  });
  const openLocalSession = () =>
    local.openSession().catch((error: unknown) => {
      throw isNewer(error) ? new AppError(newerWorkspaceError(), error) : error;
    });
  const transport = createTransport();
  const reaching = {
    transportFor: (baseUrl: string) => (baseUrl === LOCAL_WORKSPACE_URL ? local.transport : transport),
    openLocalSession,
    userAgent: `Punchcard/${version} (${process.platform})`,
  };

  const keychain = createKeychain({
    startWorker: () => startKeychainProcess(join(out, 'main', 'keychain-worker.js')),
    onRecovered: () => void accounts.askKeychainAgain(),
  });
  const features = createServerFeatures({ settings, now, onChange: () => touch('missingFeatures') });
  const accounts = createAccounts({
    ...reaching,
    database,
    settings,
    tokens: keychain,
    now,
    onChange: () => touch('account', 'sample', 'missingFeatures'),
    onMissingRoute: features.learn,
    onSession: (session) => {
      acting = session;
      onSession(session);
    },
  });
  const signIn = createSignIn({
    ...reaching,
    accounts,
    settings,
    copyText,
    openPage: openExternal,
    now,
    monotonic,
    onChange: () => touch('signIn'),
  });
  const permissions = createPermissions({
    settings,
    now,
    onChange: () => {
      touch('missingPermissions', 'taskPage');
      onPermissions();
    },
  });

  return {
    local,
    keychain,
    accounts,
    signIn,
    permissions,
    /** What the server is known to lack. */
    missing: (): Feature[] => features.missing(accounts.current()?.baseUrl ?? ''),
    /** What reads and writes go through; null where there is nothing to go through. */
    session: (): Session | null => acting,
    /** What people call the server. */
    server: (): string => acting?.server ?? messages.account.someServer,
    /** The account that is signed in. */
    id: (): string | undefined => accounts.current()?.id,
  };
}
