export { type BoardService, boardAccess, createBoardService } from './board-service.ts';
export { handlers } from './commands.ts';
