/** Names of open accounts in lines, links and command lines. Pure. */
import type { OpenAccountView } from './contract/index.ts';

export type NamedAccount = Pick<OpenAccountView, 'id' | 'name' | 'server'>;

/** By its name or its server. Two people may use one server; then only the name tells them apart. */
export function accountNamed<A extends NamedAccount>(text: string, accounts: readonly A[]): A | undefined {
  const wanted = text.trim().toLowerCase();
  const byName = accounts.find(({ name }) => name.toLowerCase() === wanted);
  const [byServer, another] = accounts.filter(({ server }) => server.toLowerCase() === wanted);
  return byName ?? (another === undefined ? byServer : undefined);
}
