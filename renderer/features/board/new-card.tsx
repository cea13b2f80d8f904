import { useState } from 'react';
import type { BoardView, ColumnView } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { columnReference } from '../../../shared/quick-add/references.ts';
import { send } from '../../state/main-process.ts';
import { classNames } from '../../ui/class-names.ts';
import inputStyles from '../../ui/input.module.css';
import styles from './column.module.css';
import { setCreating } from './view-state.ts';

interface Props {
  project: BoardView['project'];
  column: ColumnView;
  columns: readonly ColumnView[];
}

/** The line that creates the tasks of a column, one after another. Ctrl+Enter continues in quick add, with everything it knows. */
export function NewCard({ project, column, columns }: Props) {
  const [title, setTitle] = useState('');
  const [cameFrom] = useState(() => document.activeElement);
  const close = () => {
    setCreating(null);
    if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
  };
  const create = async () => {
    const typed = title.trim();
    if (typed === '') return;
    setTitle('');
    const task = { projectId: project.id, projectSlug: project.slug, title: typed, status: column.slug };
    const isCreated = await send('quick-add.create', {
      startTimer: false,
      tasks: [{ ...task, description: '', priority: 'no-priority', labels: [] }],
    });
    if (!isCreated) setTitle((next) => next || typed);
  };
  const openQuickAdd = () => {
    const text = `${title.trim()} >${columnReference(column, columns)} `.trimStart();
    void send('quick-add.open', { projectId: project.id, text });
    close();
  };
  return (
    <input
      className={classNames(inputStyles.input, styles.newCard)}
      aria-label={boardMessages.newTaskIn({ column: column.name })}
      placeholder={boardMessages.newTask}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: the user has just asked for it.
      autoFocus
      maxLength={LENGTHS.taskTitle}
      value={title}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => title.trim() === '' && setCreating(null)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.preventDefault();
        // Escape must not hide the window as well.
        event.stopPropagation();
        if (event.key === 'Escape') close();
        else if (event.ctrlKey || event.metaKey) openQuickAdd();
        else if (!event.repeat) void create();
      }}
    />
  );
}
