/** Account errors built from several messages. `server` is the host as shown to people. */
import type { AppErrorView } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';

import type { User } from '../../service/records.ts';
import type { Account } from './account-store.ts';
import type { IdentityDoubt } from './same-server.ts';

export const addressNotChangedError = (server: string, doubt: IdentityDoubt): AppErrorView => ({
  kind: 'rejected',
  ...messages.account.notMoved({ server, what: doubtText(doubt) }),
});

function doubtText(doubt: IdentityDoubt): string {
  const { doubts } = messages.account;
  switch (doubt.is) {
    case 'person':
      return doubts.person;
    case 'email':
      return doubts.email({ here: doubt.here ?? '–', there: doubt.there ?? '–' });
    case 'workspace':
      return doubts.workspace({ name: doubt.name });
    case 'projects':
    case 'entries':
      return doubts[doubt.is]({ found: doubt.found, known: doubt.known });
    case 'too-little':
      return doubts.tooLittle;
  }
}

/** `isKept`: the credential stays in the keychain. */
export const otherPersonError = (
  server: string,
  { user }: Pick<Account, 'user'>,
  other: User,
  isKept: boolean,
): AppErrorView => ({
  kind: 'other-person',
  ...messages.account.otherPerson({ server, person: named(user), other: named(other), isKept }),
});
const named = ({ name, email }: { name: string; email?: string | null | undefined }): string =>
  email ? `${name} (${email})` : name;
