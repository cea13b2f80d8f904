/**
 * Signing in with the device flow (RFC 8628), with an API key, or to the local workspace. There is one attempt at a time: a new one
 * cancels the previous one.
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
import { isRejected, ServiceError } from '../../service/errors.ts';
import { createHttp } from '../../service/http.ts';
import type { DeviceCode } from '../../service/records.ts';
import type { SettingsStore } from '../../store/settings.ts';
import { addressOf } from './account-names.ts';
import type { Accounts } from './accounts.ts';

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
  /** Opens a page of the server in the browser. Throws AppError if the URL is not allowed. */
  openPage: (url: string, baseUrl: string) => Promise<void>;
  now: () => number;
  monotonic: () => number;
  onChange: () => void;
}

type FailReason = Extract<SignInView, { step: 'failed' }>['reason'];

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
  /** The server that issued the code. */
  let codeBaseUrl = '';
  /** The account to sign in to at this address, or at any if its server moves; null: any account. */
  let target: { forId: string; baseUrl: string | null } | null = null;

  function show(next: SignInView): void {
    view = next;
    onChange();
  }

  function startAttempt(forTarget: typeof target = null): AbortSignal {
    attempt.abort();
    attempt = new AbortController();
    code = null;
    target = forTarget;
    return attempt.signal;
  }

  /** The target, if it is at this address: after a failure the next attempt is for the same account. */
  const targetAt = (baseUrl: string): typeof target =>
    target !== null && (target.baseUrl ?? baseUrl) === baseUrl ? target : null;

  function succeeded(): void {
    target = null;
    show({ step: 'none', succeeded: true });
  }

  function failed(
    method: SignInMethod,
    { baseUrl, host }: ServerAddress,
    reason: FailReason,
    error: AppErrorView,
  ): void {
    show({ step: 'failed', method, server: host, address: addressOf(baseUrl), reason, error });
  }

  function failedWith(error: unknown, method: SignInMethod, server: ServerAddress): void {
    const { host } = server;
    const view: AppErrorView = isRejected(error, 404)
      ? { kind: 'not-the-service', ...messages.account.noSignIn({ server: host }) }
      : toAppErrorView(error, host);
    failed(method, server, reasonOf(view), view);
  }

  /** Parses an address; shows an error and returns null if it is invalid. */
  function parseTyped(text: string, method: SignInMethod): ServerAddress | null {
    try {
      return parseAddress(text);
    } catch (error) {
      startAttempt(target);
      const what = error instanceof ServiceError ? serviceErrorText(error) : '';
      const appError: AppErrorView = { kind: 'invalid', ...messages.account.noAddress({ what }) };
      const typed = text.trim().slice(0, 100);
      show({ step: 'failed', method, server: typed, address: typed, reason: 'not-the-service', error: appError });
      return null;
    }
  }

  /** `preferredId` is tried before the known client ids. */
  async function signInByDevice(server: ServerAddress, preferredId = clientIdFor(server.baseUrl)): Promise<void> {
    const { baseUrl, host } = server;
    const forTarget = targetAt(baseUrl);
    const signal = startAttempt(forTarget);
    const warning = isUnencrypted(baseUrl) ? messages.account.notEncrypted : null;
    const isKnown = accounts.isKnown(baseUrl);
    const client = createClient(createHttp({ baseUrl, transport: transportFor(baseUrl), userAgent, isKnown }));
    show({ step: 'contacting', method: 'device', server: host });
    try {
      const { clientId, issued } = await requestCode(client, preferredId, signal);
      if (signal.aborted) return;
      code = issued;
      codeBaseUrl = baseUrl;
      copyText(issued.user_code);
      const waiting: SignInView = {
        step: 'waiting',
        server: host,
        userCode: issued.user_code,
        verificationAddress: issued.verification_uri.replace(/^https?:\/\//, ''),
        startedAt: toIsoInstant(now()),
        expiresAt: toIsoInstant(now() + issued.expires_in * 1000),
        notice: warning,
      };
      show(waiting);
      const result = await awaitApproval({
        client,
        clientId,
        code: issued,
        signal,
        monotonic,
        sleep: (ms, until) => delay(ms, undefined, { signal: until }).catch(() => undefined),
        onError: (error) => {
          if (view.step !== 'waiting') return;
          const notice = error ? messages.account.stillTrying({ notice: toAppErrorView(error, host).title }) : warning;
          if (view.notice !== notice) show({ ...view, notice });
        },
      });
      if (signal.aborted || result.end === 'cancelled') return;
      if (result.end === 'failed') throw result.error;
      if (result.end !== 'approved') {
        return failed('device', server, result.end, { kind: 'rejected', ...messages.account[result.end] });
      }
      settings.writeValue('client-ids', { ...settings.readValue('client-ids'), [baseUrl]: clientId });
      const webUrl = issued.verification_uri.replace(/\/device\/?$/, '');
      show({ step: 'contacting', method: 'device', server: host });
      const credential = result.accessToken;
      try {
        await accounts.signIn({ kind: 'device', baseUrl, clientId, webUrl, credential }, signal, forTarget?.forId);
      } catch (error) {
        // Best effort: end the approved session, which is not used.
        void accounts
          .clientFor(baseUrl, 'device', () => credential)
          .signOut()
          .catch(() => undefined);
        throw error;
      }
      if (!signal.aborted) succeeded();
    } catch (error) {
      if (!signal.aborted) failedWith(error, 'device', server);
    } finally {
      if (!signal.aborted) code = null;
    }
  }

  function requestNewKey(server: ServerAddress): void {
    const { explanation = '', whatWasKept = '' } = accounts.view()?.error ?? {};
    const keyNeeded = messages.account.keyNeeded({ server: server.host, what: explanation, kept: whatWasKept });
    failed('api-key', server, 'key-not-accepted', { kind: 'signed-out', ...keyNeeded });
  }

  function clientIdFor(baseUrl: string): string {
    const account = accounts.find(targetAt(baseUrl)?.forId ?? '')?.account();
    return account?.clientId ?? settings.readValue('client-ids')?.[baseUrl] ?? DEFAULT_CLIENT_ID;
  }

  return {
    view: (): SignInView => view,

    /** The client id last used for an address; the default if there is none or the address is invalid. */
    clientId(address: string): string {
      try {
        return clientIdFor(parseAddress(address).baseUrl);
      } catch {
        return DEFAULT_CLIENT_ID;
      }
    },

    /** Resolves when the attempt has ended. The view shows progress and errors. */
    async device(address: string, clientId?: string): Promise<void> {
      const server = parseTyped(address, 'device');
      if (server) await signInByDevice(server, clientId);
    },

    /** `allowUnencrypted`: the person has confirmed that the key may be sent unencrypted. */
    async apiKey(address: string, key: string, allowUnencrypted = false): Promise<void> {
      const server = parseTyped(address, 'api-key');
      if (!server) return;
      const { baseUrl, host } = server;
      const forTarget = targetAt(baseUrl);
      const signal = startAttempt(forTarget);
      const flaw = credentialFlaw(key);
      if (flaw !== null) {
        return failed('api-key', server, 'key-not-accepted', { kind: 'invalid', ...messages.account.notAKey[flaw] });
      }
      if (isUnencrypted(baseUrl) && !allowUnencrypted) {
        const readable = messages.account.keyReadable({ server: host });
        return failed('api-key', server, 'not-encrypted', { kind: 'needs-confirmation', ...readable });
      }
      show({ step: 'contacting', method: 'api-key', server: host });
      try {
        const webUrl = baseUrl.replace(/\/api$/, '');
        const clientId = DEFAULT_CLIENT_ID;
        await accounts.signIn(
          { kind: 'api-key', baseUrl, clientId, webUrl, credential: key },
          signal,
          forTarget?.forId,
        );
        if (!signal.aborted) succeeded();
      } catch (error) {
        if (!signal.aborted) failedWith(error, 'api-key', server);
      }
    },

    async local(): Promise<void> {
      const signal = startAttempt();
      const here = { baseUrl: LOCAL_WORKSPACE_URL, host: messages.account.thisComputer };
      show({ step: 'contacting', method: 'local', server: here.host });
      try {
        const credential = await openLocalSession();
        const clientId = DEFAULT_CLIENT_ID;
        await accounts.signIn({ kind: 'local', baseUrl: here.baseUrl, clientId, webUrl: null, credential }, signal);
        if (!signal.aborted) succeeded();
      } catch (error) {
        if (!signal.aborted) failedWith(error, 'local', here);
      }
    },

    /** Signs in to the account at the new address of its server. */
    async atNewAddress(address: string): Promise<void> {
      const account = accounts.current();
      if (account?.kind !== 'device' && account?.kind !== 'api-key') return;
      startAttempt({ forId: account.id, baseUrl: null });
      const server = parseTyped(address, account.kind);
      if (server === null) return;
      if (account.kind === 'device') return signInByDevice(server);
      requestNewKey(server);
    },

    /** Signs in to the signed-out account again. */
    async reauthenticate(): Promise<void> {
      const account = accounts.current();
      if (account === null) return;
      const { id, baseUrl, kind } = account;
      // A locked keychain has a token; it has to be unlocked.
      if (kind === 'local' || accounts.view()?.status === 'locked') return accounts.open();
      startAttempt({ forId: id, baseUrl });
      const server = { baseUrl, host: accounts.serverName(account) };
      if (kind === 'device') await signInByDevice(server);
      else requestNewKey(server);
    },

    async openBrowser(): Promise<void> {
      if (code) await openPage(code.verification_uri_complete, codeBaseUrl);
    },

    copyCode(): void {
      if (code) copyText(code.user_code);
    },

    cancel(): void {
      startAttempt();
      show({ step: 'none' });
    },
  };
}

/** Requests a code with the first client id that the server allows. Throws the last rejection if it allows none. */
async function requestCode(
  client: Client,
  preferredId: string,
  signal: AbortSignal,
): Promise<{ clientId: string; issued: DeviceCode }> {
  let rejection: unknown;
  for (const clientId of new Set([preferredId, ...KNOWN_CLIENT_IDS])) {
    try {
      return { clientId, issued: await client.requestDeviceCode(clientId, signal) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'invalid_client') throw error;
      rejection = error;
    }
  }
  throw rejection;
}

function reasonOf({ kind }: AppErrorView): FailReason {
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
