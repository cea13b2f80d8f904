/** The actions for the selected rows, above the status line. Loaded when something is selected. */

import { useEffect, useState } from 'react';
import { taskKey } from '../../shared/accounts.ts';
import type { TaskView } from '../../shared/contract/index.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { filterTasks } from '../../shared/tasks/filter-tasks.ts';
import { taskOf } from '../features/board/card-actions.ts';
import { cardsOf, useCards } from '../features/board/card-store.ts';
import { useBoardView } from '../features/board/view-state.ts';
import { countOf, shownColumns } from '../features/board/visible-columns.ts';
import { useAppState, useListedTasks } from '../state/main-process.ts';
import { useNavigation } from '../state/navigation.ts';
import { useNotices } from '../state/notices.ts';
import { type Selectable, selectNone, useSelected } from '../state/selection.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { MoreIcon, XIcon } from '../ui/icons.tsx';
import { isTyping } from '../ui/keys.ts';
import { PopMenu } from '../ui/menu.tsx';
import { hasPage, type MenuEntry } from '../ui/menu-pages.tsx';
import { useWindowKeys } from '../ui/use-window-keys.ts';
import { severalEntries } from '../widgets/entry-menu.tsx';
import { type MenuTask, selectionEntries } from '../widgets/task-menu.tsx';
import styles from './selection-bar.module.css';

export default function SelectionBar({ of }: { of: Selectable }) {
  const { entries, count, hidden, label, isGone } = useActions(of);
  const [menu, setMenu] = useState<{ at: DOMRect; opensAt: readonly string[] } | null>(null);
  // Before the keys of the window, which would close it.
  useWindowKeys(onKey, { isFirst: true, isOn: count > 0 });
  useEffect(() => {
    if (isGone) selectNone();
  }, [isGone]);
  const { selection } = taskPageMessages;
  if (count === 0) return null;
  const open = (opensAt: readonly string[]) => (event: React.MouseEvent) =>
    setMenu({ at: event.currentTarget.getBoundingClientRect(), opensAt });
  return (
    // The focus shows the second line of actions, which did not fit.
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={label}
      onBlur={({ target }) => target.parentElement?.scrollTo(0, 0)}
    >
      <b className={styles.count} role="status">
        {hidden > 0 ? selection.countHidden({ count, hidden }) : selection.count({ count })}
      </b>
      <span className={styles.actions}>
        {entries.map((entry) => (
          <button
            key={entry.key}
            type="button"
            className={classNames(styles.action, entry.danger && styles.danger)}
            {...(hasPage(entry) && { 'aria-haspopup': 'menu' })}
            onClick={hasPage(entry) ? open([entry.key ?? '']) : entry.onChoose}
          >
            {entry.label}
            {entry.result !== undefined && (
              <span className={styles.keys} aria-hidden="true">
                <kbd>{entry.result}</kbd>
              </span>
            )}
          </button>
        ))}
      </span>
      <IconButton icon={MoreIcon} label={selection.more} aria-haspopup="menu" onClick={open([])} />
      <IconButton icon={XIcon} label={selection.none} onClick={selectNone} />
      {menu && <PopMenu {...menu} label={label} page={{ entries, isCommands: true }} onClose={() => setMenu(null)} />}
    </div>
  );
}

function onKey(event: KeyboardEvent): void {
  const isElsewhere = isTyping(event.target) || (event.target as Element).closest?.('[role=menu], [role=dialog]');
  // What is dragged is put back first.
  if (event.key !== 'Escape' || isElsewhere || useNotices.getState().hint !== null) return;
  event.preventDefault();
  event.stopPropagation();
  selectNone();
}

interface Actions {
  entries: readonly MenuEntry[];
  label: string;
  count: number;
  /** How many of them the list or the board does not show. */
  hidden: number;
  /** All that was selected is done or deleted since, as far as the list or the board is read. */
  isGone: boolean;
}

function useActions(of: Selectable): Actions {
  const ids = useSelected(of);
  const state = useAppState((whole) => whole);
  const cards = useCards();
  const text = useNavigation(({ filter }) => filter) ?? '';
  const view = useBoardView();
  const listed = useListedTasks().tasks;
  const { selection } = taskPageMessages;
  if (of === 'time') {
    const count = ids.length;
    const entries = severalEntries(ids, state);
    return { entries, label: selection.entryActions({ count }), count, hidden: 0, isGone: false };
  }
  const { board } = state;
  let tasks: readonly MenuTask[] = [];
  let shown = 0;
  let isRead = false;
  if (of === 'tasks') {
    isRead = state.tasks.fetchedAt !== null;
    const isSelected = (task: TaskView) => ids.includes(taskKey(task));
    tasks = state.tasks.tasks.filter(isSelected);
    shown = filterTasks(listed.filter(isSelected), text).length;
  } else if (board) {
    isRead = board.fetchedAt !== null && board.progress === null && board.boardId === cards.boardId;
    const selected = cardsOf(ids, cards);
    tasks = selected.map((card) => taskOf(card, board));
    const byStatus = Map.groupBy(selected, ({ status }) => status);
    shown = countOf(shownColumns(board, { byStatus }, view, { ...view.chosen, text }, view.inDescription)).shown;
  }
  const count = tasks.length;
  const isGone = isRead && count === 0;
  return {
    entries: selectionEntries(tasks, state),
    label: selection.actions({ count }),
    count,
    hidden: count - shown,
    isGone,
  };
}
