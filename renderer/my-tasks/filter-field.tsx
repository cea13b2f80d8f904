import { useEffect, useMemo, useRef } from 'react';
import { setFilter, useApp, useTold } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import { SearchIcon } from '../ui/icons.ts';
import { Kbd } from '../ui/kbd.tsx';
import { words } from '../words/index.ts';
import { filterTasks } from './filter.ts';
import './filter-field.css';

/** In place of the tabs. Down goes on into the list, Escape brings the tabs back. */
export function FilterField() {
  const tasks = useTold((state) => state.tasks.tasks);
  const filter = useApp((app) => app.filter) ?? '';
  const hits = useMemo(() => filterTasks(tasks, filter).length, [tasks, filter]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <search className="find">
      <div className="find-box">
        <Icon of={SearchIcon} />
        <input
          ref={input}
          type="text"
          aria-label={words.filter.label}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            event.preventDefault();
            if (!event.nativeEvent.isComposing) useApp.setState({ focusList: true });
          }}
        />
        <span className="n" role="status">
          {words.filter.count(hits, tasks.length)}
        </span>
        <button type="button" aria-label={words.filter.clearByKey} tabIndex={-1} onClick={() => setFilter(null)}>
          <Kbd>{words.status.keys.esc}</Kbd>
        </button>
      </div>
    </search>
  );
}
