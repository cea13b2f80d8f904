/**
 * Signing in, step by step: by device flow (RFC 8628), with an API key, or into the local workspace.
 * One attempt at a time; a new one, or `cancel`, ends the one before.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { LOCAL_WORKSPACE_URL, type SignInMethod, type SignInView } from '../../../shared/contract/account-view.ts';
import { credentialFlaw } from '../../../shared/credential.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import type { AppErrorView } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Transport } from '../../../shared/transport.ts';
import { isUnencrypted, parseAddress, type ServerAddress } from '../../service/address.ts';
import { type Client, createClient } from '../../service/client.ts';
import { awaitApproval } from '../../service/device-flow.ts';
import { serviceErrorText, toAppErrorView } from '../../service/error-messages.ts';
import { ServiceError } from '../../service/errors.ts';
import { createHttp } from '../../service/http.ts';
import type { DeviceCode } from '../../service/records.ts';

import type { SettingsStore } from '../../store/settings.ts';
import { type Accounts, addressOf } from './accounts.ts';

/** The client ids that servers allow by default (docs/service.md#signing-in), tried in this order. */
const KNOWN_CLIENT_IDS = ['service-cli', 'kaneo-cli', 'service-mcp', 'kaneo-mcp'] as const;
const [DEFAULT_CLIENT_ID] = KNOWN_CLIENT_IDS;

export interface SignInOptions {
  accounts: Accounts;
  settings: SettingsStore;
  transportFor: (baseUrl: string) => Transport;
  userAgent: string;
  openLocalSession: () => Promise<string>;
  copyText: (text: string) => void;
  /** Opens a page of the server in the browser. Throws AppError where it is not one that may be opened. */
  openPage: (url: string, baseUrl: string) => Promise<void>;
  now: () => number;
  monotonic: () => number;
  onChange: () => void;
}

export type SignIn = ReturnType<typeof createSignIn>;

type FailedSignIn = Extract<SignInView, { step: 'failed' }>;

