import { useMemo } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { filterTasks } from '../../../../shared/tasks/filter-tasks.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { setFilter, useNavigation } from '../../../state/navigation.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { LoadingView } from '../../../ui/loading.tsx';
import { ListErrors } from './list-errors.tsx';
import styles from './task-list.module.css';
import { TaskList } from './task-list.tsx';

export function MyTasks() {
  const { tasks, total } = useAppState((state) => state.tasks);
  const filter = useNavigation(({ filter }) => filter);
  const shown = useMemo(() => filterTasks(tasks, filter ?? ''), [tasks, filter]);
  const text = filter ?? '';
  return (
    <>
      <ListErrors />
      {shown.length > 0 && <TaskList tasks={shown} />}
      {shown.length > 0 && total > tasks.length && (
        <p className={styles.end}>{messages.tasks.more({ shown: tasks.length, total })}</p>
      )}
      {shown.length === 0 && tasks.length > 0 && (
        <Empty title={messages.filter.nothing} description={messages.filter.nothingHint({ text })}>
          <Button onClick={() => setFilter(null)}>{messages.filter.clear}</Button>
        </Empty>
      )}
      {tasks.length === 0 && <NoTasks />}
    </>
  );
}

function NoTasks() {
  const isLoading = useAppState((state) => state.tasks.loading);
  const isLoaded = useAppState((state) => state.tasks.fetchedAt !== null);
  const sample = useAppState((state) => state.sample);
  if (!isLoaded) return <LoadingView isLoading={isLoading}>{messages.tasks.loading}</LoadingView>;
  if (sample === null || sample.present)
    return <Empty title={messages.tasks.empty} description={messages.tasks.emptyHint} />;
  return (
    <Empty title={messages.tasks.emptyLocal} description={messages.tasks.emptyLocalHint}>
      <Button kind="primary" onClick={() => void send('local.add-sample', {})}>
        {messages.tasks.addSample}
      </Button>
    </Empty>
  );
}
