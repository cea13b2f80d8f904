import { useMemo } from 'react';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import type { Candidate } from '../../../shared/quick-add/types.ts';
import { tintOfText } from '../../../shared/tint.ts';
import avatarStyles from '../../ui/avatar.module.css';
import { initials } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, StatusIcon } from '../../ui/icons.tsx';
import { LabelDot } from '../../ui/label.tsx';
import { type Listbox, Option, useListbox } from '../../ui/listbox.tsx';
import { PriorityMark, ProjectMark } from '../../ui/marks.tsx';
import { isWordForYou } from './chips.tsx';
import { isSameMeaning, type ParsedText } from './parse-text.ts';
import { type Parser, setText, useQuickAdd } from './state.ts';
import styles from './suggestions.module.css';

interface Props {
  suggestion: SuggestionList;
  /** The person's user id in the account of the line's project. */
  me: string | undefined;
}

/** Suggestions for the token at the caret. The focus stays in the line. */
export function Suggestions({ suggestion, me }: Props) {
  const { kind, candidates, listbox, take } = suggestion;
  if (kind === null || candidates.length === 0)
    return <div {...listbox.list} role="listbox" aria-label={quickAddPageMessages.understood} hidden />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is.
    <div className={styles.suggestions} onMouseDown={(event) => event.preventDefault()}>
      <div className={styles.caption}>{quickAddPageMessages.kinds[kind]}</div>
      <div
        {...listbox.list}
        role="listbox"
        aria-label={quickAddPageMessages.kinds[kind]}
        className={classNames('scroll-inside', styles.list)}
      >
        {candidates.map((candidate, index) => (
          <Option
            key={candidate.key}
            of={listbox}
            index={index}
            className={styles.item}
            onChoose={() => take(candidate)}
          >
            <CandidateParts
              candidate={candidate}
              isYou={candidate.is.kind === 'assignee' && candidate.is.person.id === me}
              isSelected={index === listbox.active}
            />
          </Option>
        ))}
      </div>
    </div>
  );
}

interface PartsProps {
  candidate: Candidate;
  isYou: boolean;
  isSelected: boolean;
}

function CandidateParts({ candidate, isYou, isSelected }: PartsProps) {
  const { is } = candidate;
  // Priorities are typed in English in every language.
  const name = is.kind === 'priority' ? messages.tasks.priorityName[is.priority] : candidate.name;
  const hint = isYou ? (isWordForYou(candidate.name) ? '' : quickAddPageMessages.you) : candidate.hint;
  return (
    <>
      <span className={styles.mark}>
        <CandidateMark candidate={candidate} />
      </span>
      <bdi className="truncate">{name}</bdi>
      {hint !== '' && <bdi className={classNames('truncate', styles.hint)}>{hint}</bdi>}
      {isSelected && (
        <span className={styles.key}>
          <kbd>{quickAddPageMessages.keys.tab}</kbd>
        </span>
      )}
    </>
  );
}

function CandidateMark({ candidate: { is } }: { candidate: Candidate }) {
  switch (is.kind) {
    case 'project':
      return <ProjectMark />;
    case 'label':
      return <LabelDot className={styles.label} label={{ name: '', color: is.label.color ?? '' }} />;
    case 'assignee':
      return (
        <span className={avatarStyles.avatar} data-tint={tintOfText(is.person.id)} aria-hidden="true">
          {initials(is.person.name)}
        </span>
      );
    case 'priority':
      return <PriorityMark priority={is.priority} />;
    case 'column':
      return <Icon of={StatusIcon} />;
  }
}

interface SuggestionList {
  kind: 'project' | 'label' | 'assignee' | 'priority' | 'column' | null;
  candidates: readonly Candidate[];
  listbox: Listbox;
  /** Start of the token; -1 for none. */
  from: number;
  take: (candidate: Candidate) => void;
  /** True if the list handled the key. */
  onKey: (event: React.KeyboardEvent) => boolean;
}

/**
 * Suggestions for the token at the caret. Tab accepts the active one, which is the first unless the arrow keys moved it. Enter
 * accepts it too if that changes the task, so that no task is created from a half-typed name.
 */
export function useSuggestion(parsedText: ParsedText | null, parser: Parser | null, caret: number): SuggestionList {
  const text = useQuickAdd((state) => state.text);
  const plain = useQuickAdd((state) => state.plain);
  const dates = useQuickAdd((state) => state.dates);
  const suggestion = useMemo(() => {
    const line = parsedText?.lines[0];
    if (parser === null || parsedText === null || parsedText.isMany || line === undefined) return null;
    return parser.suggestCompletions(text, caret, parsedText.directory, line.parsed.project);
  }, [parser, parsedText, text, caret]);

  const candidates = suggestion?.candidates ?? [];
  const listbox = useListbox(
    candidates.map(({ key }) => key),
    `${caret} ${text}`,
  );

  const take = (candidate: Candidate) => {
    if (parser === null || suggestion === null) return;
    const completed = parser.applySuggestion(text, suggestion, candidate);
    setText(completed.text, completed.caret);
  };
  const saysMore = (candidate: Candidate): boolean => {
    const line = parsedText?.lines[0];
    if (parser === null || parsedText === null || suggestion === null || line === undefined) return false;
    const { text: taken } = parser.applySuggestion(text, suggestion, candidate);
    return !isSameMeaning(line.parsed, parser.parse(taken, parsedText.directory, dates, { plain }));
  };
  const onKey = (event: React.KeyboardEvent): boolean => {
    const candidate = candidates[listbox.active];
    if (candidate === undefined || event.altKey || event.shiftKey) return false;
    const isControlled = event.ctrlKey || event.metaKey;
    if (listbox.move(event)) return true;
    if (event.key === 'Tab' && !isControlled) take(candidate);
    else if (event.key === 'Enter' && ((listbox.isPointed && !isControlled) || saysMore(candidate))) take(candidate);
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    kind: suggestion?.kind ?? null,
    candidates,
    listbox,
    from: suggestion?.from ?? -1,
    take,
    onKey,
  };
}
