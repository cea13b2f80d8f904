/**
 * What is wrong with an answer, or with there being none, where the service said nothing itself: the facts, and English for them,
 * which logs and errors have. What people read is in their language, electron/service/service-error-text.ts. Pure.
 */
import type { CredentialFlaw } from '../credential.ts';

export type ServiceErrorReason =
  | {
      is:
        | 'unreachable'
        | 'untrusted'
        | 'broken'
        | 'web-page'
        | 'empty'
        | 'no-json'
        | 'bounds'
        | 'no-form'
        | 'invalid'
        | 'deleted'
        | 'no-route';
    }
  | { is: 'slow'; seconds: number }
  | { is: 'large'; megabytes: number }
  | { is: 'status'; status: number }
  | { is: 'redirect'; location: string | null }
  /** Another kind of thing; empty where the answer did not say which. */
  | { is: 'type'; wanted: string; got: string }
  /** `path`: empty for the answer as a whole. `what`: the schema's reason in English, which is for the log alone. */
  | { is: 'field'; path: string; what: string }
  | { is: 'page-stands' | 'description-long' | 'label-lasts' }
  /** A board, or one task of it, that has more than is read of it. */
  | { is: 'endless'; what: 'tasks' | 'labels'; limit: number }
  | { is: 'page-repeats' }
  /** Of a change of many tasks, only so many were changed. */
  | { is: 'bulk'; done: number; of: number }
  | { is: 'changing'; what: 'board' | 'description' }
  /** What signing in gave is no token that can be sent. What was given is not quoted: it is a secret. */
  | { is: 'unusable-token'; flaw: CredentialFlaw | 'type' }
  | { is: 'no-address'; text: string }
  | { is: 'no-scheme' | 'no-host' };

export function reasonText(reason: ServiceErrorReason): string {
  switch (reason.is) {
    case 'unreachable':
      return 'No connection.';
    case 'untrusted':
      return 'The certificate is not trusted.';
    case 'broken':
      return 'The connection broke.';
    case 'web-page':
      return 'A web page answered instead of the service.';
    case 'empty':
      return 'The answer is empty.';
    case 'no-json':
      return 'The answer is not whole, or not JSON.';
    case 'bounds':
      return 'The answer is nested too deeply, or holds too many values.';
    case 'no-form':
      return 'The answer has the wrong form.';
    case 'invalid':
      return 'The service found it invalid.';
    case 'deleted':
      return 'It is no longer on the server: it was deleted.';
    case 'no-route':
      return 'This server cannot do that; newer ones can.';
    case 'slow':
      return `No answer within ${reason.seconds} s.`;
    case 'large':
      return `The answer is larger than ${reason.megabytes} MB.`;
    case 'status':
      return `The service answered ${reason.status}.`;
    case 'redirect':
      return `The server redirects to ${reason.location ?? 'another address'}.`;
    case 'type':
      return `The answer is not ${reason.wanted} but ${reason.got || 'of no kind'}.`;
    case 'field':
      return `The answer's field “${reason.path || '(whole)'}” ${reason.what}.`;
    case 'page-stands':
      return 'The answer’s field “nextOffset” is wrong: it does not go on.';
    case 'page-repeats':
      return 'The service sends the same page again and again.';
    case 'endless':
      return reason.what === 'tasks'
        ? `The board does not end after ${reason.limit} tasks.`
        : `The labels and links of one page do not end after ${reason.limit} pages.`;
    case 'description-long':
      return 'The description is too long to be read.';
    case 'label-lasts':
      return 'The label is still being deleted.';
    case 'bulk':
      return `The service changed ${reason.done} of ${reason.of} tasks.`;
    case 'changing':
      return `The ${reason.what} keeps changing while it is read.`;
    case 'unusable-token':
      return {
        type: 'The sign-in token is not a Bearer token, the only kind that Punchcard can use.',
        characters: 'The sign-in token holds line breaks, spaces or other characters that cannot be sent.',
        long: 'The sign-in token is too long to be sent.',
      }[reason.flaw];
    case 'no-address':
      return `“${reason.text}” is not an address.`;
    case 'no-scheme':
      return 'The address must begin with https:// or http://.';
    case 'no-host':
      return 'The address names no server.';
  }
}
