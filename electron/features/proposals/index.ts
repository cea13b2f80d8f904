export { handlers } from './commands.ts';
export { createProposals } from './lazy-proposals.ts';
