import type { boardCommands } from '../../../shared/contract/board.ts';
import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { BoardService } from './board-service.ts';

export const handlers = (boards: BoardService): HandlersOf<typeof boardCommands> => ({
  'board.open': ({ projectId }) => boards.open(projectId),
  'board.open-public': ({ link }) => boards.openPublic(link),
  'board.public-description': ({ taskId }) => boards.board.publicDescription(taskId),
  'board.open-url': ({ url }) => boards.openUrl(url),
  'board.copy-url': ({ url }) => boards.copyUrl(url),
  'board.close': () => boards.board.close(),
  'board.refresh': () => boards.board.refresh(),

  'board.move': ({ taskId, to, before }) => boards.move(taskId, to, before),
  'board.move-all': ({ from, to }) => boards.moveAll(from, to),
  'board.update-column': ({ columnId, ...changed }) => boards.updateColumn(columnId, changed),
  'board.search-descriptions': ({ query }) => boards.searchDescriptions(query),
  'board.move-on-start': ({ to }) => boards.setMoveOnStart(to),
});
