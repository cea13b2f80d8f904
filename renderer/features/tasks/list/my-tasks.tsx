import { useMemo } from 'react';
import { words } from '../../../../shared/i18n/window-messages.ts';
import { oneLine } from '../../../../shared/one-line.ts';
import { filterTasks } from '../../../../shared/tasks/filter-tasks.ts';
import { setFilter, tell, useApp, useTold } from '../../../app/state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useLate } from '../../../ui/use-delayed.ts';
import { Troubles } from './list-problems.tsx';
import { TaskList } from './task-list.tsx';

export function MyTasks() {
  const { tasks, total } = useTold((state) => state.tasks);
  const filter = useApp((app) => app.filter);
  const shown = useMemo(() => filterTasks(tasks, filter ?? ''), [tasks, filter]);
  const text = oneLine(filter ?? '', 80);
  return (
    <>
      <Troubles />
      {shown.length > 0 && <TaskList tasks={shown} />}
      {shown.length > 0 && total > tasks.length && <p className="tasks-end">{words.tasks.more(tasks.length, total)}</p>}
      {shown.length === 0 && tasks.length > 0 && (
        <Empty title={words.filter.nothing} says={words.filter.nothingSays(text)}>
          <Button onClick={() => setFilter(null)}>{words.filter.clear}</Button>
        </Empty>
      )}
      {tasks.length === 0 && <NoTasks />}
    </>
  );
}

function NoTasks() {
  const isLoading = useTold((state) => state.tasks.loading);
  const known = useTold((state) => state.tasks.fetchedAt !== null);
  const sample = useTold((state) => state.sample);
  const late = useLate(!known && isLoading);
  if (!known) {
    return (
      <div className="tasks-wait" role="status">
        {late && (
          <>
            <Spinner />
            {words.tasks.loading}
          </>
        )}
      </div>
    );
  }
  if (sample === null || sample.present) return <Empty title={words.tasks.empty} says={words.tasks.emptySays} />;
  return (
    <Empty title={words.tasks.emptyLocal} says={words.tasks.emptyLocalSays}>
      <Button kind="primary" onClick={() => void tell('local.add-sample', {})}>
        {words.tasks.addSample}
      </Button>
    </Empty>
  );
}
