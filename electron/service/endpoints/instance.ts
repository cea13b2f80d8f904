/** What an instance says of itself, without a login (section 2, InstanceStatus and Config; field notes 1; unshown paths). */
import type { Http } from '../http.ts';
import { Config, Health, InstanceStatus, InterfaceDocument } from '../records.ts';

export const instanceEndpoints = (http: Http) => {
  const open = { method: 'GET', authorised: false } as const;
  return {
    /** GET /health (field notes 1). */
    getHealth: (signal?: AbortSignal) => http.request({ ...open, path: '/health', schema: Health, signal }),

    /** GET /openapi (field notes 1): the instance's own interface document. */
    getInterfaceDocument: (signal?: AbortSignal) =>
      http.request({ ...open, path: '/openapi', schema: InterfaceDocument, signal }),

    /** GET /instance/status (section 2, InstanceStatus; unshown paths). */
    getInstanceStatus: (signal?: AbortSignal) =>
      http.request({ ...open, path: '/instance/status', schema: InstanceStatus, signal }),

    /** GET /config (section 2, Config; unshown paths). */
    getConfig: (signal?: AbortSignal) => http.request({ ...open, path: '/config', schema: Config, signal }),
  };
};
