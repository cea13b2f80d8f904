/** The interface for HTTP requests, implemented by desktop/ and the local workspace. */

/** A subset of `fetch`: Electron's in the app, Node's in tests, in-process for the local workspace. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** Thrown by a transport that cannot return a redirect as a response. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly location: string;
  constructor(location: string) {
    super('redirect');
    this.location = location;
  }
}
