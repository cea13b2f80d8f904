/** A public board without an account: reached from the three doors, and back to them. */
import { useEffect, useState } from 'react';
import { boardWords } from '../../../shared/i18n/board-messages.ts';
import { ask, setFilter, useApp, useTold } from '../../app/state/store.ts';
import { Header } from '../../ui/header.tsx';
import './subscribe-cards.ts';
import { BoardSurface } from './board-view.tsx';
import { WatchForm } from './public-board-form.tsx';
import { PublicTask } from './public-task.tsx';
import { useView } from './view-state.ts';

export default function PublicBoard({ onBack }: { onBack: () => void }) {
  const board = useTold((state) => state.board);
  const [isOpen, setOpen] = useState(false);
  const reading = useView((view) => view.reading);
  useEffect(() => () => void ask('board.close', {}), []);

  const goBack = () => {
    const { filter } = useApp.getState();
    if (filter !== null) setFilter(null);
    else if (isOpen) setOpen(false);
    else onBack();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      goBack();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  if (isOpen && board !== null && reading !== null) {
    return (
      <main className="window">
        <PublicTask board={board} reading={reading} />
      </main>
    );
  }
  return (
    <main className="window">
      <Header title={boardWords.watch.title} onBack={goBack} />
      {isOpen && board !== null ? (
        <BoardSurface key={board.project.id} board={board} standsAlone />
      ) : (
        <div className="scroll-in">
          <WatchForm onCancel={onBack} onOpened={() => setOpen(true)} />
        </div>
      )}
    </main>
  );
}
