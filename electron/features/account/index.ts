export { type AccountPart, nothing, workspaceOf } from './account-part.ts';
export {
  type AccountService,
  type AccountsService,
  createAccountsService,
  type SharedAccount,
} from './account-service.ts';
export type { Account } from './account-store.ts';
export { handlers } from './commands.ts';
export type { Session } from './open-account.ts';
