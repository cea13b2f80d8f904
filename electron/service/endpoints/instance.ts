/** Public information about an instance (docs/service.md#instance). */
import type { Http } from '../http.ts';
import { Config, Health, InstanceStatus, InterfaceDocument } from '../records.ts';

const OPEN = { authorised: false };

export const instanceEndpoints = (http: Http) => ({
  getHealth: (signal?: AbortSignal) => http.get('/health', Health, { ...OPEN, signal }),
  getInterfaceDocument: (signal?: AbortSignal) => http.get('/openapi', InterfaceDocument, { ...OPEN, signal }),
  getInstanceStatus: (signal?: AbortSignal) => http.get('/instance/status', InstanceStatus, { ...OPEN, signal }),
  getConfig: (signal?: AbortSignal) => http.get('/config', Config, { ...OPEN, signal }),
});
