/** The accounts on disk. Tokens are not stored here but in the keychain. */
import { z } from 'zod';
import type { AccountKind } from '../../../shared/contract/account-view.ts';
import { Name } from '../../../shared/contract/fields.ts';
import { Email, Workspace } from '../../service/records.ts';
import { type Database, transaction } from '../../store/database.ts';

export interface Account {
  id: string;
  kind: AccountKind;
  baseUrl: string;
  clientId: string;
  /** Root of the web app without a trailing slash; null if unknown. */
  webUrl: string | null;
  user: { id: string; name: string; email: string | null };
  workspaces: { id: string; name: string }[];
  workspaceId: string | null;
  /** For a further workspace that is open beside the person's account: that account, whose credential it uses. */
  credentialOf: string | null;
}

/** The key of its credential in the keychain. */
export const credentialKey = ({ id, credentialOf }: Pick<Account, 'id' | 'credentialOf'>): string => credentialOf ?? id;

const Workspaces = z.array(Workspace.pick({ id: true, name: true }));

export type AccountStore = ReturnType<typeof createAccountStore>;

export function createAccountStore(database: Database, now: () => number) {
  const sql = {
    byId: database.prepare('SELECT * FROM account WHERE id = ?'),
    byAddress: database.prepare('SELECT 1 FROM account WHERE base_url = ?'),
    byUser: database.prepare(
      `SELECT * FROM account WHERE base_url = ?1 AND user_id IN (?2, ?2 || ' ' || id) AND credential_of IS NULL`,
    ),
    further: database.prepare('SELECT * FROM account WHERE credential_of = ? AND workspace_id = ?'),
    freeUserId: database.prepare(`UPDATE account SET user_id = user_id || ' ' || id WHERE id = ?`),
    others: database.prepare('SELECT * FROM account WHERE id <> ?'),
    upsert: database.prepare(
      `INSERT INTO account (id, kind, base_url, client_id, web_url, user_id, user_name, user_email, workspaces, workspace_id, credential_of, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, base_url = excluded.base_url, client_id = excluded.client_id,
         web_url = excluded.web_url, user_id = excluded.user_id, user_name = excluded.user_name, user_email = excluded.user_email,
         workspaces = excluded.workspaces, workspace_id = excluded.workspace_id`,
    ),
  };

  function save(account: Account): void {
    const { id, kind, baseUrl, clientId, webUrl, user, workspaces, workspaceId, credentialOf } = account;
    sql.upsert.run(
      id,
      kind,
      baseUrl,
      clientId,
      webUrl,
      // Only one account of a server holds a user id.
      credentialOf === null ? user.id : `${user.id} ${id}`,
      user.name,
      user.email,
      JSON.stringify(workspaces),
      workspaceId,
      credentialOf,
      new Date(now()).toISOString(),
    );
  }

  return {
    save,

    find(id: string | null | undefined): Account | null {
      const row = id == null ? undefined : sql.byId.get(id);
      return row ? fromRow(row) : null;
    },

    /**
     * The accounts that have or had this user id at this address. A server that was set up anew may give the id to another person:
     * the earlier account then no longer holds it (`freeUserId`).
     */
    byUser(baseUrl: string, userId: string): { account: Account; holdsUserId: boolean }[] {
      return sql.byUser.all(baseUrl, userId).map((row) => ({
        account: fromRow({ ...row, user_id: userId }),
        holdsUserId: row.user_id === userId,
      }));
    },

    /** The further accounts of a workspace, which may have been closed: several if one was opened in place of another. */
    further: (credentialOf: string, workspaceId: string | null): Account[] =>
      sql.further.all(credentialOf, workspaceId).map(fromRow),

    /** Somebody was signed in there. */
    isKnown: (baseUrl: string): boolean => sql.byAddress.get(baseUrl) !== undefined,

    others: (id: string): Account[] => sql.others.all(id).map(fromRow),

    /** Saves the account and gives it the user id that `previousHolders` have. */
    saveAsHolder(account: Account, previousHolders: readonly Account[]): void {
      transaction(database, () => {
        for (const { id } of previousHolders) sql.freeUserId.run(id);
        save(account);
      });
    },
  };
}

function fromRow(row: Record<string, unknown>): Account {
  const id = String(row.id);
  const credentialOf = row.credential_of === null ? null : String(row.credential_of);
  const userId = String(row.user_id);
  return {
    id,
    kind: String(row.kind) as AccountKind,
    baseUrl: String(row.base_url),
    clientId: String(row.client_id),
    webUrl: row.web_url === null ? null : String(row.web_url),
    user: {
      id: credentialOf === null ? userId : userId.slice(0, -` ${id}`.length),
      name: Name.parse(row.user_name),
      email: Email.nullable().parse(row.user_email),
    },
    workspaces: Workspaces.parse(JSON.parse(String(row.workspaces))),
    workspaceId: row.workspace_id === null ? null : String(row.workspace_id),
    credentialOf,
  };
}
