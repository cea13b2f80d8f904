import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { TaskRef } from '../../../shared/contract/index.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { suggest } from '../../../shared/time/suggest-tasks.ts';
import { classNames } from '../../ui/class-names.ts';
import { PlayOutline } from '../../ui/marks.tsx';
import { useAppState } from './store.ts';
import styles from './task-combobox.module.css';

interface Props {
  label: string;
  /** A task to leave out. */
  exclude: string | null;
  /** Takes the focus and opens the list on mount. */
  eager: boolean;
  /** Shows a play mark, because choosing a task starts a timer. */
  starts?: boolean;
  onChoose: (task: TaskRef) => void;
  /** Called when the field is left without a choice. */
  onLeave?: () => void;
}

/** A combobox of tasks, recently tracked ones first. Enter chooses the active option. */
export function TaskCombobox({ label, exclude, eager, starts = false, onChoose, onLeave }: Props) {
  const tasks = useAppState((state) => state.tasks.tasks);
  const recent = useAppState((state) => state.time.recent);
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState(eager);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const found = useMemo(
    () => suggest(query, recent, tasks).filter((ref) => ref.taskId !== exclude),
    [query, recent, tasks, exclude],
  );
  const active = Math.min(at, found.length - 1);

  useEffect(() => {
    if (eager) input.current?.focus();
  }, [eager]);

  const close = () => {
    setOpen(false);
    setQuery('');
    setAt(0);
  };
  const leave = () => {
    close();
    onLeave?.();
  };
  const choose = (ref: TaskRef | undefined) => {
    if (ref === undefined) return;
    close();
    onChoose(ref);
    input.current?.blur();
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (found.length > 0) setAt((active + move + found.length) % found.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Escape' && (open || query !== '' || onLeave)) {
      event.preventDefault();
      leave();
    }
  };

  const optionId = (index: number) => `${id}-option-${index}`;
  return (
    <>
      <div className={styles.search}>
        {starts && <PlayOutline />}
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          placeholder={label}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(open && active >= 0 ? { 'aria-activedescendant': optionId(active) } : {})}
          autoComplete="off"
          spellCheck={false}
          maxLength={LENGTHS.search}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
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
          <div className={styles.caption}>
            {query === '' && recent.length > 0 ? messages.timer.recent : messages.timer.found}
          </div>
          {/* Not a Tab stop, which scrollable elements are by default: the list closes as soon as the field loses the focus. */}
          <div
            id={`${id}-list`}
            role="listbox"
            tabIndex={-1}
            aria-label={messages.timer.suggestions}
            className="scroll-inside"
          >
            {found.map((ref, index) => (
              <Suggestion
                key={ref.taskId}
                id={optionId(index)}
                task={ref}
                selected={index === active}
                onPoint={() => setAt(index)}
                onChoose={() => choose(ref)}
              />
            ))}
          </div>
          {found.length === 0 && (
            <p className={styles.none} role="status">
              {query === '' ? messages.timer.noTasks : messages.timer.nothing}
            </p>
          )}
        </div>
      )}
    </>
  );
}

interface SuggestionProps {
  id: string;
  task: TaskRef;
  selected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Suggestion({ id, task, selected, onPoint, onChoose }: SuggestionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which owns this list.
    // biome-ignore lint/a11y/useFocusableInteractive: the same: aria-activedescendant points here.
    <div
      id={id}
      ref={line}
      role="option"
      aria-selected={selected}
      className={styles.suggestion}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className={classNames('identifier', styles.identifier)}>{task.identifier}</span>
      <span className="truncate grow" dir="auto">
        {task.title || messages.tasks.untitled}
      </span>
      <bdi className={classNames('truncate', styles.project)}>{task.projectName}</bdi>
    </div>
  );
}
