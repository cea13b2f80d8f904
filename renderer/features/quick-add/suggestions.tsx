import type { QuickAddDirectory } from '../../../shared/contract/index.ts';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import type { Candidate } from '../../../shared/quick-add/types.ts';
import { tintOfText } from '../../../shared/tint.ts';
import avatarStyles from '../../ui/avatar.module.css';
import { initials } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, StatusIcon } from '../../ui/icons.tsx';
import { LabelDot } from '../../ui/label.tsx';
import { Option } from '../../ui/listbox.tsx';
import { PriorityMark, ProjectMark } from '../../ui/marks.tsx';
import { isWordForYou } from './chips.tsx';
import styles from './suggestions.module.css';
import type { SuggestionList } from './use-suggestion.ts';

/** Suggestions for the token at the caret. The focus stays in the line. */
export function Suggestions({
  suggestion,
  directory,
}: {
  suggestion: SuggestionList;
  directory: QuickAddDirectory | null;
}) {
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
              isYou={candidate.is.kind === 'assignee' && candidate.is.person.id === directory?.me.id}
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
