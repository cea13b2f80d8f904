/** A public board without an account, opened from the choice of sign-in methods. */
import { useEffect, useState } from 'react';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { request, useAppState } from '../../state/main-process.ts';
import { setFilter, useNavigation } from '../../state/navigation.ts';
import { useViewFocus } from '../../state/use-view-focus.ts';
import { askView } from '../../state/view-requests.ts';
import { Header } from '../../ui/header.tsx';
import { useEscape } from '../../ui/use-window-keys.ts';
import windowStyles from '../../ui/window.module.css';
import { BoardScreen } from './board-view.tsx';
import { PublicBoardForm } from './public-board-form.tsx';
import { PublicTask } from './public-task.tsx';
import { useBoardView } from './view-state.ts';

export default function PublicBoard({ onBack }: { onBack: () => void }) {
  const board = useAppState((state) => state.board);
  const [isOpen, setOpen] = useState(false);
  const reading = useBoardView((view) => view.reading);
  useEffect(() => () => void request('board.close', {}), []);

  const root = useViewFocus('board', isOpen && board !== null);
  const open = () => {
    setOpen(true);
    askView('focus-view', 'board');
  };
  const goBack = () => {
    const { filter } = useNavigation.getState();
    if (filter !== null) setFilter(null);
    else if (isOpen) setOpen(false);
    else onBack();
  };
  useEscape(goBack);

  if (isOpen && board !== null && reading !== null) {
    return (
      <main className={windowStyles.window}>
        <PublicTask board={board} reading={reading} />
      </main>
    );
  }
  return (
    <main className={windowStyles.window} ref={root} tabIndex={-1}>
      <Header title={boardMessages.watch.title} onBack={goBack} />
      {isOpen && board !== null ? (
        <BoardScreen key={board.project.id} board={board} standsAlone />
      ) : (
        <div className="scroll-inside">
          <PublicBoardForm onCancel={onBack} onOpened={open} />
        </div>
      )}
    </main>
  );
}
