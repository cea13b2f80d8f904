/** The panel that proposes what a gap was. It goes on with what is left of the gap, and in a review with the next gap of the day. */

import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { isSameTask } from '../../../../shared/accounts.ts';
import type { AppErrorView, TaskRef } from '../../../../shared/contract/index.ts';
import type { ProposalRule, ProposalTarget, SourceView } from '../../../../shared/contract/proposals.ts';
import { toIsoInstant } from '../../../../shared/dates/instant.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../../shared/i18n/format-durations.ts';
import { entryMessages } from '../../../../shared/i18n/generated/entry.ts';
import { fillGapMessages } from '../../../../shared/i18n/generated/fill-gap.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { targetKey } from '../../../../shared/proposals/evidence.ts';
import { lengthOf, type Piece, type Span, total } from '../../../../shared/time/day.ts';
import { MIN_OVERLAP_MS, overlapMs } from '../../../../shared/time/overlaps.ts';
import { subtract, within } from '../../../../shared/time/spans.ts';
import { request, send } from '../../../state/main-process.ts';
import { closeEntry, type OpenGap, openEntry } from '../../../state/shown-time.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadError } from '../../../ui/error-box.tsx';
import { Icon, WarnIcon } from '../../../ui/icons.tsx';
import { isTyping, pressedKeys } from '../../../ui/keys.ts';
import { useListbox } from '../../../ui/listbox.tsx';
import { LoadingLine } from '../../../ui/loading.tsx';
import { PopMenu } from '../../../ui/menu.tsx';
import { AccountMark } from '../../../widgets/open-accounts.tsx';
import { TaskPicker } from '../../../widgets/task-picker.tsx';
import { type Draft, draftOf, lengthOfTimes, onNearestDays, readDraft } from '../entry-draft.ts';
import { EntryError } from '../entry-error.tsx';
import entryFormStyles from '../entry-form.module.css';
import { addEntry, NOT_CONFIRMED } from '../save-entry.ts';
import { ClockField } from '../time-fields.tsx';
import { gapStop } from '../timeline.ts';
import type { DayProps } from '../use-day.ts';
import { setProposed } from '../view-state.ts';
import styles from './fill-gap.module.css';
import { menuOf, openSources, type RuleText, titleOf } from './proposal-menu.ts';
import { Reasons } from './reasons.tsx';
import { useProposals } from './use-proposals.ts';

interface Props extends Pick<DayProps, 'gaps' | 'dayPieces' | 'isToday'> {
  opened: OpenGap;
}

