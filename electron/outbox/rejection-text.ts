/** What a failed request says of the write it carried. Pure. */

import { messages } from '../../shared/i18n/main-messages.ts';
import { serviceErrorText } from '../service/app-error.ts';
import type { ServiceError } from '../service/errors.ts';

/** What the service said, and of which field, where its message does not say that already. */
export function rejectionText(error: ServiceError): string {
  const { issues, status } = error;
  const message = serviceErrorText(error);
  if (isWebPageRejection(error)) return messages.outbox.between(status ?? 0, message);
  if (error.isUsedUp) return messages.outbox.usedUp;
  if (error.isKeyScope) {
    const { explanation, nextStep } = messages.errors.keyScope(error.missingPermissions);
    return `${explanation} ${nextStep}`;
  }
  const fields = issues.filter((issue) => !message.includes(issue.message));
  return [message, ...fields.map((issue) => `${issue.path}: ${issue.message}`)].join(' · ');
}

/** A firewall or a proxy refuses the request with a page of its own, and does not ask to wait. */
export function isWebPageRejection({ kind, status = 0, retryAfterMs }: ServiceError): boolean {
  return kind === 'not-the-service' && status >= 400 && status < 500 && retryAfterMs === undefined;
}

/** The same, or with words that others than the service say as well: it proves nothing. */
export function isProxyRejection(error: ServiceError): boolean {
  return isWebPageRejection(error) || (error.kind === 'rejected' && error.mayHaveActed && !error.isPassing);
}

/** It will be the same for every other write: no network, a redirect, a page of whoever is on the way, too many requests. */
export function isGeneralRejection({ kind, status = 0 }: ServiceError): boolean {
  if (kind === 'unreachable' || kind === 'untrusted' || kind === 'redirect') return true;
  return (kind === 'not-the-service' || kind === 'rejected') && status < 500;
}
