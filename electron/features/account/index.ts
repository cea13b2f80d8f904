export { namesOf, placeOf, serverName, siteName } from './account-names.ts';
export { type AccountPart, nothing, workspaceOf } from './account-part.ts';
export {
  type AccountAccess,
  type AccountRegistry,
  createAccountRegistry,
  type FirstAccount,
} from './account-registry.ts';
export type { Account } from './account-store.ts';
export type { OtherAccount } from './accounts.ts';
export { handlers } from './commands.ts';
export type { Session } from './open-account.ts';