export default function FillGap({ opened, gaps, dayPieces, isToday }: Props) {
  const { review } = opened;
  const open = gaps.filter(({ isNotWork }) => !isNotWork);
  const [gap] = within(open, opened);
  const next = open.find(({ from }) => from >= (gap?.to ?? opened.to));
  /** The last entry, which takes the focus when the panel closes. */
  const [added, setAdded] = useState<string | null>(null);
  const goOn = () => {
    if (review === null) return closeEntry(added ?? gapStop(opened.from));
    const { from, to } = next ?? { from: opened.to, to: opened.to };
    openEntry({ kind: 'fill', from, to, review: { at: review.at + 1, of: Math.max(review.of, review.at + 1) } });
  };
  const isFilled = gap === undefined && (review === null || next !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each gap that is filled.
  useEffect(() => {
    if (isFilled) goOn();
  }, [isFilled, opened]);
  if (gap !== undefined) return <Proposals {...{ opened, gap, dayPieces, goOn }} onAdded={setAdded} />;
  if (isFilled) return null;
  const { done, skipped } = fillGapMessages;
  const title = open.length === 0 ? done({ isToday }) : skipped({ count: open.length });
  return <Done title={title} onClose={() => closeEntry(added ?? '')} />;
}

/** The end of a review. */
function Done({ title, onClose }: { title: string; onClose: () => void }) {
  const id = useId();
  return (
    <div className={styles.panel} role="dialog" aria-labelledby={id}>
      <header className={styles.header}>
        <h3 id={id}>{title}</h3>
        <span className="grow" />
        <Button small kind="primary" autoFocus onClick={onClose}>
          {messages.close}
        </Button>
      </header>
    </div>
  );
}

interface ProposalsProps {
  opened: OpenGap;
  /** What is left of the opened gap. */
  gap: Span;
  dayPieces: readonly Piece[];
  /** To the next gap. */
  goOn: () => void;
  onAdded: (entryId: string | null) => void;
}

function Proposals({ opened, gap, dayPieces, goOn, onAdded }: ProposalsProps) {
  const { review } = opened;
  const { proposals, isMoreExpected, sources, key, isRead, error, isLoading, load, startOver } = useProposals(gap);
  const listbox = useListbox(
    proposals.map(({ target }) => targetKey(target)),
    key,
  );
  // Those of the part before stay in sight until the next ones are read.
  const active = isRead ? listbox.active : -1;
  const proposal = proposals[active];
  const target = proposal?.target;
  const suggested = { start: proposal?.from ?? gap.from, end: proposal?.to ?? gap.to };
  const [typed, setTyped] = useState<{ over: string; draft: Draft } | null>(null);
  const over = `${key} ${active}`;
  const draft = typed?.over === over ? typed.draft : draftOf(suggested);
  const read = readDraft(draft, suggested, Date.now());
  const wrong = 'wrong' in read ? read.wrong : null;
  const { start: from, end } = 'times' in read ? read.times : suggested;
  const to = end ?? from;
  const length = hoursMinutes(lengthOfTimes({ start: from, end: to }));
  const twiceMs = to - from - total(subtract([{ from, to }], dayPieces));
  /** Whose task is searched for: the gap's, with which tasks at first, or a rule's. */
  const [picking, setPicking] = useState<'all' | 'project' | RuleText | null>(null);
  // Proposals that arrive late must not replace the times that the person types or picks a task for.
  const keepChosen = () => listbox.point(active);
  const isEmpty = isRead && proposals.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each empty answer.
  useEffect(() => {
    if (isEmpty) keepChosen();
  }, [isEmpty, key]);
  const pick = (what: typeof picking) => {
    keepChosen();
    setPicking(what);
  };
  const [rejected, setRejected] = useState<{ error: AppErrorView; task: TaskRef; over: string } | null>(null);
  const [menuAt, setMenuAt] = useState<DOMRect | null>(null);
  const { answer, isAnswering } = useAnswer(gap);
  const box = useRef<HTMLDivElement>(null);
  useGapInSight(box, gap);
  useFocusInside(box, [proposals.length > 0, picking !== null, key, isRead].join());
  const id = useId();

  const text = target ? titleOf(target) : entryMessages.create;
  useEffect(() => {
    setProposed({ from, to, text });
    return () => setProposed(null);
  }, [from, to, text]);

  const count = (answered: ProposalTarget, answer: 'accepted' | 'refused') => {
    if (proposal !== undefined && proposal.features.length > 0)
      void request('proposals.answer', { target: answered, features: proposal.features, answer });
  };
  /** The texts of the chosen proposal speak for an answer about its time, and against the proposal if that is something else. */
  const learn = (answered: ProposalTarget) => {
    if (overlapMs({ from, to }, { from: suggested.start, to: suggested.end }) === 0) return;
    count(answered, 'accepted');
    if (target !== undefined && !isMeant(target, answered)) count(target, 'refused');
  };
  const mayAnswer = !isAnswering && wrong === null;
  const add = (task: TaskRef, confirmed = NOT_CONFIRMED) =>
    answer({ from, to }, async () => {
      const added = await addEntry({ start: from, end: to }, '', task, confirmed);
      setRejected('error' in added ? { error: added.error, task, over } : null);
      if ('error' in added) return false;
      learn({ kind: 'task', task });
      onAdded(added.entryId);
      return true;
    });
  const setNotWork = () => {
    if (!mayAnswer) return;
    void answer({ from, to }, async () => {
      const span = { from: toIsoInstant(from), to: toIsoInstant(to) };
      const isSet = await send('time-rules.set-not-work', { ...span, isNotWork: true });
      if (isSet) learn({ kind: 'not-work' });
      return isSet;
    });
  };
  const isReady = isRead && mayAnswer;
  const accept = () => {
    if (target === undefined) pick('all');
    else if (target.kind === 'project') pick('project');
    else if (target.kind === 'not-work') setNotWork();
    else void add(target.task);
  };
  const addRule = async (rule: ProposalRule) => {
    if (rule.proposes.kind === 'never' && target !== undefined) count(target, 'refused');
    if (await send('proposals.add-rule', { rule })) startOver();
  };
  const openMenu = (row: Element | null | undefined) => row && setMenuAt(row.getBoundingClientRect());

  const onKeyDown = (event: React.KeyboardEvent) => {
    const pressed = event.target as HTMLElement;
    // A key that is held would answer what is left of the gap, too.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    if (event.nativeEvent.isComposing || isTyping(pressed) || !event.currentTarget.contains(pressed)) return;
    if (listbox.move(event)) return;
    const row = /^[1-5]$/.test(event.key) ? proposals[Number(event.key) - 1] : undefined;
    const keys: Partial<Record<string, () => void>> = {
      '/': () => pick('all'),
      N: setNotWork,
      '.': () => openMenu(listbox.list.ref.current?.querySelector('[aria-selected=true]')),
      ...(review && { S: goOn }),
      ...(pressed.closest('button') === null && { Enter: () => isReady && accept() }),
      ...(row && { [event.key]: () => listbox.point(Number(event.key) - 1) }),
    };
    const run = keys[pressedKeys(event)];
    if (run === undefined) return;
    event.preventDefault();
    if (!event.repeat) run();
  };

  const duration = formatDuration(lengthOf(gap));
  const isWhole = lengthOf(gap) === lengthOf(opened);
  const change = (changed: Partial<Draft>) => {
    keepChosen();
    setTyped({ over, draft: onNearestDays({ ...draft, ...changed }, suggested) });
  };
  const times = { draft, wrong, errorId: `${id}-wrong`, onChange: change };
  const answerButton = (label: string, keys: string, onClick: () => void) => (
    <Button small kind="quiet" aria-keyshortcuts={keys} onClick={onClick}>
      {label}
      <Key>{keys}</Key>
    </Button>
  );
  return (
    <div
      className={classNames('scroll-inside', styles.panel)}
      ref={box}
      role="dialog"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) accept();
        }}
      >
        <header className={styles.header}>
          <h3 id={`${id}-title`} aria-live="polite">
            {isWhole ? timePageMessages.gap({ duration }) : fillGapMessages.left({ duration })}{' '}
            {review && <span className={styles.place}>{fillGapMessages.ofGaps(review)}</span>}
          </h3>
          <span className="grow" />
          <ClockField edge="start" {...times} />
          <span aria-hidden="true">–</span>
          <ClockField edge="end" {...times} />
        </header>
        <p
          id={`${id}-wrong`}
          className={classNames(entryFormStyles.error, wrong === null && entryFormStyles.twice, styles.wrong)}
          role="status"
        >
          {wrong
            ? entryMessages.wrong[wrong]
            : twiceMs >= MIN_OVERLAP_MS && timePageMessages.countedTwice({ duration: formatDuration(twiceMs) })}
        </p>
        {rejected?.over === over && (
          <EntryError
            error={rejected.error}
            keep={(confirmed) => mayAnswer && void add(rejected.task, confirmed)}
            correct={() => setRejected(null)}
          />
        )}
        {picking && (
          <div className={styles.picker}>
            <TaskPicker
              label={typeof picking === 'object' ? fillGapMessages.ruleTask(picking) : undefined}
              exclude={null}
              initial={picking === 'project' && target?.kind === 'project' ? target.projectName : undefined}
              onChoose={(task) => {
                setPicking(null);
                if (typeof picking === 'object') void addRule({ ...picking, proposes: { kind: 'task', task } });
                else if (mayAnswer) void add(task);
              }}
              onLeave={() => setPicking(null)}
            />
          </div>
        )}
        <div className={classNames(isMoreExpected && picking === null && styles.held)}>
          {proposals.length === 0 && isRead && sources.some(({ isOn }) => isOn) && (
            <p className={styles.note}>{fillGapMessages.nothing}</p>
          )}
          {proposals.length > 0 && (
            <div
              {...listbox.list}
              role="listbox"
              aria-label={fillGapMessages.list}
              aria-activedescendant={listbox.active < 0 ? undefined : listbox.optionId(listbox.active)}
              tabIndex={0}
              hidden={picking !== null}
              onContextMenu={(event) => {
                event.preventDefault();
                // The menu key and Shift F10 press the list itself.
                const row = (event.target as Element).closest('[role=option]');
                if (row !== null) listbox.point([...event.currentTarget.children].indexOf(row));
                openMenu(row ?? event.currentTarget.querySelector('[aria-selected=true]'));
              }}
            >
              {proposals.map((one, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
                // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus.
                <div
                  key={targetKey(one.target)}
                  id={listbox.optionId(index)}
                  role="option"
                  aria-selected={index === listbox.active}
                  className={styles.proposal}
                  onClick={() => listbox.point(index)}
                  onDoubleClick={() => isReady && accept()}
                >
                  <Key>{index + 1}</Key>
                  <span className={styles.title}>
                    <span className="truncate" dir="auto" title={titleOf(one.target)}>
                      {titleOf(one.target)}
                    </span>{' '}
                    {one.target.kind === 'task' && (
                      <>
                        <span className="identifier meta muted">{one.target.task.identifier}</span>
                        <AccountMark accountId={one.target.task.accountId} isSaid />
                      </>
                    )}
                  </span>{' '}
                  <span className={styles.length}>
                    {index === listbox.active ? length : hoursMinutes(lengthOfTimes({ start: one.from, end: one.to }))}
                  </span>{' '}
                  <Reasons of={one} />
                </div>
              ))}
            </div>
          )}
          {error && <LoadError error={error} isLoading={isLoading} onRetry={load} />}
          <Sources sources={sources} />
        </div>
        <footer className={styles.footer}>
          <Button small kind="primary" type="submit">
            {target?.kind === 'task'
              ? entryMessages.addDuration({ duration: length })
              : target?.kind === 'not-work'
                ? timePageMessages.notWorkLength({ duration: length })
                : fillGapMessages.chooseTask}
            <Key>{messages.status.keys.enter}</Key>
          </Button>
          {target && answerButton(fillGapMessages.otherTask, '/', () => pick('all'))}
          {review && answerButton(fillGapMessages.skip, 'S', goOn)}
          {answerButton(timePageMessages.notWork, 'N', setNotWork)}
        </footer>
      </form>
      {menuAt && proposal && (
        <PopMenu
          label={fillGapMessages.menu({ title: titleOf(proposal.target) })}
          at={menuAt}
          page={menuOf(proposal, (rule) => void addRule(rule), pick)}
          onClose={() => setMenuAt(null)}
        />
      )}
    </div>
  );
}

