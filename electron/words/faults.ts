/** What a ServiceError says to people: the service's own words where it sent any, else ours in the language in use. */
import type { ServiceError } from '../service/errors.ts';
import { words } from './index.ts';

export const serviceWords = ({ fault, message }: ServiceError): string =>
  fault === undefined ? message : words.faults(fault);
