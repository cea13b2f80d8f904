/**
 * The accounts of this computer, and for each one the access (`AccountAccess`) with which its features reach the service. While nobody
 * is signed in, the features have an access without an id.
 */
import { type AccountView, LOCAL_WORKSPACE_URL } from '../../../shared/contract/account-view.ts';
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

/** Of one account. */
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

export interface AccountsEvents {
  /** Another account is in front, or none. */
  frontChanged: undefined;
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
    programs(): number;
    endPrograms(): void;
  }>;
  opened(): { hasSample(): boolean } | null;
}

export interface AccountRegistryOptions
  extends Required<
    Pick<AccountsOptions, 'hasRunningTimer' | 'hasData' | 'stopTimer' | 'transfer' | 'whenIdle' | 'onTaken'>
  > {
  /** The transport for servers; the local workspace has its own. */
  transport: Transport;
  local: LocalWorkspaceAccess;
  startKeychain: KeychainOptions['startWorker'];
  userAgent: string;
  /** Sends the account's pending writes. */
  beforeSignOut: (accountId: string) => Promise<void>;
}

export type AccountRegistry = ReturnType<typeof createAccountRegistry>;
export type AccountAccess = ReturnType<AccountRegistry['of']>;
export type FirstAccount = AccountRegistry['first'];

