export { type AccountPart, nothing, workspaceOf } from './account-part.ts';
export { type AccountService, createAccount } from './account-service.ts';
export type { Account } from './account-store.ts';
export type { Session } from './accounts.ts';
export { handlers } from './commands.ts';
