import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AppErrorView, EntryView, TaskRef } from '../../../shared/contract/index.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { entryMessages } from '../../../shared/i18n/generated/entry.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { lengthOf, type Piece, type Span } from '../../../shared/time/day.ts';
import { MIN_OVERLAP_MS, subtractSpan } from '../../../shared/time/overlaps.ts';
import { send, useAppState } from '../../state/main-process.ts';
import {
  closeEntry,
  type EntryPart,
  type NewEntry,
  type OpenEntry,
  type OpenGap,
  useShownTime,
} from '../../state/shown-time.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DownIcon, Icon } from '../../ui/icons.tsx';
import inputStyles from '../../ui/input.module.css';
import { MenuButton } from '../../ui/menu.tsx';
import { useInPlace } from '../../ui/use-in-place.ts';
import { useNow } from '../../ui/use-now.ts';
import { entryEntries } from '../../widgets/entry-menu.tsx';
import { TaskPicker } from '../../widgets/task-picker.tsx';
import {
  changedTimes,
  type Draft,
  draftOf,
  lengthOfTimes,
  readDraft,
  type Times,
  timesOf,
  withDuration,
} from './entry-draft.ts';
import { EntryError } from './entry-error.tsx';
import styles from './entry-form.module.css';
import { addEntry, changeEntry, NOT_CONFIRMED } from './save-entry.ts';
import { TimeFields } from './time-fields.tsx';
import { stopOf } from './timeline.ts';
import { SplitForm } from './timer/time-form.tsx';

interface Props {
  /** null for a new entry. */
  entry: EntryView | null;
  /** The task of a new entry, if it is known. */
  task?: TaskRef | undefined;
  note?: string | undefined;
  /** Of a new entry (`NewEntry`). */
  began?: string;
  /** What the form opens with, besides its times. */
  part?: EntryPart | undefined;
  times: Times;
  /** The entries of the shown day. */
  dayPieces: readonly Piece[];
  /** The shown day, `YYYY-MM-DD`. Times on other days show their day. */
  day: string;
  /** The Tab stop to focus after closing; null for none. */
  back: string | null;
}

/** The form of the open entry; nothing if that is not on the day. */
export function OpenForm({
  opened,
  ...shown
}: Pick<Props, 'dayPieces' | 'day'> & { opened: Exclude<OpenEntry, OpenGap> }) {
  const back = stopOf(opened);
  if (opened.kind === 'add') {
    const { from, to, task, note, began = `${from} ${to} ${task?.taskId}` } = opened;
    const times = { start: from, end: to };
    return <EntryForm entry={null} {...{ task, note, began, times, back }} {...shown} />;
  }
  const entry = shown.dayPieces.find((piece) => piece.entry.id === opened.entryId)?.entry;
  return entry && <EntryForm entry={entry} part={opened.part} times={timesOf(entry)} back={back} {...shown} />;
}

/** Edits an entry in place or adds one. */
function EntryForm({ part, ...props }: Props) {
  const { entry, times } = props;
  const [splitting, setSplitting] = useState(part === 'split');
  const label = entry ? entryMessages.edit({ identifier: entry.task.identifier }) : entryMessages.create;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div className={styles.form} ref={form}>
      {entry && splitting ? (
        <div className={styles.split}>
          <SplitForm
            start={times.start}
            end={times.end}
            onSplit={(at) => {
              closeEntry(entry.id);
              void send('time.split', { entryId: entry.id, at: toIsoInstant(at) });
            }}
            onCancel={() => setSplitting(false)}
          />
        </div>
      ) : (
        <Fields {...props} part={part} label={label} split={() => setSplitting(true)} />
      )}
    </div>
  );
}

