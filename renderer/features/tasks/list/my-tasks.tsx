import { lazy, Suspense, useMemo, useState } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { filterTasks } from '../../../../shared/tasks/filter-tasks.ts';
import { useAppState, useListedTasks } from '../../../state/main-process.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { LoadingView } from '../../../ui/loading.tsx';
import styles from './task-list.module.css';
import { TaskList } from './task-list.tsx';

const ListErrors = lazy(() => import('./list-errors.tsx'));
const FirstTask = lazy(() => import('./first-task.tsx'));
const NothingListed = lazy(() => import('./nothing-listed.tsx'));

export function MyTasks() {
  const { tasks, loading, fetchedAt } = useAppState((state) => state.tasks);
  const { tasks: listed, total } = useListedTasks();
  const filter = useNavigation(({ filter }) => filter);
  const text = filter ?? '';
  const shown = useMemo(() => filterTasks(listed, text), [listed, text]);
  const [isWriting, setWriting] = useState(false);
  const isEmpty = tasks.length === 0;
  const isLoaded = fetchedAt !== null;
  const hasErrors = useAppState(
    (state) =>
      state.account?.status !== 'signed-in' ||
      state.account.tokenIn === 'memory' ||
      state.accounts.some(({ state: is }) => is !== 'signed-in') ||
      (state.account.error ?? state.tasks.error ?? state.unreadableRecords.tasks) != null,
  );
  return (
    <>
      {hasErrors && (
        <Suspense>
          <ListErrors />
        </Suspense>
      )}
      {isEmpty && !isLoaded && <LoadingView isLoading={loading}>{messages.tasks.loading}</LoadingView>}
      {((isEmpty && isLoaded) || isWriting) && (
        <Suspense>
          <FirstTask isEmpty={isEmpty} onWriting={setWriting} />
        </Suspense>
      )}
      {shown.length > 0 && <TaskList tasks={shown} />}
      {shown.length > 0 && total > listed.length && (
        <p className={styles.end}>{messages.tasks.more({ shown: listed.length, total })}</p>
      )}
      {shown.length === 0 && !isEmpty && (
        <Suspense>
          <NothingListed filter={listed.length === 0 ? null : text} />
        </Suspense>
      )}
    </>
  );
}
