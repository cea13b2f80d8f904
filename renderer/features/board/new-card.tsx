import { useState } from 'react';
import type { BoardView, ColumnView } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { plainTask } from '../../../shared/quick-add/plain-task.ts';
import { columnReference } from '../../../shared/quick-add/references.ts';
import { send, sendAbout, useAppState } from '../../state/main-process.ts';
import { NewTaskField } from '../../widgets/new-task-field.tsx';
import styles from './column.module.css';
import { showNewTask, useBoardView } from './view-state.ts';

interface Props {
  project: BoardView['project'];
  column: ColumnView;
  columns: readonly ColumnView[];
}

/** The line that creates the tasks of a column. */
export function NewCard({ project, column, columns }: Props) {
  const accountId = useAppState((state) => state.board?.accountId);
  const isTitleMoved = useBoardView((view) => view.isTitleMoved);
  const [cameFrom] = useState(() => document.activeElement);
  const create = async (title: string) => {
    const directory = await sendAbout('quick-add.directory', {});
    if (!directory) return false;
    const account = accountId === undefined ? undefined : { id: accountId, name: '' };
    const task = plainTask(title, { ...project, ...(account && { account }) }, directory);
    return send('quick-add.create', { startTimer: false, tasks: [{ ...task, status: column.slug }] });
  };
  const openQuickAdd = (title: string) => {
    const text = `${title} >${columnReference(column, columns)} `.trimStart();
    return send('quick-add.open', { projectId: project.id, accountId, text });
  };
  return (
    <NewTaskField
      className={styles.newCard}
      accountId={accountId}
      of={`${project.id} ${column.slug}`}
      label={boardMessages.newTaskIn({ column: column.name })}
      placeholder={boardMessages.newTask}
      // A title moves here while the person does something else, or from the field that had the focus.
      autoFocus={!isTitleMoved || cameFrom === document.body}
      create={create}
      openQuickAdd={openQuickAdd}
      onClose={() => {
        showNewTask(null);
        if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
      }}
      onLeave={() => showNewTask(null)}
    />
  );
}
