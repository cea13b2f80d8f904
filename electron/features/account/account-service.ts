/** The signed-in account and the session that all other features use to reach the service. */
import { LOCAL_WORKSPACE_URL } from '../../../shared/contract/account-view.ts';
import type { State } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { createEvents } from '../../../shared/events.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Feature } from '../../../shared/server-features.ts';
import type { Transport } from '../../../shared/transport.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { FeatureContext } from '../context.ts';
import { type AccountPart, nothing, workspaceOf } from './account-part.ts';
import type { Account } from './account-store.ts';
import { type AccountsOptions, createAccounts } from './accounts.ts';
import { createKeychain, type KeychainOptions } from './keychain.ts';
import type { Session } from './open-account.ts';
import { createPermissions } from './permissions.ts';
import { createServerFeatures } from './server-features.ts';
import { createSignIn } from './sign-in.ts';

export interface AccountEvents {
  /** null: signed out, or without a credential. */
  sessionChanged: Session | null;
  permissionsChanged: undefined;
  signedOut: undefined;
  /** The service answers again after an outage. */
  recovered: undefined;
  /** Emitted before the workspace changes. */
  leavingWorkspace: undefined;
  sampleChanged: undefined;
  /** Tasks of the sample were deleted. */
  tasksDeleted: { accountId: string; taskIds: string[] };
}

/** The workspace on this computer. */
interface LocalWorkspaceAccess {
  transport: Transport;
  openSession(): Promise<string>;
  open(): Promise<{
    isEmpty(): boolean;
    addSample(): void;
    clearSample(): string[];
    addWorkspace(name: string): unknown;
  }>;
  opened(): { hasSample(): boolean } | null;
}

export interface AccountOptions extends Pick<AccountsOptions, 'hasRunningTimer' | 'transfer'> {
  /** The transport for servers; the local workspace has its own. */
  transport: Transport;
  local: LocalWorkspaceAccess;
  startKeychain: KeychainOptions['startWorker'];
  userAgent: string;
  /** Stops the timer and sends pending writes. */
  beforeSignOut: () => Promise<void>;
}

export type AccountService = ReturnType<typeof createAccount>;

export function createAccount(context: FeatureContext, options: AccountOptions) {
  const { database, settings, now, monotonic, invalidate } = context;
  const { local, transport, userAgent } = options;
  const events = createEvents<AccountEvents>(context.runInBackground);
  let session: Session | null = null;

  const serviceAccess = {
    transportFor: (baseUrl: string) => (baseUrl === LOCAL_WORKSPACE_URL ? local.transport : transport),
    openLocalSession: local.openSession,
    userAgent,
  };
  const keychain = createKeychain({
    startWorker: options.startKeychain,
    onRecovered: () => void accounts.retryKeychain(),
  });
  const features = createServerFeatures({ settings, now, onChange: () => invalidate('missingFeatures') });
  const accounts = createAccounts({
    ...serviceAccess,
    database,
    settings,
    tokens: keychain,
    hasRunningTimer: options.hasRunningTimer,
    transfer: options.transfer,
    now,
    onRemoved: (notice) => {
      events.emit('leavingWorkspace');
      context.showToast(notice.title);
    },
    onChange: () => invalidate('account', 'sample', 'missingFeatures', 'outbox'),
    onMissingRoute: features.learn,
    onRecovered: () => events.emit('recovered'),
    onSession: (next) => {
      session = next;
      events.emit('sessionChanged', next);
    },
  });
  const signIn = createSignIn({
    ...serviceAccess,
    accounts,
    settings,
    copyText: context.copyText,
    openPage: context.openPage,
    now,
    monotonic,
    onChange: () => invalidate('signIn'),
  });
  const permissions = createPermissions({
    settings,
    now,
    onChange: () => {
      invalidate('missingPermissions', 'taskPage');
      events.emit('permissionsChanged');
    },
  });

  function required(): Account {
    const account = accounts.current();
    if (account) return account;
    throw new AppError({ kind: 'signed-out', ...messages.account.nobody });
  }

  function requiredSession(): Session {
    const { error } = accounts.view() ?? {};
    if (session) return session;
    required();
    throw new AppError(error ?? { kind: 'signed-out', ...messages.account.notYet });
  }

  function sampleChanged(): void {
    invalidate('sample');
    events.emit('sampleChanged');
  }

  const part: AccountPart = {
    load: (of) => permissions.start(workspaceOf(of)),
    start: ({ account, client }) => permissions.start(workspaceOf(account), client),
    refreshIfStale() {
      const { error, status } = accounts.view() ?? {};
      if (error?.kind === 'keychain' && status !== 'signed-in') void accounts.retryKeychain();
    },
    transfer: nothing,
    stop: nothing,
  };

  return {
    on: events.on,
    part,
    keychain,
    accounts,
    signIn,
    permissions,
    /** null if signed out. */
    current: accounts.current,
    id: (): string | undefined => accounts.current()?.id,
    /** Throws AppError if signed out. */
    required,
    /** null if there is no credential. */
    session: (): Session | null => session,
    /** Throws AppError with the reason if there is no session. */
    requiredSession,
    /** Runs a request; after a 401 it checks the credential. Throws ServiceError, and AppError if there is no session. */
    async read<T>(request: (client: Client) => Promise<T>): Promise<T> {
      try {
        return await request(requiredSession().client);
      } catch (error) {
        const mayBeDead = error instanceof ServiceError && error.status === 401;
        if (mayBeDead && (await accounts.isCredentialDead())) requiredSession();
        throw error;
      }
    },
    /** The name of the server as shown to people. */
    server: (): string => session?.server ?? messages.account.someServer,
    missing: (): Feature[] => features.missing(accounts.current()?.baseUrl ?? ''),
    sample: (): State['sample'] =>
      accounts.current()?.kind === 'local' ? { present: local.opened()?.hasSample() ?? false } : null,

    async signInLocally(withSample: boolean): Promise<void> {
      const workspace = await local.open();
      if (withSample && workspace.isEmpty()) workspace.addSample();
      await signIn.local();
      sampleChanged();
    },
    async signOut(): Promise<void> {
      required();
      await options.beforeSignOut();
      await accounts.signOut();
      events.emit('signedOut');
    },
    chooseWorkspace(workspaceId: string): void {
      events.emit('leavingWorkspace');
      accounts.chooseWorkspace(workspaceId);
    },
    async addSample(): Promise<void> {
      (await local.open()).addSample();
      sampleChanged();
    },
    /** Of the local account; the current one stays. */
    async addWorkspace(name: string): Promise<void> {
      (await local.open()).addWorkspace(name);
      await accounts.refreshProfile();
    },
    async clearSample(): Promise<void> {
      const { id } = required();
      const taskIds = (await local.open()).clearSample();
      events.emit('tasksDeleted', { accountId: id, taskIds });
      sampleChanged();
    },
  };
}
