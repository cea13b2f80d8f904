export { handlers } from './commands.ts';
export { createServer, type ServerService } from './server-service.ts';
