/** What a ServiceError says to people: the service's own words where it sent any, else ours in the language in use. */

import { words } from '../../shared/i18n/main-messages.ts';
import type { ServiceError } from './errors.ts';

export const serviceWords = ({ fault, message }: ServiceError): string =>
  fault === undefined ? message : words.faults(fault);
