export { handlers } from './commands.ts';
export { writeKinds } from './notification-writes.ts';
export { createServer } from './server-service.ts';
