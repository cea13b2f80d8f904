import { useState } from 'react';
import type { BoardView, ColumnView } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import { plainTask } from '../../../shared/quick-add/plain-task.ts';
import { columnReference } from '../../../shared/quick-add/references.ts';
import { send, sendAbout, useAppState } from '../../state/main-process.ts';
import { isTyping } from '../../ui/keys.ts';
import { NewTaskField } from '../../widgets/new-task-field.tsx';
import styles from './column.module.css';
import { setBoardView } from './view-state.ts';

interface Props {
  project: BoardView['project'];
  column: ColumnView;
  columns: readonly ColumnView[];
}

/** The line that creates the tasks of a column. */
export function NewCard({ project, column, columns }: Props) {
  const accountId = useAppState((state) => state.board?.accountId);
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
      // A column whose title this is may be gone while the person types elsewhere.
      autoFocus={!isTyping(cameFrom)}
      create={create}
      openQuickAdd={openQuickAdd}
      onClose={() => {
        setBoardView({ creating: null });
        if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true });
      }}
      onLeave={() => setBoardView({ creating: null })}
    />
  );
}
