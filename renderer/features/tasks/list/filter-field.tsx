import { useMemo } from 'react';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { filterTasks } from '../../../../shared/tasks/filter-tasks.ts';
import { useListedTasks } from '../../../state/main-process.ts';
import { focusTaskList, setFilter, useNavigation } from '../../../state/navigation.ts';
import { FindField } from '../../../ui/find-field.tsx';

/** Replaces the tabs. Down moves into the list, Escape closes the filter. */
export function FilterField() {
  const { tasks } = useListedTasks();
  const filter = useNavigation(({ filter }) => filter) ?? '';
  const hits = useMemo(() => filterTasks(tasks, filter).length, [tasks, filter]);
  return (
    <FindField
      label={messages.filter.label}
      typed={filter}
      onType={setFilter}
      onDown={focusTaskList}
      shown={hits}
      total={tasks.length}
    />
  );
}
