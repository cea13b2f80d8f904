import { lazy, Suspense, useMemo, useState } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { filterTasks } from '../../../../shared/tasks/filter-tasks.ts';
import { useAppState } from '../../../state/main-process.ts';
import { setFilter, useNavigation } from '../../../state/navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { LoadingView } from '../../../ui/loading.tsx';
import { ListErrors } from './list-errors.tsx';
import styles from './task-list.module.css';
import { TaskList } from './task-list.tsx';

const FirstTask = lazy(() => import('./first-task.tsx'));

export function MyTasks() {
  const { tasks, total, loading, fetchedAt } = useAppState((state) => state.tasks);
  const filter = useNavigation(({ filter }) => filter);
  const shown = useMemo(() => filterTasks(tasks, filter ?? ''), [tasks, filter]);
  const text = filter ?? '';
  const [isWriting, setWriting] = useState(false);
  const isEmpty = tasks.length === 0;
  const isLoaded = fetchedAt !== null;
  return (
    <>
      <ListErrors />
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
