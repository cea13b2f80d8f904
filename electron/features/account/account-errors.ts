/** Errors of an account that need more than one message. `server` is the host people know it by. */
import type { AppErrorView } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';

import type { User } from '../../service/records.ts';
import type { Account } from './accounts.ts';
import type { IdentityDoubt } from './same-server.ts';

export const addressNotChangedError = (server: string, doubt: IdentityDoubt): AppErrorView => ({
  kind: 'rejected',
  ...messages.account.notMoved({ server, what: doubtWords(doubt) }),
});

function doubtWords(doubt: IdentityDoubt): string {
  const said = messages.account.doubts;
  switch (doubt.is) {
    case 'person':
      return said.person;
    case 'email':
      return said.email({ here: doubt.here ?? '–', there: doubt.there ?? '–' });
    case 'workspace':
      return said.workspace({ name: doubt.name });
    case 'projects':
    case 'entries':
      return said[doubt.is]({ found: doubt.found, known: doubt.known });
    case 'too-little':
      return said.tooLittle;
  }
}

/** `isKept`: in the keychain. */
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
