import { useEffect } from 'react';
import { type Requests, useApp } from './store.ts';

/**
 * Carries out a request to this view after it is rendered. `run` returns whether it did; otherwise the request waits, for a later
 * rendering or for another view of the same kind.
 */
export function useRequest<To extends keyof Requests>(to: To, run: (value: Requests[To]) => boolean): void {
  const request = useApp((app) => (app.request?.to === to ? app.request : null));
  useEffect(() => {
    if (request === null || !run(request.value as Requests[To])) return;
    useApp.setState((app) => (app.request === request ? { request: null } : {}));
  });
}
