export { handlers } from './commands.ts';
export { type BoardService, boardAccess, createBoardService } from './service.ts';
