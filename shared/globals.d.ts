/** The web standards that exist in both runtimes; the compiler's own lists have them only together with the DOM or Node. */
declare const console: Record<'error' | 'info' | 'warn', (...values: unknown[]) => void>;
declare class URL {
  constructor(url: string, base?: string | URL);
  static parse(url: string, base?: string | URL): URL | null;
  readonly href: string;
  readonly host: string;
  readonly pathname: string;
  readonly protocol: string;
}
type RequestInit = object;
type Response = object;
