export type { Account, Session } from './accounts.ts';
export { handlers } from './commands.ts';
export { type AccountService, createAccount } from './service.ts';
