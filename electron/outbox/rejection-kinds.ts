/** The text and the kind of a failed request's error; outcomes.ts decides what becomes of the write. */
import { messages } from '../../shared/i18n/generated/main.ts';
import { serviceErrorText, toAppErrorView } from '../service/error-messages.ts';
import type { ServiceError } from '../service/errors.ts';

/** Text for the list of unsent changes. `server`: the host. */
export function rejectionText(error: ServiceError, server: string): string {
  if (isWebPageRejection(error)) {
    return messages.outbox.between({ status: error.status ?? 0, message: serviceErrorText(error) });
  }
  // The explanations of these errors need their titles.
  if (error.isGone || error.isMissingRoute || (error.status ?? 0) >= 500) return serviceErrorText(error);
  const { explanation, nextStep } = toAppErrorView(error, server);
  return error.isUsedUp || error.isKeyScope ? `${explanation} ${nextStep}` : explanation;
}

/** A firewall or proxy rejects the request with a page of its own and sends no Retry-After. */
function isWebPageRejection({ kind, status = 0, retryAfterMs }: ServiceError): boolean {
  return kind === 'not-the-service' && status >= 400 && status < 500 && retryAfterMs === undefined;
}

/** A firewall or proxy may have rejected the request, so the rejection may not be about the write. */
export function isProxyRejection(error: ServiceError): boolean {
  return isWebPageRejection(error) || (error.kind === 'rejected' && error.mayHaveActed && !error.isTransient);
}

/** Every other write would fail too: no network, a redirect, a proxy's page, too many requests. */
export function isGeneralRejection({ kind, status = 0 }: ServiceError): boolean {
  if (kind === 'unreachable' || kind === 'untrusted' || kind === 'redirect') return true;
  return (kind === 'not-the-service' || kind === 'rejected') && status < 500;
}
