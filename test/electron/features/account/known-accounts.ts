import type { Account } from '../../../../electron/features/account/account-store.ts';

export interface Known {
  server: string;
  person?: string;
  /** Of a further workspace. */
  workspace?: string;
}

/** Accounts that were signed in before; "local" is the workspace on this computer. */
export const knownAccounts = (all: readonly Known[]): (Account & { title: string })[] =>
  all.map(({ server, person = 'Ana', workspace }, at) => ({
    id: `${at}-of-all`,
    title: `${workspace ?? server} ${person}`,
    kind: server === 'local' ? 'local' : 'device',
    baseUrl: `https://${server}/api`,
    clientId: 'service-cli',
    webUrl: null,
    user: { id: 'you', name: person, email: null },
    workspaces: workspace === undefined ? [] : [{ id: 'w', name: workspace }],
    workspaceId: 'w',
    credentialOf: workspace === undefined ? null : 'first',
  }));
