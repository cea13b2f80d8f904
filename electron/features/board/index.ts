export { type BoardService, createBoardService } from './board-service.ts';
export { writeKinds } from './columns.ts';
export { handlers } from './commands.ts';
