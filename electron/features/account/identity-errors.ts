/** Account errors built from several messages. `server` is the host as shown to people. */
import type { AppErrorView } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { User } from '../../service/records.ts';
import type { Account } from './account-store.ts';
import type { OtherServer } from './identity.ts';

export const otherServerError = (server: string, why: OtherServer): AppErrorView => ({
  kind: 'rejected',
  ...messages.account.notMoved({ server, what: textOf(why) }),
});

function textOf(why: OtherServer): string {
  const { doubts } = messages.account;
  switch (why.is) {
    case 'person':
      return doubts.person;
    case 'email':
      return doubts.email({ here: why.here ?? '–', there: why.there ?? '–' });
    case 'workspace':
      return doubts.workspace({ name: why.name });
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