export function createAccountRegistry(context: FeatureContext, options: AccountRegistryOptions) {
  const { database, settings, now, monotonic, invalidate } = context;
  const { local, transport, userAgent } = options;
  const events = createEvents<AccountsEvents>(context.runInBackground);
  /** By account id; that of null is in use while nobody is signed in. */
  const accesses = new Map<string | null, ReturnType<typeof createAccess>>();

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
    hasData: options.hasData,
    stopTimer: options.stopTimer,
    transfer: options.transfer,
    whenIdle: options.whenIdle,
    onTaken: options.onTaken,
    now,
    onRemoved: (notice, accountId) => {
      of(accountId).emit('leavingWorkspace');
      context.showToast(notice.title);
    },
    onChange: () => invalidate('account', 'accounts', 'sample', 'missingFeatures', 'outbox'),
    onFront: () => events.emit('frontChanged'),
    onAlreadyOpen: (accountId) => context.showToast(messages.account.alreadyOpen({ server: of(accountId).server() })),
    onMissingRoute: features.learn,
    onRecovered: (accountId) => of(accountId).emit('recovered'),
    onSession: (session, accountId) => of(accountId).use(session),
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

  function createAccess(id: string | null) {
    const ownEvents = createEvents<AccountEvents>(context.runInBackground);
    let session: Session | null = null;
    const permissions = createPermissions({
      settings,
      now,
      onChange: () => {
        invalidate('missingPermissions', 'accounts', 'taskPage');
        ownEvents.emit('permissionsChanged');
      },
    });
    const open = () => (id === null ? undefined : accounts.find(id));
    const current = (): Account | null => open()?.account() ?? null;

    function required(): Account {
      const account = current();
      if (account) return account;
      throw new AppError({ kind: 'signed-out', ...messages.account.nobody });
    }

    function requiredSession(): Session {
      if (session) return session;
      required();
      throw new AppError(open()?.error() ?? { kind: 'signed-out', ...messages.account.notYet });
    }

    function sampleChanged(): void {
      invalidate('sample');
      ownEvents.emit('sampleChanged');
    }

    const isCredentialDead = async () => id === null || (await accounts.isCredentialDead(id));

    const part: AccountPart = {
      load: (account) => permissions.start(workspaceOf(account)),
      start: ({ account, client }) => permissions.start(workspaceOf(account), client),
      refreshIfStale() {
        const { error, status } = open()?.view() ?? {};
        if (error?.kind === 'keychain' && status !== 'signed-in') void open()?.retryKeychain();
      },
      transfer: nothing,
      stop: nothing,
    };

    return {
      on: ownEvents.on,
      emit: ownEvents.emit,
      part,
      permissions,
      /** null if signed out. */
      current,
      id: (): string | undefined => current()?.id,
      /** Throws AppError if signed out. */
      required,
      use(next: Session | null): void {
        session = next;
        ownEvents.emit('sessionChanged', next);
      },
      /** null if there is no credential. */
      session: (): Session | null => session,
      /** Throws AppError with the reason if there is no session. */
      requiredSession,
      view: (): AccountView | null => open()?.view() ?? null,
      /** With the account that it belongs to, if several are open. */
      marked<T extends { id?: string; taskId?: string | null; accountId?: string | undefined }>(task: T): T {
        return id === null || accounts.openIds().length < 2 ? task : { ...task, accountId: id };
      },
      clientFor: accounts.clientFor,
      /** If the result is true, the account has been signed out. */
      isCredentialDead,
      /** Runs a request; after a 401 it checks the credential. Throws ServiceError, and AppError if there is no session. */
      async read<T>(request: (client: Client) => Promise<T>): Promise<T> {
        try {
          return await request(requiredSession().client);
        } catch (error) {
          const mayBeDead = error instanceof ServiceError && error.status === 401;
          if (mayBeDead && (await isCredentialDead())) requiredSession();
          throw error;
        }
      },
      /** The name of the server as shown to people. */
      server: (): string => session?.server ?? messages.account.someServer,
      missing: (): Feature[] => features.missing(current()?.baseUrl ?? ''),
      sample: (): State['sample'] =>
        current()?.kind === 'local' ? { present: local.opened()?.hasSample() ?? false } : null,

      async signOut(): Promise<void> {
        const account = required();
        for (const id of [...accounts.furtherIds(account.id), account.id]) {
          // First, so that its end is among the last writes; a timer started while they are sent is stopped by `accounts`.
          options.stopTimer(id);
          await options.beforeSignOut(id);
        }
        // Also if the keychain has not forgotten it.
        await accounts.closeAndForget(account.id).finally(() => ownEvents.emit('signedOut'));
      },
      chooseWorkspace(workspaceId: string): void {
        ownEvents.emit('leavingWorkspace');
        accounts.chooseWorkspace(workspaceId);
      },
      sampleChanged,
      async addSample(): Promise<void> {
        (await local.open()).addSample();
        sampleChanged();
      },
      /** Of the local account; the current one stays. */
      async addWorkspace(name: string): Promise<void> {
        (await local.open()).addWorkspace(name);
        await open()?.refreshProfile();
      },
      programs: async (): Promise<number> => (await local.open()).programs(),
      async endPrograms(): Promise<void> {
        (await local.open()).endPrograms();
        context.readAgain('apiKeys');
      },
      async clearSample(): Promise<void> {
        const account = required();
        const taskIds = (await local.open()).clearSample();
        ownEvents.emit('tasksDeleted', { accountId: account.id, taskIds });
        sampleChanged();
      },
    };
  }

  function of(id: string | null): ReturnType<typeof createAccess> {
    const access = accesses.get(id) ?? createAccess(id);
    accesses.set(id, access);
    return access;
  }

  const inFront = () => of(accounts.current()?.id ?? null);
  const firstAccess = () => of(accounts.openIds()[0] ?? null);

  return {
    on: events.on,
    keychain,
    accounts,
    signIn,
    of,
    inFront,
    /** The first open account. What all accounts share is kept under it; it names those whose time is counted together. */
    first: {
      openIds: accounts.openIds,
      known: accounts.known,
      current: () => firstAccess().current(),
      id: () => firstAccess().id(),
      required: () => firstAccess().required(),
      session: () => firstAccess().session(),
      isLocal: (accountId: string) => of(accountId).current()?.kind === 'local',
      /** Of the named account, as `resource:action`. */
      missingPermissions: (accountId: string) => of(accountId).permissions.missing(),
    },
    async signInLocally(withSample: boolean): Promise<void> {
      const workspace = await local.open();
      if (withSample && workspace.isEmpty()) workspace.addSample();
      await signIn.local();
      inFront().sampleChanged();
    },
  };
}
