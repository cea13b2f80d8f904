/** The interface for HTTP requests, implemented by desktop/ and the local workspace. */

/** A subset of `fetch`: Electron's in the app, Node's in tests, in-process for the local workspace. */
export type Transport = (url: string, init: TransportRequest) => Promise<TransportAnswer>;

export interface TransportRequest extends RequestInit {
  headers?: Record<string, string>;
}

/** What is used of a `Response`. A start without a window needs none, and Node compiles its `fetch` for the first one. */
export interface TransportAnswer {
  status: number;
  headers: Iterable<[name: string, value: string]>;
  body: AsyncIterable<Uint8Array> | null;
}

/** Thrown by a transport that cannot return a redirect as a response. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly location: string;
  constructor(location: string) {
    super('redirect');
    this.location = location;
  }
}