function Fields(props: Props & { label: string; split: () => void }) {
  const { entry, part, times, dayPieces, day, back, label, split } = props;
  const [began] = useState(props.began);
  const [kept] = useState(() => (entry ? useShownTime.getState().edits[entry.id] : keptDraft(began, times)));
  /** What the person changed: kept or set by a duration, and as typed. The rest follows the entry, which may change meanwhile. */
  const [exact, setExact] = useState<Partial<Times>>(kept?.times ?? {});
  const [changed, setChanged] = useState<Partial<Draft>>({});
  const [typedNote, setNote] = useState(kept?.note ?? null);
  const base = { ...times, ...exact };
  const draft = { ...draftOf(base), ...changed };
  const note = typedNote ?? entry?.note ?? props.note ?? '';
  const [chosenTask, setTask] = useState<TaskRef | null>(kept?.task ?? null);
  const task = chosenTask ?? entry?.task ?? props.task ?? null;
  /** What is typed as duration, and the times that it changes; null to show that of the draft. */
  const [typed, setTyped] = useState<{ text: string; over: { start: number; end: number } } | null>(null);
  const picker = useInPlace(task === null || part === 'task');
  const [tried, setTried] = useState(false);
  const [left, setLeft] = useState(false);
  const [withDays, setWithDays] = useState(part === 'day' || draft.startDay !== day || draft.endDay !== day);
  const [error, setError] = useState<AppErrorView | null>(null);
  const start = useRef<HTMLInputElement>(null);
  const platform = useAppState((state) => state.app.platform);
  const id = useId();
  const now = useNow(times.end === null ? 5 * SECOND_MS : 0).getTime();
  const read = readDraft(draft, base, Math.max(now, Date.now()));

  // The field for the task takes the focus itself.
  const isPickingFirst = useRef(picker.isOpen).current;
  useEffect(() => {
    if (isPickingFirst) return;
    const first = part === 'day' ? 'input[type=date]' : part === 'end' ? 'input[id$=-end]' : null;
    (first === null ? start.current : start.current?.form?.querySelector<HTMLElement>(first))?.focus();
  }, [isPickingFirst, part]);

  const isTyped = Object.keys({ ...exact, ...changed }).length > 0 || typedNote !== null || chosenTask !== null;
  const isKept = useRef(isTyped);
  const { start: from, end: to } = 'times' in read ? read.times : times;
  const span = 'times' in read && to !== null ? { from, to } : null;
  const entryId = entry?.id;
  const accountId = entry?.task.accountId;
  // Another entry may be opened before this one is saved.
  useEffect(() => {
    // What was changed back is no longer kept.
    if (!isTyped && !isKept.current) return;
    isKept.current = true;
    const edited = changedTimes({ start: from, end: to }, { start: times.start, end: times.end });
    const edit = { day, accountId, times: edited, note: typedNote, task: chosenTask };
    if (entryId !== undefined)
      useShownTime.setState(({ edits }) => ({ edits: { ...edits, [entryId]: isTyped ? edit : undefined } }));
    else
      keepDraft({ kind: 'add', from, to: to ?? from, gap: null, note, ...(task && { task }), ...(began && { began }) });
  }, [entryId, day, accountId, began, isTyped, from, to, times.start, times.end, note, typedNote, task, chosenTask]);
  const others = dayPieces.filter((piece) => piece.entry.id !== entry?.id);
  const twiceMs = span === null ? 0 : lengthOf(span) - coveredOnce(span, others);

  const isNoDuration = typed !== null && withDuration(typed.text, typed.over, 'end') === null;
  let wrong: string | null = null;
  if (isNoDuration && (tried || left)) wrong = entryMessages.noDuration;
  else if ('wrong' in read && (tried || left)) wrong = entryMessages.wrong[read.wrong];
  else if (tried && task === null) wrong = entryMessages.noTask;

  const changeDuration = (text: string, moves: keyof Times = 'end') => {
    const over =
      typed?.over ?? ('times' in read && read.times.end !== null ? { ...read.times, end: read.times.end } : null);
    if (over === null) return;
    setTyped({ text, over });
    const next = withDuration(text, over, moves);
    if (next !== null) {
      setExact(changedTimes(next, times));
      setChanged({});
    }
    setLeft(false);
    setError(null);
  };

  const save = async (confirmed = NOT_CONFIRMED) => {
    setTried(true);
    setError(null);
    if ('wrong' in read || isNoDuration || task === null) return;
    if (entry) {
      const failed = await changeEntry(entry, read.times, times, note, task, confirmed);
      if (failed) setError(failed);
      else closeEntry(back);
      return;
    }
    const added = await addEntry(read.times, note, task, confirmed);
    if ('error' in added) setError(added.error);
    else closeEntry(added.entryId ?? back);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const length = 'times' in read ? hoursMinutes(lengthOfTimes(read.times, now)) : '';

  return (
    <form
      aria-label={label}
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <span className={styles.label} id={`${id}-task`}>
        {entryMessages.task}
      </span>
      {picker.isOpen ? (
        <TaskPicker
          exclude={task}
          onChoose={(chosen) => {
            // Ctrl Enter submits the form with the task that it chooses.
            flushSync(() => setTask(chosen));
            start.current?.focus();
          }}
          onLeave={picker.close}
        />
      ) : (
        <button
          ref={picker.button}
          type="button"
          className={classNames(inputStyles.input, styles.input, styles.task)}
          aria-describedby={`${id}-task`}
          onClick={picker.open}
        >
          {task ? (
            <>
              <span className={classNames('identifier', styles.identifier)}>{task.identifier}</span>
              <span className="truncate grow" dir="auto">
                {task.title || messages.tasks.untitled}
              </span>
            </>
          ) : (
            <span className="grow">{entryMessages.chooseTask}</span>
          )}
          <Icon of={DownIcon} />
        </button>
      )}
      <TimeFields
        draft={draft}
        onChange={(part) => {
          setChanged({ ...changed, ...part });
          setTyped(null);
          setLeft(false);
          setError(null);
        }}
        onLeave={() => setLeft(true)}
        wrong={wrong !== null && 'wrong' in read ? read.wrong : null}
        withDays={withDays}
        isRunning={times.end === null}
        length={typed?.text ?? length}
        onLength={times.end === null ? null : changeDuration}
        onLengthLeave={() => {
          if (isNoDuration) setLeft(true);
          else setTyped(null);
        }}
        isLengthWrong={wrong !== null && isNoDuration}
        startRef={start}
        errorId={`${id}-description`}
      />
      <label className={styles.label} htmlFor={`${id}-note`}>
        {entryMessages.note}
      </label>
      <textarea
        id={`${id}-note`}
        className={classNames(inputStyles.input, styles.input)}
        dir="auto"
        rows={1}
        maxLength={LENGTHS.note}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <p id={`${id}-description`} className={classNames(styles.error, wrong === null && styles.twice)} role="status">
        {wrong ?? (twiceMs >= MIN_OVERLAP_MS && timePageMessages.countedTwice({ duration: formatDuration(twiceMs) }))}
      </p>
      {error && (
        <div className={styles.rejection}>
          <EntryError error={error} keep={(confirmed) => void save(confirmed)} correct={() => setError(null)} />
        </div>
      )}
      <div className={classNames(styles.actions, styles.footer)}>
        <Button small kind={error?.kind === 'needs-confirmation' ? 'secondary' : 'primary'} type="submit">
          {entry
            ? entryMessages.save
            : length === ''
              ? entryMessages.addIt
              : entryMessages.addDuration({ duration: length })}
        </Button>
        <Button small kind="quiet" onClick={() => closeEntry(back)}>
          {messages.cancel}
        </Button>
        <MenuButton
          small
          quiet
          label={entryMessages.more}
          className={styles.more}
          entries={() => [
            ...(withDays ? [] : [{ label: entryMessages.toDay, onChoose: () => setWithDays(true) }]),
            ...(entry
              ? entryEntries(entry, { day, platform, inForm: { split, close: () => closeEntry(entry.id) } })
              : []),
          ]}
        >
          {entryMessages.more}
        </MenuButton>
      </div>
    </form>
  );
}

type Drafts = NewEntry | null | undefined;

/** What was typed for the same new entry before. */
function keptDraft(began: string | undefined, times: Times) {
  let draft: Drafts = useShownTime.getState().draft;
  while (draft && draft.began !== began) draft = draft.earlier;
  if (!draft) return undefined;
  const { from, to, note = null, task = null } = draft;
  return { times: changedTimes({ start: from, end: to }, times), note, task };
}

/** The drafts of other new entries stay under this one. */
const keepDraft = (draft: NewEntry): void =>
  useShownTime.setState(({ draft: before }) => ({
    draft: { ...draft, earlier: withoutDraft(before, draft.began) },
    isDraftOpen: true,
  }));

const withoutDraft = (drafts: Drafts, began: string | undefined): Drafts =>
  drafts?.began === began ? drafts?.earlier : drafts && { ...drafts, earlier: withoutDraft(drafts.earlier, began) };

/** The part of the span that no other entry covers (ms). */
const coveredOnce = (span: Span, others: readonly Piece[]): number =>
  others
    .reduce((rest, other) => rest.flatMap((part) => subtractSpan(part, other)), [span])
    .reduce((sum, part) => sum + lengthOf(part), 0);