/** Whether an answer is what was proposed. A project is completed with one of its tasks. */
function isMeant(proposed: ProposalTarget, answered: ProposalTarget): boolean {
  if (answered.kind !== 'task') return proposed.kind === answered.kind;
  if (proposed.kind === 'project') {
    const { projectId, projectName } = answered.task;
    // Two projects may have the same name; tasks of earlier versions have no id of theirs.
    return proposed.projectId && projectId ? proposed.projectId === projectId : proposed.projectName === projectName;
  }
  return proposed.kind === 'task' && isSameTask(proposed.task, answered.task);
}

/** Screen readers get it from the control. */
const Key = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true">
    <kbd>{children}</kbd>
  </span>
);

/** What is still being read, what cannot be read, and that nothing is read as long as all sources are off. */
function Sources({ sources }: { sources: readonly SourceView[] }) {
  const on = sources.filter(({ isOn }) => isOn);
  const reading = on.filter(({ isReading }) => isReading);
  if (on.length === 0 && sources.length > 0)
    return (
      <p className={styles.note}>
        {fillGapMessages.offer} <LinkButton onClick={openSources}>{fillGapMessages.choose}</LinkButton>
      </p>
    );
  return (
    <>
      <LoadingLine isLoading={reading.length > 0} className={styles.reading}>
        {fillGapMessages.reading({
          sources: reading.map(({ source }) => fillGapMessages.sources[source]).join(', '),
        })}
      </LoadingLine>
      {on.flatMap(({ problems }) =>
        problems.map((problem) => (
          <p key={problem} className={styles.problem}>
            <Icon of={WarnIcon} />
            <bdi className="grow">{problem}</bdi>
            <LinkButton onClick={openSources}>{messages.settingsButton}</LinkButton>
          </p>
        )),
      )}
    </>
  );
}

