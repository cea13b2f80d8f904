export { handlers } from './commands.ts';
export { writeKinds } from './notification-writes.ts';
export { createServer, type ServerService } from './server-service.ts';