export function createSignIn(options: SignInOptions) {
  const {
    accounts,
    settings,
    transportFor,
    userAgent,
    openLocalSession,
    copyText,
    openPage,
    now,
    monotonic,
    onChange,
  } = options;

  let view: SignInView = { step: 'none' };
  let attempt = new AbortController();
  let code: DeviceCode | null = null;
  let codeFor = '';
  /** For which account a key is asked for, and where. */
  let keyFor: { forId: string; baseUrl: string } | null = null;

  function show(next: SignInView): void {
    view = next;
    onChange();
  }

  function begin(): AbortSignal {
    attempt.abort();
    attempt = new AbortController();
    code = null;
    keyFor = null;
    return attempt.signal;
  }

  /** Parses an address, or shows why it is none. */
  function parseTyped(text: string, method: SignInMethod): ServerAddress | null {
    try {
      return parseAddress(text);
    } catch (error) {
      begin();
      const what = error instanceof ServiceError ? serviceErrorText(error) : '';
      const appError: AppErrorView = { kind: 'invalid', ...messages.account.noAddress({ what }) };
      const typed = text.trim().slice(0, 100);
      show({ step: 'failed', method, server: typed, address: typed, reason: 'not-the-service', error: appError });
      return null;
    }
  }

  /** `wantedId` is tried before the known client ids; `forId`: the account that the person signs in for. */
  async function byDevice(server: ServerAddress, wantedId: string, forId?: string): Promise<void> {
    const { baseUrl, host } = server;
    const signal = begin();
    const warning = isUnencrypted(baseUrl) ? messages.account.notEncrypted : null;
    const client = createClient(createHttp({ baseUrl, transport: transportFor(baseUrl), userAgent }));
    show({ step: 'contacting', method: 'device', server: host });
    try {
      const { clientId, made } = await requestCode(client, wantedId, signal);
      if (signal.aborted) return;
      code = made;
      codeFor = baseUrl;
      copyText(made.user_code);
      const waiting: SignInView = {
        step: 'waiting',
        server: host,
        userCode: made.user_code,
        verificationAddress: made.verification_uri.replace(/^https?:\/\//, ''),
        startedAt: toIsoInstant(now()),
        expiresAt: toIsoInstant(now() + made.expires_in * 1000),
        codeCopied: true,
        notice: warning,
      };
      show(waiting);
      const end = await awaitApproval({
        client,
        clientId,
        code: made,
        signal,
        monotonic,
        sleep: (ms, until) => delay(ms, undefined, { signal: until }).catch(() => undefined),
        onError: (error) => {
          if (view.step !== 'waiting') return;
          const notice = error ? messages.account.stillTrying({ notice: toAppErrorView(error, host).title }) : warning;
          if (view.notice !== notice) show({ ...view, notice });
        },
      });
      if (signal.aborted || end.end === 'cancelled') return;
      if (end.end === 'denied') return show(denied(server));
      if (end.end === 'expired') return show(expired(server));
      if (end.end === 'failed') throw end.error;
      settings.writeValue('client-ids', { ...settings.readValue('client-ids'), [baseUrl]: clientId });
      const webUrl = made.verification_uri.replace(/\/device\/?$/, '');
      show({ step: 'contacting', method: 'device', server: host });
      const credential = end.accessToken;
      try {
        await accounts.signIn({ kind: 'device', baseUrl, clientId, webUrl, credential }, signal, forId);
      } catch (error) {
        // Approved for nothing: best effort not to leave a session behind.
        void accounts
          .clientFor(baseUrl, 'device', () => credential)
          .signOut()
          .catch(() => undefined);
        throw error;
      }
      if (!signal.aborted) show({ step: 'none' });
    } catch (error) {
      if (!signal.aborted) show(failedSignIn(error, 'device', server));
    } finally {
      if (!signal.aborted) code = null;
    }
  }

  function askForKey({ baseUrl, host }: ServerAddress, forId: string): void {
    begin();
    keyFor = { forId, baseUrl };
    const { explanation = '', whatWasKept = '' } = accounts.view()?.error ?? {};
    const error: AppErrorView = {
      kind: 'signed-out',
      ...messages.account.keyNeeded({ server: host, what: explanation, kept: whatWasKept }),
    };
    const address = addressOf(baseUrl);
    show({ step: 'failed', method: 'api-key', server: host, address, reason: 'key-not-accepted', error });
  }

  function clientIdFor(baseUrl: string): string {
    return settings.readValue('client-ids')?.[baseUrl] ?? DEFAULT_CLIENT_ID;
  }

  return {
    view: (): SignInView => view,

    /** The client id last used for an address; the default where there is none, or no address. */
    clientId(address: string): string {
      try {
        return clientIdFor(parseAddress(address).baseUrl);
      } catch {
        return DEFAULT_CLIENT_ID;
      }
    },

    /** Runs until it ends; what happens is in the view. */
    async device(address: string, clientId?: string): Promise<void> {
      const server = parseTyped(address, 'device');
      if (server) await byDevice(server, clientId ?? clientIdFor(server.baseUrl));
    },

    /** `isUnencryptedMeant`: the person was asked, and means it. */
    async apiKey(address: string, key: string, isUnencryptedMeant = false): Promise<void> {
      const server = parseTyped(address, 'api-key');
      if (!server) return;
      const { baseUrl, host } = server;
      const forId = keyFor?.baseUrl === baseUrl ? keyFor.forId : undefined;
      const signal = begin();
      const flaw = credentialFlaw(key);
      const isAsked = isUnencrypted(baseUrl) && !isUnencryptedMeant;
      if (flaw !== null || isAsked) {
        if (forId !== undefined) keyFor = { forId, baseUrl };
        const error: AppErrorView =
          flaw === null
            ? { kind: 'needs-confirmation', ...messages.account.keyReadable({ server: host }) }
            : { kind: 'invalid', ...messages.account.notAKey[flaw] };
        const reason = flaw === null ? 'not-encrypted' : 'key-not-accepted';
        return show({ step: 'failed', method: 'api-key', server: host, address: addressOf(baseUrl), reason, error });
      }
      show({ step: 'contacting', method: 'api-key', server: host });
      try {
        const webUrl = baseUrl.replace(/\/api$/, '');
        const clientId = DEFAULT_CLIENT_ID;
        await accounts.signIn({ kind: 'api-key', baseUrl, clientId, webUrl, credential: key }, signal, forId);
        if (!signal.aborted) show({ step: 'none' });
      } catch (error) {
        if (signal.aborted) return;
        // For the next key.
        if (forId !== undefined) keyFor = { forId, baseUrl };
        show(failedSignIn(error, 'api-key', server));
      }
    },

    async local(): Promise<void> {
      const signal = begin();
      show({ step: 'contacting', method: 'local', server: messages.account.thisComputer });
      try {
        const credential = await openLocalSession();
        const clientId = DEFAULT_CLIENT_ID;
        await accounts.signIn(
          { kind: 'local', baseUrl: LOCAL_WORKSPACE_URL, clientId, webUrl: null, credential },
          signal,
        );
        if (!signal.aborted) show({ step: 'none' });
      } catch (error) {
        if (!signal.aborted)
          show(failedSignIn(error, 'local', { baseUrl: LOCAL_WORKSPACE_URL, host: messages.account.thisComputer }));
      }
    },

    /** To the server of the account that is signed out, under the address that it has by now, as the person says. */
    async moved(address: string): Promise<void> {
      const account = accounts.current();
      if (account?.kind !== 'device' && account?.kind !== 'api-key') return;
      const server = parseTyped(address, account.kind);
      if (server === null) return;
      if (account.kind === 'device') return byDevice(server, account.clientId, account.id);
      askForKey(server, account.id);
    },

    /** Once more to the server of the account that is signed out. */
    async again(): Promise<void> {
      const account = accounts.current();
      if (accounts.view()?.status === 'locked') {
        // There is a sign-in; the keychain has to be opened, not a new one made.
        await accounts.open();
      } else if (account?.kind === 'device') {
        const server = { baseUrl: account.baseUrl, host: new URL(account.baseUrl).host };
        await byDevice(server, account.clientId, account.id);
      } else if (account?.kind === 'api-key') {
        askForKey({ baseUrl: account.baseUrl, host: accounts.serverName(account) }, account.id);
      } else if (account?.kind === 'local') {
        await accounts.open();
      }
    },

    async openBrowser(): Promise<void> {
      if (code) await openPage(code.verification_uri_complete, codeFor);
    },

    copyCode(): void {
      if (!code || view.step !== 'waiting') return;
      copyText(code.user_code);
      show({ ...view, codeCopied: true });
    },

    cancel(): void {
      begin();
      show({ step: 'none' });
    },
  };
}

/** From the first client id that the server allows. Throws the last rejection where it allows none. */
async function requestCode(
  client: Client,
  wantedId: string,
  signal: AbortSignal,
): Promise<{ clientId: string; made: DeviceCode }> {
  let rejection: unknown;
  for (const clientId of new Set([wantedId, ...KNOWN_CLIENT_IDS])) {
    try {
      return { clientId, made: await client.requestDeviceCode(clientId, signal) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'invalid_client') throw error;
      rejection = error;
    }
  }
  throw rejection;
}

function denied({ baseUrl, host }: ServerAddress): FailedSignIn {
  const error: AppErrorView = {
    kind: 'rejected',
    ...messages.account.denied,
  };
  return { step: 'failed', method: 'device', server: host, address: addressOf(baseUrl), reason: 'denied', error };
}

function expired({ baseUrl, host }: ServerAddress): FailedSignIn {
  const error: AppErrorView = {
    kind: 'rejected',
    ...messages.account.expired,
  };
  return { step: 'failed', method: 'device', server: host, address: addressOf(baseUrl), reason: 'expired', error };
}

function failedSignIn(error: unknown, method: SignInMethod, { baseUrl, host }: ServerAddress): FailedSignIn {
  const appError = isUnknownRoute(error) ? noSignIn(host) : toAppErrorView(error, host);
  return {
    step: 'failed',
    method,
    server: host,
    address: addressOf(baseUrl),
    reason: reasonOf(appError),
    error: appError,
  };
}

/** Some server answered in the service's manner or another's, but the path of the service is not there. */
function isUnknownRoute(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'rejected' && error.status === 404;
}

function noSignIn(server: string): AppErrorView {
  return {
    kind: 'not-the-service',
    ...messages.account.noSignIn({ server }),
  };
}

function reasonOf({ kind }: AppErrorView): FailedSignIn['reason'] {
  switch (kind) {
    case 'client-not-allowed':
    case 'untrusted':
    case 'unreachable':
    case 'not-the-service':
    case 'key-not-accepted':
    case 'no-workspace':
      return kind;
    case 'timeout':
      return 'unreachable';
    case 'redirect':
    case 'malformed':
      return 'not-the-service';
    default:
      return 'other';
  }
}
