export { type Board, createBoard } from './board.ts';
export { type BoardCache, createBoardCache } from './board-cache.ts';
export { handlers } from './commands.ts';
export { type BoardService, boardAccess, createBoardService } from './service.ts';
export { createWatchedBoards, type WatchedBoards } from './watched-boards.ts';
