/** Public information about an instance (docs/service.md#instance). */
import type { Http } from '../http.ts';
import { Config, Health, InstanceStatus, InterfaceDocument } from '../records.ts';

export const instanceEndpoints = (http: Http) => {
  const open = { method: 'GET', authorised: false } as const;
  return {
    getHealth: (signal?: AbortSignal) => http.request({ ...open, path: '/health', schema: Health, signal }),

    /** GET /openapi: the instance's own interface document. */
    getInterfaceDocument: (signal?: AbortSignal) =>
      http.request({ ...open, path: '/openapi', schema: InterfaceDocument, signal }),

    getInstanceStatus: (signal?: AbortSignal) =>
      http.request({ ...open, path: '/instance/status', schema: InstanceStatus, signal }),

    getConfig: (signal?: AbortSignal) => http.request({ ...open, path: '/config', schema: Config, signal }),
  };
};
