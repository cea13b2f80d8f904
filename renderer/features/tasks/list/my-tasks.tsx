import { lazy, Suspense, useMemo, useState } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { filterTasks } from '../../../../shared/tasks/filter-tasks.ts';
import { useAppState, useShownAccount } from '../../../state/main-process.ts';
import { setFilter, useNavigation } from '../../../state/navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { LoadingView } from '../../../ui/loading.tsx';
import styles from './task-list.module.css';
import { TaskList } from './task-list.tsx';

const ListErrors = lazy(() => import('./list-errors.tsx'));
const FirstTask = lazy(() => import('./first-task.tsx'));

export function MyTasks() {
  const { tasks, total, loading, fetchedAt } = useAppState((state) => state.tasks);
  const filter = useNavigation(({ filter }) => filter);
  const accountId = useShownAccount();
  const shown = useMemo(() => {
    const listed = accountId === null ? tasks : tasks.filter((task) => task.accountId === accountId);
    return filterTasks(listed, filter ?? '');
  }, [tasks, filter, accountId]);
  const text = filter ?? '';
  const [isWriting, setWriting] = useState(false);
  const isEmpty = tasks.length === 0;
  const isLoaded = fetchedAt !== null;
  const hasErrors = useAppState(
    (state) =>
      state.account?.status !== 'signed-in' ||
      state.account.tokenIn === 'memory' ||
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
      {shown.length > 0 && total > tasks.length && (
        <p className={styles.end}>{messages.tasks.more({ shown: tasks.length, total })}</p>
      )}
      {shown.length === 0 && !isEmpty && (
        <Empty title={messages.filter.nothing} description={messages.filter.nothingHint({ text })}>
          <Button onClick={() => setFilter(null)}>{messages.filter.clear}</Button>
        </Empty>
      )}
    </>
  );
}
