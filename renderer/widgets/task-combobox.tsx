import { useEffect, useMemo, useRef, useState } from 'react';
import { isSameTask, taskKey } from '../../shared/accounts.ts';
import type { TaskRef } from '../../shared/contract/index.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../shared/limits.ts';
import { nameWithAccount } from '../../shared/quick-add/accounts.ts';
import { suggest } from '../../shared/time/suggest-tasks.ts';
import { may, send, useAppState } from '../state/main-process.ts';
import { classNames } from '../ui/class-names.ts';
import { FilterIcon, Icon, PlusIcon } from '../ui/icons.tsx';
import { Option, useListbox } from '../ui/listbox.tsx';
import { PlayOutline } from '../ui/marks.tsx';
import styles from './task-combobox.module.css';
import { useNewTask } from './use-new-task.ts';

interface Props {
  label: string;
  /** A task to leave out. */
  exclude: TaskRef | null;
  /** What is searched for at first. */
  initial?: string | undefined;
  /** Takes the focus and opens the list on mount. */
  eager: boolean;
  /** Choosing a task starts a timer, also one that does not exist yet. */
  starts?: boolean;
  onChoose: (task: TaskRef) => void;
  /** Called when the field is left, after a choice too. `hasFocus`: it still has it. */
  onLeave?: (hasFocus: boolean) => void;
}

/** A combobox of tasks, recently tracked ones first. Enter chooses the active option. */
export function TaskCombobox({ label, exclude, initial = '', eager, starts = false, onChoose, onLeave }: Props) {
  const { timer: texts } = messages;
  const tasks = useAppState((state) => state.tasks.tasks);
  const recent = useAppState((state) => state.time.recent);
  const accounts = useAppState((state) => state.accounts);
  const [query, setQuery] = useState(initial);
  const [open, setOpen] = useState(eager);
  const input = useRef<HTMLInputElement>(null);
  const isMac = useAppState((state) => state.app.platform === 'darwin');
  const keyNames = messages.status.keys;

  const found = useMemo(
    () => suggest(query, recent, tasks).filter((ref) => exclude === null || !isSameTask(ref, exclude)),
    [query, recent, tasks, exclude],
  );
  const title = starts ? query.trim() : '';
  const newTask = useNewTask(title !== '');
  const mayCreate = useAppState((state) => may(state, 'task:create', newTask?.project.account?.id));
  const isOffered = title !== '' && mayCreate && newTask != null;
  const isCreating = useRef(false);
  const keys = open ? [...found.map(taskKey), ...(isOffered ? ['new', 'details'] : [])] : [];
  const listbox = useListbox(keys, `${open} ${query}`);

  useEffect(() => {
    if (eager) input.current?.focus();
  }, [eager]);

  const close = () => {
    setOpen(false);
    setQuery('');
  };
  const leave = () => {
    close();
    onLeave?.(document.activeElement === input.current);
  };
  const choose = (ref: TaskRef | undefined) => {
    if (ref === undefined) return;
    close();
    onChoose(ref);
    if (onLeave) leave();
    else input.current?.blur();
  };
  const create = async () => {
    if (!newTask || isCreating.current) return;
    isCreating.current = true;
    // The text stays until the task is stored.
    if (await newTask.create(title)) leave();
    isCreating.current = false;
  };
  const openQuickAdd = () => {
    leave();
    void send('quick-add.open', {
      text: title,
      projectId: newTask?.project.id,
      accountId: newTask?.project.account?.id,
    });
  };
  const chooseActive = () => {
    const key = keys[listbox.active];
    if (key === 'new') void create();
    else if (key === 'details') openQuickAdd();
    else choose(found[listbox.active]);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || listbox.move(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true);
    else if (event.key === 'Enter' && open) {
      if ((event.ctrlKey || event.metaKey) && title !== '') openQuickAdd();
      else chooseActive();
    } else if (event.key === 'Escape' && (open || query !== '' || onLeave)) leave();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={styles.search}>
        {starts && <PlayOutline />}
        <input
          {...listbox.field}
          ref={input}
          className="plain-input"
          aria-label={label}
          placeholder={label}
          maxLength={LENGTHS.search}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onFocus={() => setOpen(true)}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
      </div>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is.
        <div className={styles.suggestions} onMouseDown={(event) => event.preventDefault()}>
          {!(isOffered && found.length === 0) && (
            <div className={styles.caption}>{query === '' && recent.length > 0 ? texts.recent : texts.found}</div>
          )}
          {/* Not a Tab stop, which scrollable elements are by default: the list closes as soon as the field loses the focus. */}
          <div {...listbox.list} role="listbox" tabIndex={-1} aria-label={texts.suggestions} className="scroll-inside">
            {found.map((ref, index) => (
              <Option
                key={taskKey(ref)}
                of={listbox}
                index={index}
                className={styles.suggestion}
                onChoose={() => choose(ref)}
              >
                <span className={classNames('identifier', styles.identifier)}>{ref.identifier}</span>
                <span className="truncate grow" dir="auto">
                  {ref.title || messages.tasks.untitled}
                </span>
                <bdi className={classNames('truncate', styles.project)}>
                  {nameWithAccount({
                    name: ref.projectName,
                    account: accounts.find(({ id }) => id === ref.accountId),
                  })}
                </bdi>
              </Option>
            ))}
            {isOffered && (
              <>
                <Option of={listbox} index={found.length} className={styles.newTask} onChoose={() => void create()}>
                  <Icon of={PlusIcon} />
                  <span className={styles.newTaskText}>
                    <span className="truncate" dir="auto">
                      {texts.newTask({ title })}
                    </span>{' '}
                    <span className="truncate">{texts.newTaskIn({ project: newTask.project.name })}</span>
                  </span>
                  {found.length === 0 && (
                    <span aria-hidden="true">
                      <kbd>{keyNames.enter}</kbd>
                    </span>
                  )}
                </Option>
                <Option of={listbox} index={found.length + 1} className={styles.suggestion} onChoose={openQuickAdd}>
                  <Icon of={FilterIcon} />
                  <span className="truncate grow">{texts.newTaskDetails}</span>
                  <span aria-hidden="true">
                    <kbd>{isMac ? keyNames.command : keyNames.control}</kbd> <kbd>{keyNames.enter}</kbd>
                  </span>
                </Option>
              </>
            )}
          </div>
          {found.length === 0 && !isOffered && (
            <p className={styles.none} role="status">
              {query === '' ? texts.noTasks : texts.nothing}
              {title !== '' && !mayCreate && ` ${texts.mayNotCreate}`}
            </p>
          )}
        </div>
      )}
    </>
  );
}
