/** English: what is wrong with an answer, as the errors themselves say it for the log, but for what a schema says of a field. */
import { reasonText, type ServiceErrorReason } from '../../errors/service-error-reason.ts';

export function serviceErrors(reason: ServiceErrorReason): string {
  if (reason.is !== 'field') return reasonText(reason);
  return reason.path === ''
    ? reasonText({ is: 'no-form' })
    : `The service’s answer has an unexpected value in “${reason.path}”.`;
}
