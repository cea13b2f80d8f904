/**
 * One error for everything that can go wrong between a request and a parsed answer.
 * It carries facts; the words people read are made from them in electron/service/app-error.ts.
 */

import { reasonText, type ServiceErrorReason } from '../../shared/errors/service-error-reason.ts';
import { messages as english } from '../../shared/i18n/generated/en/main.ts';

export type ServiceErrorKind =
  /** The request surely never reached a server: no network, no such host, connection refused. */
  | 'unreachable'
  /** The server's certificate is not trusted; nothing was sent. */
  | 'untrusted'
  /** No answer within the time limit; the server may have acted on the request. */
  | 'timeout'
  /** The connection broke before the answer was whole; the server may have acted on the request. */
  | 'lost'
  /** The server answered with a redirect; it is never followed, so that the credential goes nowhere else. */
  | 'redirect'
  /** Something else answered, such as a web page. */
  | 'not-the-service'
  /** The service answered, but not in the promised form. */
  | 'malformed'
  /** The answer is larger than a client will read. */
  | 'too-large'
  /** The service answered with an error of its own (docs/service.md#errors). */
  | 'rejected';

export interface ValidationIssue {
  path: string;
  message: string;
}

interface Facts {
  kind: ServiceErrorKind;
  /** HTTP status, where there was an answer. */
  status?: number | undefined;
  /** The service's stable code (`NOT_FOUND`, …) or OAuth error (`slow_down`, …). */
  code?: string | undefined;
  issues?: ValidationIssue[];
  missingPermissions?: string[];
  /** How long the server asks us to wait, in ms. */
  retryAfterMs?: number | undefined;
  /** An API key's usage quota is used up, and is never refilled. */
  isUsedUp?: boolean;
  /** Where a redirect pointed to. */
  location?: string | undefined;
  /** It says no in none of the service's own forms: something on the way may have said it. */
  isForeign?: boolean;
  /** The request waited for something else to be answered, and was never sent. */
  neverLeft?: boolean;
  cause?: unknown;
}
/** The service's own words where it sent any, else what is wrong. */
export type ServiceErrorFacts = Facts &
  ({ message: string; reason?: never } | { message?: never; reason: ServiceErrorReason });

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  /** undefined where the message is the service's own. */
  readonly reason: ServiceErrorReason | undefined;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly issues: ValidationIssue[];
  readonly missingPermissions: string[];
  readonly retryAfterMs: number | undefined;
  readonly isUsedUp: boolean;
  readonly location: string | undefined;
  readonly isForeign: boolean;
  readonly neverLeft: boolean;

  constructor(facts: ServiceErrorFacts) {
    super(facts.reason === undefined ? facts.message : logText(facts.reason), { cause: facts.cause });
    this.reason = facts.reason;
    this.kind = facts.kind;
    this.status = facts.status;
    this.code = facts.code;
    this.issues = facts.issues ?? [];
    this.missingPermissions = facts.missingPermissions ?? [];
    this.retryAfterMs = facts.retryAfterMs;
    this.isUsedUp = facts.isUsedUp ?? false;
    this.location = facts.location;
    this.isForeign = facts.isForeign ?? false;
    this.neverLeft = facts.neverLeft ?? false;
  }

  /**
   * False only where the request never left, or the service itself said in its own form that it did not do it. Any other answer
   * proves nothing: it may have been given by something on the way, or after the service had acted.
   */
  get mayHaveActed(): boolean {
    const { kind, status = 0, code } = this;
    if (this.neverLeft || kind === 'unreachable' || kind === 'untrusted') return false;
    if (kind !== 'rejected' || this.isForeign || status >= 500 || status === 408) return true;
    // Whoever is on the way may ask for a sign-in as well, in the very same words.
    return status === 401 && (code === undefined || code === 'UNAUTHORIZED');
  }

  /** The service no longer has what was asked for. */
  get isGone(): boolean {
    if (this.kind !== 'rejected' || this.isForeign || this.isMissingRoute) return false;
    return this.status === 404 || this.code === 'NOT_FOUND';
  }

  /** The API key may not, whatever its person may (on older servers the words). */
  get isKeyScope(): boolean {
    return this.code === 'API_KEY_SCOPE' || (this.status === 403 && this.message === 'Insufficient API key scope');
  }

  /** The server has no such route: it is an older one, or lacks that part. */
  get isMissingRoute(): boolean {
    return this.reason?.is === 'no-route';
  }

  /** True if the same request may well succeed later: the network, an overload, a crash. */
  get isPassing(): boolean {
    if (this.kind === 'rejected') return this.status === 429 || this.status === 408 || (this.status ?? 0) >= 500;
    return this.kind !== 'redirect' && this.kind !== 'malformed' && this.kind !== 'too-large';
  }
}

/** Logs are in English, and name the schema's reason. */
function logText(reason: ServiceErrorReason): string {
  if (reason.is === 'field') return `The answer's field “${reason.path || '(whole)'}” ${reason.what}.`;
  return reasonText(reason, english.serviceErrors);
}
