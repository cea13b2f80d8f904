/** What a failed request says of the write it carried. Pure. */
import { ServiceError } from '../service/errors.ts';
import { serviceWords } from '../words/faults.ts';
import { words } from '../words/index.ts';

/** What the service said, and of which field, where its message does not say that already. */
export function wordsOf(error: ServiceError): string {
  const { issues, status } = error;
  const message = serviceWords(error);
  if (isWebPageRefusal(error)) return words.outbox.between(status ?? 0, message);
  const fields = issues.filter((issue) => !message.includes(issue.message));
  return [message, ...fields.map((issue) => `${issue.path}: ${issue.message}`)].join(' · ');
}

/** A firewall or a proxy refuses the request with a page of its own, and does not ask to wait. */
export function isWebPageRefusal({ kind, status = 0, retryAfterMs }: ServiceError): boolean {
  return kind === 'not-the-service' && status >= 400 && status < 500 && retryAfterMs === undefined;
}

/** A 2xx answer that cannot be read is no proof that nothing happened, whoever seems to have given it. */
export function mayHaveActed(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { status } = error;
  return error.mayHaveActed || (status !== undefined && status >= 200 && status < 300);
}
