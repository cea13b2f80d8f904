export { type BoardService, boardAccess, createBoardService } from './board-service.ts';
export { writeKinds } from './column-writes.ts';
export { handlers } from './commands.ts';
