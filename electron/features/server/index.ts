export { handlers } from './commands.ts';
export { writeKinds } from './inbox-writes.ts';
export { createServer } from './server-service.ts';
