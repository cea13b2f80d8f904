/** Whole boards, joined from the pages read so far. */
import { joinBoards } from '../../../electron/service/board-pages.ts';
import { type BoardPageRead, readBoardPages, readPublicBoardPages } from '../../../electron/service/read-boards.ts';
import type { Board } from '../../../electron/service/records.ts';

export interface BoardRead extends Omit<BoardPageRead, 'part'> {
  /** After a restart it holds the first page only. */
  board: Board;
}

export const readBoard = (...read: Parameters<typeof readBoardPages>) => joined(readBoardPages(...read));
export const readPublicBoard = (...read: Parameters<typeof readPublicBoardPages>) =>
  joined(readPublicBoardPages(...read));

async function* joined(pages: AsyncIterable<BoardPageRead>): AsyncGenerator<BoardRead, void, void> {
  let board: Board | null = null;
  for await (const { part, ...read } of pages) {
    board = board === null || read.isRestart ? part : joinBoards(board, part);
    yield { board, ...read };
  }
}
