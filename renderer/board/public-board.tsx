/** A public board without an account: reached from the three doors, and back to them. */
import { useEffect, useState } from 'react';
import { ask, setFilter, useApp, useTold } from '../store.ts';
import { Header } from '../ui/header.tsx';
import { boardWords } from '../words/board-words.ts';
import './follow.ts';
import { PublicTask } from './public-task.tsx';
import { BoardSurface } from './surface.tsx';
import { useView } from './view.ts';
import { WatchForm } from './watch-form.tsx';

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
