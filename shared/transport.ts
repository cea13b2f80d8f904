/** How requests leave the app; implemented by desktop/ and by the local workspace. */

/** The part of `fetch` this needs: Electron's in the app, Node's in tests, the local workspace's own in-process. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** What a transport throws that cannot hand out a redirect as an answer. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  readonly location: string;
  constructor(location: string) {
    super('redirect');
    this.location = location;
  }
}
