/** The actions for the selected rows, above the status line. Loaded when something is selected. */
import { useEffect, useState } from 'react';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { filterTasks } from '../../shared/tasks/filter-tasks.ts';
import { taskOf } from '../features/board/card-actions.ts';
import { cardsOf, useCards } from '../features/board/card-store.ts';
import { useAppState } from '../state/main-process.ts';
import { useNavigation } from '../state/navigation.ts';
import { type Selectable, selectNone, useSelected } from '../state/selection.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { MoreIcon, XIcon } from '../ui/icons.ts';
import { isTyping } from '../ui/keys.ts';
import TaskMenu, { type MenuTask, selectionEntries } from '../widgets/task-menu.tsx';
import styles from './selection-bar.module.css';

export default function SelectionBar({ of }: { of: Selectable }) {
  const { tasks, hidden } = useSelectedTasks(of);
  const state = useAppState((whole) => whole);
  const [menu, setMenu] = useState<{ at: DOMRect; opensAt: readonly string[] } | null>(null);
  useEffect(() => {
    // Before the keys of the window, which would close it.
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = isTyping(event.target) || (event.target as Element).closest?.('[role=menu], [role=dialog]');
      if (event.key !== 'Escape' || isElsewhere) return;
      event.preventDefault();
      event.stopPropagation();
      selectNone();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, []);
  const { selection } = taskPageMessages;
  const count = tasks.length;
  // What was selected may be done or deleted since.
  if (count === 0) return null;
  const open = (opensAt: readonly string[]) => (event: React.MouseEvent) =>
    setMenu({ at: event.currentTarget.getBoundingClientRect(), opensAt });
  return (
    // The focus shows the second line of actions, which did not fit.
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={selection.actions({ count })}
      onBlur={({ target }) => target.parentElement?.scrollTo(0, 0)}
    >
      <b className={styles.count} role="status">
        {hidden > 0 ? selection.countHidden({ count, hidden }) : selection.count({ count })}
      </b>
      <span className={styles.actions}>
        {selectionEntries(tasks, state).map(({ key = '', label, danger, result }) => (
          <button
            key={key}
            type="button"
            className={classNames(styles.action, danger && styles.danger)}
            aria-haspopup="menu"
            onClick={open([key])}
          >
            {label}
            <span className={styles.keys} aria-hidden="true">
              <kbd>{result}</kbd>
            </span>
          </button>
        ))}
      </span>
      <IconButton icon={MoreIcon} label={selection.more} aria-haspopup="menu" onClick={open([])} />
      <IconButton icon={XIcon} label={selection.none} onClick={selectNone} />
      {menu && <TaskMenu {...menu} tasks={tasks} opensWith={null} onClose={() => setMenu(null)} />}
    </div>
  );
}

/** `hidden`: how many of them a filter hides. */
function useSelectedTasks(of: Selectable): { tasks: readonly MenuTask[]; hidden: number } {
  const ids = useSelected(of);
  const own = useAppState((state) => state.tasks.tasks);
  const board = useAppState((state) => state.board);
  const cards = useCards();
  const filter = useNavigation(({ filter }) => filter);
  if (of === 'board') return { tasks: board ? cardsOf(ids, cards).map((card) => taskOf(card, board)) : [], hidden: 0 };
  const tasks = own.filter(({ id }) => ids.includes(id));
  return { tasks, hidden: tasks.length - filterTasks(tasks, filter ?? '').length };
}
