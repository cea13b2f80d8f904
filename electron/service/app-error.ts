/** What people read when something goes wrong: what happened, what was kept, what to do. */
import { AppError, type AppErrorView } from '../../shared/errors/app-error.ts';

import { messages } from '../../shared/i18n/main-messages.ts';
import { ServiceError } from './errors.ts';

/** `server` is the host people know the service by. */
export function toAppErrorView(error: unknown, server: string): AppErrorView {
  if (error instanceof AppError) return error.view;
  if (!(error instanceof ServiceError)) {
    const message = error instanceof Error ? error.message : String(error);
    return diskProblem(error) ?? { kind: 'internal', ...messages.problems.internal(message) };
  }
  const message = serviceErrorText(error);
  switch (error.kind) {
    case 'unreachable':
      return { kind: 'unreachable', ...messages.problems.unreachable(server) };
    case 'timeout':
    case 'lost':
      return { kind: 'timeout', ...messages.problems.timeout(server, message) };
    case 'untrusted':
      return { kind: 'untrusted', ...messages.problems.untrusted(server) };
    case 'redirect':
      return { kind: 'redirect', ...messages.problems.redirect(server, error.location?.slice(0, 200) || null) };
    case 'not-the-service':
      return { kind: 'not-the-service', ...messages.problems.notTheService(server, message) };
    case 'malformed':
    case 'too-large':
      return { kind: 'malformed', ...messages.problems.malformed(server, message) };
    case 'refused':
      return refusedProblem(error, server);
  }
}

/** SQLite's result codes where a write fails: SQLITE_BUSY or SQLITE_LOCKED, SQLITE_FULL, and SQLITE_READONLY or SQLITE_IOERR. */
function diskProblem(error: unknown): AppErrorView | undefined {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === 5 || code === 6) return { kind: 'internal', ...messages.problems.dataInUse };
  if (code === 13) return { kind: 'internal', ...messages.problems.diskFull };
  return code === 8 || code === 10 ? { kind: 'internal', ...messages.problems.diskUnwritable } : undefined;
}

function refusedProblem(error: ServiceError, server: string): AppErrorView {
  const { status } = error;
  const message = serviceErrorText(error);
  if (error.isUsedUp) return { kind: 'rate-limited', ...messages.problems.usedUp(server) };
  if (status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    return { kind: 'rate-limited', ...messages.problems.slowDown(server, seconds) };
  }
  if (error.isGone) return { kind: 'refused', ...messages.problems.gone(server) };
  if (error.isMissingRoute) return { kind: 'refused', ...messages.problems.noRoute(server) };
  if (error.code === 'invalid_client')
    return { kind: 'client-not-allowed', ...messages.problems.unknownClient(server) };
  if ((status ?? 0) >= 500) {
    const answer = [status, error.code].join(' ').trim();
    return { kind: 'refused', ...messages.problems.serverError(server, answer, message) };
  }
  if (error.isKeyScope) return { kind: 'refused', ...messages.problems.keyScope(error.missingPermissions) };
  if (error.missingPermissions.length > 0) {
    return { kind: 'refused', ...messages.problems.lacks(error.missingPermissions) };
  }
  if (status === 403) return { kind: 'refused', ...messages.problems.notAllowed(server, message) };
  return { kind: 'refused', ...messages.problems.refused(server, message) };
}

/** Why a board cannot be read; `isOwn`: as somebody who is signed in, not as a public board. */
export function boardError(error: unknown, server: string, isOwn: boolean): AppErrorView {
  const said = messages.problems.board;
  const status = error instanceof ServiceError && error.kind === 'refused' ? error.status : undefined;
  if (status === 404 || (isOwn && status === 400)) {
    return { kind: 'refused', ...(isOwn ? said.none(server) : said.nonePublic(server)) };
  }
  if (error instanceof ServiceError && error.code === 'KEEPS_CHANGING') {
    return { kind: 'refused', ...said.keepsChanging };
  }
  if (status !== 403) return toAppErrorView(error, server);
  if (!isOwn) return { kind: 'refused', ...said.notPublic };
  return { kind: 'refused', ...said.notYours(error instanceof ServiceError ? serviceErrorText(error) : '') };
}

/** A link in a description leads somewhere that the description does not name. */
export const urlNotDescribedError = (): AppErrorView => ({ kind: 'invalid', ...messages.problems.board.notDescribed });

/** What is written of a public board, or of a task on it, cannot be read. */
export function publicDescriptionError(error: unknown, server: string): AppErrorView {
  if (error instanceof ServiceError && error.code === 'KEEPS_CHANGING') {
    return { kind: 'refused', ...messages.problems.board.descriptionChanging };
  }
  if (error instanceof ServiceError && error.kind === 'refused' && (error.status === 404 || error.status === 409)) {
    return { kind: 'refused', ...messages.problems.board.noLongerPublic(server) };
  }
  return boardError(error, server, false);
}

export function signedOutError(server: string): AppErrorView {
  return { kind: 'signed-out', ...messages.account.signedOut(server) };
}

export const serviceErrorText = ({ fault, message }: ServiceError): string =>
  fault === undefined ? message : messages.faults(fault);
