/**
 * Checks whose credential this is. An account is a server plus a person, and data of one is never sent as another, so a session
 * asks the service who it is before its first request.
 */
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { OpenSocket, Socket } from '../../service/realtime.ts';
import type { User } from '../../service/records.ts';
import type { Account } from './account-store.ts';

/** Asks the service once; after a failure the next call asks again. Throws ServiceError. */
export type Identify = () => Promise<User>;

/** True for a random id, which exists on one server only. A counted id such as "1" is a different person on every server. */
export function hasIdentity(id: string): boolean {
  return id.length >= 16 && new Set(id).size >= 8;
}

export function isSameEmail(one: string | null, other: string | null): boolean {
  return one?.trim().toLowerCase() === other?.trim().toLowerCase();
}

/**
 * True if `user`, read from the account's address, is the account's person. A server that was set up anew counts its people from 1
 * again, so with a counted id the e-mail address or a workspace must match too.
 */
export async function isPersonOf(
  { user: known, workspaces }: Pick<Account, 'user' | 'workspaces'>,
  user: User,
  listWorkspaces: () => Promise<readonly { id: string }[]>,
): Promise<boolean> {
  if (user.id !== known.id) return false;
  if (hasIdentity(user.id) || isSameEmail(known.email, user.email ?? null)) return true;
  const ids = new Set(workspaces.map(({ id }) => id).filter(hasIdentity));
  return ids.size > 0 && (await listWorkspaces()).some(({ id }) => ids.has(id));
}

/** What contradicts that an account's server is at another address now. */
export type OtherServer =
  | { is: 'person' }
  | { is: 'email'; here: string | null; there: string | null }
  | { is: 'workspace'; name: string };

/** null if the account's person and the workspace in use are there: then the server may be the same, if the person says so. */
export function whyOtherServer(
  { user, workspaces, workspaceId }: Pick<Account, 'user' | 'workspaces' | 'workspaceId'>,
  there: { user: User; workspaces: readonly { id: string }[] },
): OtherServer | null {
  const email = there.user.email ?? null;
  if (there.user.id !== user.id) return { is: 'person' };
  if (!isSameEmail(user.email, email)) return { is: 'email', here: user.email, there: email };
  const inUse = workspaces.find(({ id }) => id === workspaceId);
  const isThere = there.workspaces.some(({ id }) => id === workspaceId);
  // A counted id and an e-mail address, which a person has at several servers, prove nothing without a workspace.
  if (isThere || (inUse === undefined && hasIdentity(user.id))) return null;
  return { is: 'workspace', name: inUse?.name ?? '–' };
}

/**
 * `known`: the owner of the credential, if the service has named them before. `check`: whether that is the expected person; after a
 * no, the service is not asked again.
 */
export function createIdentify(
  client: Pick<Client, 'whoAmI'>,
  known: User | undefined,
  check: (user: User) => Promise<boolean>,
): Identify {
  let answer = known && Promise.resolve(known);

  async function ask(): Promise<User> {
    let isOther = false;
    try {
      const user = await client.whoAmI();
      isOther = user !== null && !(await check(user));
      if (user === null || isOther) throw notAccepted();
      return user;
    } catch (error) {
      if (!isOther) answer = undefined;
      throw unidentified(error);
    }
  }

  return () => {
    answer ??= ask();
    return answer;
  };
}

/** The service rejects the credential, or it belongs to another person. */
function notAccepted(): ServiceError {
  return new ServiceError({ kind: 'rejected', status: 401, reason: { is: 'status', status: 401 }, wasNotSent: true });
}

/**
 * The error for a request that waited until its sender was identified, and was not sent because that failed. The rejection was about
 * the identification, so it must not be read as "the requested record is gone".
 */
function unidentified(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { kind, status, reason = { is: 'no-form' as const } } = error;
  if (kind === 'timeout' || kind === 'lost')
    return new ServiceError({ kind: 'unreachable', reason, cause: error, wasNotSent: true });
  if (kind === 'malformed' || kind === 'too-large' || kind === 'not-the-service') {
    return new ServiceError({ kind: 'not-the-service', reason, cause: error, wasNotSent: true });
  }
  if (kind !== 'rejected' || status === 401 || error.isTransient) return error;
  return new ServiceError({ kind: 'not-the-service', message: error.message, cause: error, wasNotSent: true });
}

/** Opens the socket once the owner of the credential is confirmed. */
export function identifiedSocket(identify: Identify, open: OpenSocket): OpenSocket {
  return (options) => {
    let socket: Socket | undefined;
    let isClosed = false;
    identify().then(
      () => {
        if (!isClosed) socket = open(options);
      },
      () => {
        if (!isClosed) options.onEnd({ why: 'lost' });
      },
    );
    return {
      close() {
        isClosed = true;
        socket?.close();
      },
    };
  };
}
