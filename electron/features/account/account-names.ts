/** What accounts are called: on the screen by their servers, in lines, links and command lines by a name that none of the others has. */
import { PART } from '../../../shared/accounts.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Account } from './account-store.ts';

/** The address as people type it, without `/api`. */
export function addressOf(baseUrl: string): string {
  return baseUrl.replace(/\/api$/, '');
}

/** The workspace of a further one; null for any other account. */
function furtherName({ credentialOf, workspaces, workspaceId }: Account): string | null {
  return credentialOf === null ? null : (workspaces.find(({ id }) => id === workspaceId)?.name ?? '');
}

/** Its server, with the workspace of a further one. */
export const placeOf = (account: Account): string =>
  [serverName(account), furtherName(account)].filter(Boolean).join(PART);

export function serverName(account: Pick<Account, 'kind' | 'baseUrl'>): string {
  return account.kind === 'local' ? messages.account.thisComputer : new URL(account.baseUrl).host;
}

/** The part of a host that tells it from others: "nordlicht" in "pm.nordlicht.example" and in "pm.nordlicht.co.uk". */
export function siteName(host: string): string {
  const name = host.replace(/:\d+$/, '');
  const isAddress = /^[\d.]+$|^\[/.test(name);
  const parts = name.split('.');
  const isSecondLevel = parts.length > 2 && /^(?:co|com|org|net|ac|gov|edu)$/.test(parts.at(-2) ?? '');
  return isAddress ? host : (parts.at(isSecondLevel ? -3 : -2) ?? name);
}

/**
 * By id, of all that were ever signed in here: what none of the others can be called. So a name never passes to another account because
 * the first one was moved or closed.
 */
export function namesOf(known: readonly Account[]): Map<string, string> {
  const all = known.map((one) => {
    const workspace = furtherName(one);
    return { id: one.id, isFurther: workspace !== null, names: possibleNames(one, serverName(one), workspace) };
  });
  const nameOf = ({ id, isFurther, names }: (typeof all)[number]): string => {
    // A server may give its workspaces any name, so that takes none from an account.
    const others = all.filter((other) => other.id !== id && (isFurther || !other.isFurther));
    return names.find((name) => others.every((other) => !other.names.includes(name))) ?? id;
  };
  return new Map(all.map((one) => [one.id, nameOf(one)]));
}

/** The workspace, else the site or its host; then with the person. */
function possibleNames({ id, kind, user }: Account, host: string, workspace: string | null): string[] {
  if (kind === 'local' && workspace === null) return ['local'];
  const site = kind === 'local' ? 'local' : siteName(host);
  const person = user.name.toLowerCase().split(/\s+/)[0] ?? '';
  const word = inOneWord(workspace ?? '');
  const names =
    workspace === null
      ? [site, host, `${person}@${site}`, `${person}@${host}`]
      : [word, `${word}@${site}`, `${person}@${word}`];
  return [...names, `${site}-${id.slice(0, 4)}`].filter((name) => name !== 'local' && name !== '');
}

const inOneWord = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
