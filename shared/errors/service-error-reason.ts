/** What is wrong with an answer, or with its absence, where the service said nothing itself. */
import type { CredentialFlaw } from '../credential.ts';
import type { messages } from '../i18n/generated/en/main.ts';

type Messages = (typeof messages)['serviceErrors'];

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

/** What a person reads, or the log: there `messages` are the English ones. */
export function reasonText(reason: ServiceErrorReason, messages: Messages): string {
  switch (reason.is) {
    case 'slow':
      return messages.slow({ seconds: reason.seconds });
    case 'large':
      return messages.large({ megabytes: reason.megabytes });
    case 'status':
      return messages.status({ status: String(reason.status) });
    case 'redirect':
      return messages.redirect({ location: reason.location });
    case 'type':
      return messages.type({ wanted: reason.wanted, got: reason.got || null });
    case 'field':
      return reason.path === '' ? messages['no-form'] : messages.field({ path: reason.path });
    case 'endless':
      return messages.endless[reason.what]({ limit: reason.limit });
    case 'bulk':
      return messages.bulk({ done: reason.done, of: reason.of });
    case 'changing':
      return messages.changing[reason.what];
    case 'unusable-token':
      return messages['unusable-token'][reason.flaw];
    case 'no-address':
      return messages['no-address']({ text: reason.text });
    default:
      return messages[reason.is];
  }
}
