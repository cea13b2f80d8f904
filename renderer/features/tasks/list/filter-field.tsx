import { useMemo } from 'react';
import { words } from '../../../../shared/i18n/window-messages.ts';
import { filterTasks } from '../../../../shared/tasks/filter-tasks.ts';
import { goIntoList, setFilter, useApp, useTold } from '../../../app/state/store.ts';
import { FindField } from '../../../ui/find-field.tsx';

/** In place of the tabs. Down goes on into the list, Escape brings the tabs back. */
export function FilterField() {
  const tasks = useTold((state) => state.tasks.tasks);
  const filter = useApp((app) => app.filter) ?? '';
  const hits = useMemo(() => filterTasks(tasks, filter).length, [tasks, filter]);
  return (
    <FindField
      label={words.filter.label}
      typed={filter}
      onType={setFilter}
      onDown={goIntoList}
      shown={hits}
      total={tasks.length}
    />
  );
}
