export { handlers } from './commands.ts';
export { createProposals } from './proposals.ts';
