/** Why a request failed, if the service sent no error message of its own. */
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
        | 'other-record'
        | 'invalid'
        | 'deleted'
        | 'no-route';
    }
  | { is: 'slow'; seconds: number }
  | { is: 'large'; megabytes: number }
  | { is: 'status'; status: number }
  /** A web page came from an address that was the service before. */
  | { is: 'outage'; status: number }
  | { is: 'redirect'; location: string | null }
  /** Wrong content type. `got`: empty if the answer has none. */
  | { is: 'type'; wanted: string; got: string }
  /** `path`: empty for the whole answer. `what`: the schema's reason in English, for the log only. */
  | { is: 'field'; path: string; what: string }
  | { is: 'page-stands' | 'description-long' | 'label-lasts' }
  /** A board has more tasks, or a task more labels, than the limit. */
  | { is: 'endless'; what: 'tasks' | 'labels'; limit: number }
  | { is: 'page-repeats' }
  /** A bulk update changed only `done` of the tasks. */
  | { is: 'bulk'; done: number; of: number }
  | { is: 'changing'; what: 'board' | 'description' }
  /** Sign-in returned a token that cannot be sent. It is not quoted, because it is a secret. */
  | { is: 'unusable-token'; flaw: CredentialFlaw | 'type' }
  | { is: 'no-address'; text: string }
  | { is: 'no-scheme' | 'no-host' };

/** The reason as text. `messages`: English for the log. */
export function reasonText(reason: ServiceErrorReason, messages: Messages): string {
  switch (reason.is) {
    case 'slow':
      return messages.slow({ seconds: reason.seconds });
    case 'large':
      return messages.large({ megabytes: reason.megabytes });
    case 'status':
      return messages.status({ status: String(reason.status) });
    case 'outage':
      return messages.outage({ status: String(reason.status) });
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
