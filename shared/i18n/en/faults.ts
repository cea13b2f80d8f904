/** English: what is wrong with an answer, as the errors themselves say it for the log, but for what a schema says of a field. */
import { type ResponseFault, responseFaultText } from '../../errors/response-faults.ts';

export function faults(fault: ResponseFault): string {
  if (fault.is !== 'field') return responseFaultText(fault);
  return fault.path === ''
    ? responseFaultText({ is: 'no-form' })
    : `The service’s answer has an unexpected value in “${fault.path}”.`;
}