/** One answer at a time: until the gap has shrunk, the keys that answered it would answer the same time again. */
function useAnswer(gap: Span) {
  const [answered, setAnswered] = useState<(Span & { isDone: boolean }) | null>(null);
  const isAnswering = answered !== null && (!answered.isDone || overlapMs(answered, gap) > 0);
  // What is undone may be answered again.
  useEffect(() => {
    if (answered !== null && !isAnswering) setAnswered(null);
  }, [answered, isAnswering]);
  /** `run` returns whether the time was answered. */
  const answer = async (span: Span, run: () => Promise<boolean>): Promise<void> => {
    setAnswered({ ...span, isDone: false });
    setAnswered((await run()) ? { ...span, isDone: true } : null);
  };
  return { answer, isAnswering };
}

/** Scrolls the gap, and what would be added to it, to just above the panel, also when that grows. */
function useGapInSight(box: RefObject<HTMLElement | null>, { from }: Span): void {
  useLayoutEffect(() => {
    const panel = box.current;
    if (panel === null) return;
    const observer = new ResizeObserver(() => {
      const find = (selector: string) => panel.parentElement?.querySelector(selector);
      find(`[data-stop="${gapStop(from)}"]`)?.scrollIntoView({ block: 'end' });
      find('[data-opened]')?.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(panel);
    return () => observer.disconnect();
  }, [box, from]);
}

/** The panel takes the focus when it opens, and its list as soon as there is one. `content`: differs when a part comes or goes. */
function useFocusInside(box: RefObject<HTMLElement | null>, content: string): void {
  const isOpened = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a part comes or goes.
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement === box.current;
    if (isOpened.current && !isFree) return;
    isOpened.current = true;
    (box.current?.querySelector<HTMLElement>('[role=listbox]:not([hidden])') ?? box.current)?.focus();
  }, [box, content]);
}
