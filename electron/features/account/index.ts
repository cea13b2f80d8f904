export { type AccountService, createAccount } from './account-service.ts';
export type { Account, Session } from './accounts.ts';
export { handlers } from './commands.ts';
