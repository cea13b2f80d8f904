/** Any error between a request and its parsed answer. It carries facts; error-messages.ts turns them into text. */
import { reasonText, type ServiceErrorReason } from '../../shared/errors/service-error-reason.ts';
import { messages as english } from '../../shared/i18n/generated/en/main.ts';

export type ServiceErrorKind =
  /** The request did not reach a server: no network, no such host, connection refused. */
  | 'unreachable'
  /** The server's certificate is not trusted; nothing was sent. */
  | 'untrusted'
  /** No answer within the time limit; the server may have acted on the request. */
  | 'timeout'
  /** The connection broke before the answer was complete; the server may have acted on the request. */
  | 'lost'
  /** The server answered with a redirect, which is never followed, because the credential would go with it. */
  | 'redirect'
  /** Something else answered, such as a web page. */
  | 'not-the-service'
  /** The service's answer does not match the documented form. */
  | 'malformed'
  /** The answer exceeds the size limit. */
  | 'too-large'
  /** The service answered with an error of its own (docs/service.md#errors). */
  | 'rejected';

export interface ValidationIssue {
  path: string;
  message: string;
}

interface Facts {
  kind: ServiceErrorKind;
  /** HTTP status of the answer, if there was one. */
  status?: number | undefined;
  /** The service's stable code (`NOT_FOUND`, …) or OAuth error (`slow_down`, …). */
  code?: string | undefined;
  issues?: ValidationIssue[];
  missingPermissions?: string[];
  /** Wait that the server asks for (ms). */
  retryAfterMs?: number | undefined;
  /** The quota of an API key is used up; it is never refilled. */
  isUsedUp?: boolean;
  /** Target of a redirect. */
  location?: string | undefined;
  /** The answer has none of the service's own forms and may come from a proxy. */
  isForeign?: boolean;
  /** The request was held back and never sent. */
  wasNotSent?: boolean;
  cause?: unknown;
}
/** Either the service's own message or the reason. */
export type ServiceErrorFacts = Facts &
  ({ message: string; reason?: never } | { message?: never; reason: ServiceErrorReason });

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  /** undefined if the message is the service's own. */
  readonly reason: ServiceErrorReason | undefined;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly issues: ValidationIssue[];
  readonly missingPermissions: string[];
  readonly retryAfterMs: number | undefined;
  readonly isUsedUp: boolean;
  readonly location: string | undefined;
  readonly isForeign: boolean;
  readonly wasNotSent: boolean;

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
    this.wasNotSent = facts.wasNotSent ?? false;
  }

  /**
   * False if the request was not sent, or the service itself rejected it. Any other answer may come from a proxy, or after the
   * service acted.
   */
  get mayHaveActed(): boolean {
    const { kind, status = 0, code } = this;
    if (this.wasNotSent || kind === 'unreachable' || kind === 'untrusted') return false;
    if (kind !== 'rejected' || this.isForeign || status >= 500 || status === 408) return true;
    // A proxy that requires a sign-in may answer the same.
    return status === 401 && (code === undefined || code === 'UNAUTHORIZED');
  }

  /** The service no longer has the requested record. */
  get isGone(): boolean {
    if (this.kind !== 'rejected' || this.isForeign || this.isMissingRoute) return false;
    return this.status === 404 || this.code === 'NOT_FOUND';
  }

  /** The API key lacks a permission that its owner may have. Older servers send only the message. */
  get isKeyScope(): boolean {
    return this.code === 'API_KEY_SCOPE' || (this.status === 403 && this.message === 'Insufficient API key scope');
  }

  /** The service forbids it, without naming a permission: the person may no longer belong to the workspace. */
  get isForbidden(): boolean {
    if (this.kind !== 'rejected' || this.status !== 403 || this.isForeign) return false;
    return !this.isKeyScope && this.missingPermissions.length === 0;
  }

  /** The server has no such route: it is an older one or lacks that feature. */
  get isMissingRoute(): boolean {
    return this.reason?.is === 'no-route';
  }

  /** Another record was answered, which a repetition may not do. */
  get isOtherRecord(): boolean {
    return this.reason?.is === 'other-record';
  }

  /** The answer is about this record, so requests for others may succeed: it is refused, unreadable or crashes the service. */
  get concernsOneRecord(): boolean {
    return this.kind === 'malformed' || (this.kind === 'rejected' && this.status !== 401 && this.status !== 429);
  }

  /** Nothing got through to the service, so the first success concerns all waiting requests. */
  get isOutage(): boolean {
    const { kind, status = 0 } = this;
    if (kind === 'rejected') return status >= 502;
    // A firewall's page with a 4xx may be about one request.
    if (kind === 'not-the-service') return status < 400 || status >= 500;
    return ['unreachable', 'untrusted', 'redirect', 'timeout', 'lost'].includes(kind);
  }

  /** True if the same request may succeed later, as after a network failure, an overload or a crash. */
  get isTransient(): boolean {
    if (this.kind === 'rejected') return isTransientStatus(this.status ?? 0);
    return this.kind !== 'redirect' && this.kind !== 'malformed' && this.kind !== 'too-large';
  }
}

/** The server is overloaded or restarting, or asks to slow down. */
export const isTransientStatus = (status: number): boolean => status === 429 || status === 408 || status >= 500;

/** The service answered with another record than the one that was asked for or written, as a cache or a mixed-up proxy does. */
export const wrongRecord = (): ServiceError =>
  new ServiceError({ kind: 'malformed', status: 200, reason: { is: 'other-record' } });

/** Logs are in English and include the schema's message. */
function logText(reason: ServiceErrorReason): string {
  if (reason.is === 'field') return `The answer's field “${reason.path || '(whole)'}” ${reason.what}.`;
  return reasonText(reason, english.serviceErrors);
}

/** The service answered with one of these statuses. */
export const isRejected = (error: unknown, ...statuses: number[]): error is ServiceError =>
  error instanceof ServiceError && error.kind === 'rejected' && statuses.includes(error.status ?? 0);
