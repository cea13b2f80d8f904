/** Turns errors into the text that people read: title, explanation, what was kept, next step. */
import { AppError, type AppErrorView } from '../../shared/errors/app-error.ts';
import { isDatabaseBusy, sqliteCode } from '../../shared/errors/database-errors.ts';
import { reasonText } from '../../shared/errors/service-error-reason.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { isRejected, ServiceError } from './errors.ts';

/** `server`: the host. */
export function toAppErrorView(error: unknown, server: string): AppErrorView {
  if (error instanceof AppError) return error.view;
  if (!(error instanceof ServiceError)) {
    const message = error instanceof Error ? error.message : String(error);
    return diskError(error) ?? { kind: 'internal', ...messages.errors.internal({ message }) };
  }
  const message = serviceErrorText(error);
  switch (error.kind) {
    case 'unreachable':
      return { kind: 'unreachable', ...messages.errors.unreachable({ server }) };
    case 'timeout':
    case 'lost':
      return { kind: 'timeout', ...messages.errors.timeout({ server, message }) };
    case 'untrusted':
      return { kind: 'untrusted', ...messages.errors.untrusted({ server }) };
    case 'redirect':
      return {
        kind: 'redirect',
        ...messages.errors.redirect({ server, location: error.location?.slice(0, 200) || null }),
      };
    case 'not-the-service':
      if (error.reason?.is === 'outage') {
        const texts = messages.errors[error.reason.status >= 500 ? 'outage' : 'pageBetween'];
        return { kind: 'unreachable', ...texts({ server, message }) };
      }
      return { kind: 'not-the-service', ...messages.errors.notTheService({ server, message }) };
    case 'malformed':
    case 'too-large':
      return { kind: 'malformed', ...messages.errors.malformed({ server, message }) };
    case 'rejected':
      return rejectedError(error, server);
  }
}

/** SQLITE_READONLY is 8, SQLITE_IOERR 10, SQLITE_FULL 13. */
function diskError(error: unknown): AppErrorView | undefined {
  const code = sqliteCode(error);
  if (isDatabaseBusy(error)) return { kind: 'internal', ...messages.errors.dataInUse };
  if (code === 13) return { kind: 'internal', ...messages.errors.diskFull };
  return code === 8 || code === 10 ? { kind: 'internal', ...messages.errors.diskUnwritable } : undefined;
}

function rejectedError(error: ServiceError, server: string): AppErrorView {
  const { status } = error;
  const message = messageWithFields(error);
  if (error.isUsedUp) return { kind: 'rate-limited', ...messages.errors.usedUp({ server }) };
  if (status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    return { kind: 'rate-limited', ...messages.errors.slowDown({ server, seconds }) };
  }
  if (error.isGone) return { kind: 'rejected', ...messages.errors.gone({ server }) };
  if (error.isMissingRoute) return { kind: 'rejected', ...messages.errors.noRoute({ server }) };
  if (error.code === 'invalid_client')
    return { kind: 'client-not-allowed', ...messages.errors.unknownClient({ server }) };
  if ((status ?? 0) >= 500) {
    const answer = [status, error.code].join(' ').trim();
    return { kind: 'rejected', ...messages.errors.serverError({ server, answer, message }) };
  }
  if (error.isKeyScope)
    return { kind: 'rejected', ...messages.errors.keyScope({ missing: error.missingPermissions.join(', ') || null }) };
  if (error.missingPermissions.length > 0) {
    return { kind: 'rejected', ...messages.errors.lacks({ permissions: error.missingPermissions.join(', ') }) };
  }
  if (status === 403) return { kind: 'rejected', ...messages.errors.notAllowed({ server, message }) };
  return { kind: 'rejected', ...messages.errors.rejected({ server, message }) };
}

/** The service's message, followed by the invalid fields that it does not mention. */
function messageWithFields(error: ServiceError): string {
  const message = serviceErrorText(error);
  const fields = error.issues.filter((issue) => !message.includes(issue.message));
  return [message, ...fields.map((issue) => `${issue.path}: ${issue.message}`)].join(' · ');
}

/** Why a board cannot be read. `isOwn`: read with a session, not as a public board. */
export function boardError(error: unknown, server: string, isOwn: boolean): AppErrorView {
  const texts = messages.errors.board;
  if (isRejected(error, 404) || (isOwn && isRejected(error, 400))) {
    return { kind: 'rejected', ...(isOwn ? texts.none({ server }) : texts.nonePublic({ server })) };
  }
  if (error instanceof ServiceError && error.code === 'KEEPS_CHANGING') {
    return { kind: 'rejected', ...texts.keepsChanging };
  }
  if (!isRejected(error, 403)) return toAppErrorView(error, server);
  return { kind: 'rejected', ...(isOwn ? texts.notYours({ message: serviceErrorText(error) }) : texts.notPublic) };
}

/** Why the description of a public board, or of a task on it, cannot be read. */
export function publicDescriptionError(error: unknown, server: string): AppErrorView {
  if (error instanceof ServiceError && error.code === 'KEEPS_CHANGING') {
    return { kind: 'rejected', ...messages.errors.board.descriptionChanging };
  }
  if (isRejected(error, 404, 409)) {
    return { kind: 'rejected', ...messages.errors.board.noLongerPublic({ server }) };
  }
  return boardError(error, server, false);
}

export function signedOutError(server: string): AppErrorView {
  return { kind: 'signed-out', ...messages.account.signedOut({ server }) };
}

export const serviceErrorText = ({ reason, message }: ServiceError): string =>
  reason === undefined ? message : reasonText(reason, messages.serviceErrors);
