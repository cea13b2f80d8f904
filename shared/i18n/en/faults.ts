/** English: what is wrong with an answer, as the errors themselves say it for the log, but for what a schema says of a field. */
import { type Fault, faultText } from '../../errors/response-faults.ts';

export function faults(fault: Fault): string {
  if (fault.is !== 'field') return faultText(fault);
  return fault.path === ''
    ? faultText({ is: 'no-form' })
    : `The service’s answer has an unexpected value in “${fault.path}”.`;
}
