/** The Board tab: a project's board or a public board. Loaded when it is first shown. */
import { useEffect, useRef, useState } from 'react';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { may, openProject, useAppState, usePublished } from '../../state/main-process.ts';
import { useNavigation } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LoadError } from '../../ui/error-box.tsx';
import { Header } from '../../ui/header.tsx';
import { LoadingView } from '../../ui/loading.tsx';
import { BoardHeader } from './board-header.tsx';
import { BoardMenus } from './board-menus.tsx';
import { BoardScreen } from './board-view.tsx';
import { useCards } from './card-store.ts';
import { PublicBoardForm } from './public-board-form.tsx';
import { PublicTask } from './public-task.tsx';
import { setBoardView, useBoardView } from './view-state.ts';

export default function BoardTab() {
  const board = useAppState((state) => state.board);
  const mayCreate = useAppState((state) => may(state, 'project:create'));
  const { error, isLoading, open } = useOpening();
  const isPasting = useBoardView((view) => view.isPasting);
  const reading = useBoardView((view) => view.reading);
  if (isPasting) {
    const leave = () => setBoardView({ isPasting: false });
    // There is nothing to return to if the public board could not be read.
    const cancel = () => {
      leave();
      if (board?.isPublic && board.fetchedAt === null) open();
    };
    return (
      <div className="scroll-inside">
        <Header title={boardMessages.watch.title} onBack={cancel} />
        <PublicBoardForm onCancel={cancel} onOpened={leave} />
      </div>
    );
  }
  if (board?.isPublic && reading !== null) return <PublicTask board={board} reading={reading} />;
  if (board !== null) return <BoardScreen key={board.project.id} board={board} />;
  return (
    <>
      <BoardHeader board={null} counted={{ shown: 0, total: 0 }} isFiltering={false} chosen={0} />
      {error && <LoadError error={error} onRetry={open} />}
      {isLoading && <LoadingView>{boardMessages.opening}</LoadingView>}
      {!error && !isLoading && (
        <Empty title={boardMessages.noProjects} description={boardMessages.noProjectsHint}>
          {mayCreate && (
            <Button kind="primary" onClick={() => openProject(null)}>
              {projectPageMessages.newEntry}
            </Button>
          )}
        </Empty>
      )}
      <BoardMenus board={null} columns={[]} />
    </>
  );
}

/**
 * Opens the last board unless its cards are still in the store. If the shown board is closed because its project was deleted,
 * opens the next one.
 */
function useOpening() {
  const [isWanted, setWanted] = useState(
    () => usePublished.getState().state?.board?.boardId !== useCards.getState().boardId,
  );
  const { error, isLoading, load } = useRead('board.open', isWanted ? {} : null);
  const open = () => {
    setWanted(true);
    load();
  };
  // The answer to a deletion may arrive before the state that closes the board.
  const isOpen = useAppState((state) => state.board !== null);
  const wasOpen = useRef(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the board is closed.
  useEffect(() => {
    // Switching tabs closes it too, and this one may be on screen a little longer.
    if (wasOpen.current && !isOpen && useNavigation.getState().tab === 'board') open();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { error: isLoading ? null : error, isLoading, open };
}
