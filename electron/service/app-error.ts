/** What people read when something goes wrong: what happened, what was kept, what to do. */
import { type Problem, ProblemError } from '../../shared/errors/app-error.ts';

import { words } from '../../shared/i18n/main-messages.ts';
import { ServiceError } from './errors.ts';

/** `server` is the host people know the service by. */
export function problemFrom(error: unknown, server: string): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (!(error instanceof ServiceError)) {
    const message = error instanceof Error ? error.message : String(error);
    return diskProblem(error) ?? { kind: 'internal', ...words.problems.internal(message) };
  }
  const message = serviceWords(error);
  switch (error.kind) {
    case 'unreachable':
      return { kind: 'unreachable', ...words.problems.unreachable(server) };
    case 'timeout':
    case 'lost':
      return { kind: 'timeout', ...words.problems.timeout(server, message) };
    case 'untrusted':
      return { kind: 'untrusted', ...words.problems.untrusted(server) };
    case 'redirect':
      return { kind: 'redirect', ...words.problems.redirect(server, error.location?.slice(0, 200) || null) };
    case 'not-the-service':
      return { kind: 'not-the-service', ...words.problems.notTheService(server, message) };
    case 'malformed':
    case 'too-large':
      return { kind: 'malformed', ...words.problems.malformed(server, message) };
    case 'refused':
      return refusedProblem(error, server);
  }
}

/** SQLite's result codes where a write fails: SQLITE_BUSY or SQLITE_LOCKED, SQLITE_FULL, and SQLITE_READONLY or SQLITE_IOERR. */
function diskProblem(error: unknown): Problem | undefined {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === 5 || code === 6) return { kind: 'internal', ...words.problems.dataInUse };
  if (code === 13) return { kind: 'internal', ...words.problems.diskFull };
  return code === 8 || code === 10 ? { kind: 'internal', ...words.problems.diskUnwritable } : undefined;
}

function refusedProblem(error: ServiceError, server: string): Problem {
  const { status } = error;
  const message = serviceWords(error);
  if (error.isUsedUp) return { kind: 'rate-limited', ...words.problems.usedUp(server) };
  if (status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    return { kind: 'rate-limited', ...words.problems.slowDown(server, seconds) };
  }
  if (error.isGone) return { kind: 'refused', ...words.problems.gone(server) };
  if (error.isMissingRoute) return { kind: 'refused', ...words.problems.noRoute(server) };
  if (error.code === 'invalid_client') return { kind: 'client-not-allowed', ...words.problems.unknownClient(server) };
  if ((status ?? 0) >= 500) {
    const answer = [status, error.code].join(' ').trim();
    return { kind: 'refused', ...words.problems.serverError(server, answer, message) };
  }
  if (error.isKeyScope) return { kind: 'refused', ...words.problems.keyScope(error.missingPermissions) };
  if (error.missingPermissions.length > 0) {
    return { kind: 'refused', ...words.problems.lacks(error.missingPermissions) };
  }
  if (status === 403) return { kind: 'refused', ...words.problems.notAllowed(server, message) };
  return { kind: 'refused', ...words.problems.refused(server, message) };
}

/** Why a board cannot be read; `isOwn`: as somebody who is signed in, not as a public board. */
export function boardProblem(error: unknown, server: string, isOwn: boolean): Problem {
  const said = words.problems.board;
  const status = error instanceof ServiceError && error.kind === 'refused' ? error.status : undefined;
  if (status === 404 || (isOwn && status === 400)) {
    return { kind: 'refused', ...(isOwn ? said.none(server) : said.nonePublic(server)) };
  }
  if (error instanceof ServiceError && error.code === 'KEEPS_CHANGING') {
    return { kind: 'refused', ...said.keepsChanging };
  }
  if (status !== 403) return problemFrom(error, server);
  if (!isOwn) return { kind: 'refused', ...said.notPublic };
  return { kind: 'refused', ...said.notYours(error instanceof ServiceError ? serviceWords(error) : '') };
}

/** A link in a description leads somewhere that the description does not name. */
export const notDescribed = (): Problem => ({ kind: 'invalid', ...words.problems.board.notDescribed });

/** What is written of a public board, or of a task on it, cannot be read. */
export function publicDescriptionProblem(error: unknown, server: string): Problem {
  if (error instanceof ServiceError && error.code === 'KEEPS_CHANGING') {
    return { kind: 'refused', ...words.problems.board.descriptionChanging };
  }
  if (error instanceof ServiceError && error.kind === 'refused' && (error.status === 404 || error.status === 409)) {
    return { kind: 'refused', ...words.problems.board.noLongerPublic(server) };
  }
  return boardProblem(error, server, false);
}

export function signedOutProblem(server: string): Problem {
  return { kind: 'signed-out', ...words.account.signedOut(server) };
}

export const serviceWords = ({ fault, message }: ServiceError): string =>
  fault === undefined ? message : words.faults(fault);
