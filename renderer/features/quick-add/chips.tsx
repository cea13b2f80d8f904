import { differenceInCalendarDays } from 'date-fns';
import type { ReactNode } from 'react';
import { clock, dayIn, shortDay, weekday } from '../../../shared/i18n/format-dates.ts';
import { quickAddPageMessages } from '../../../shared/i18n/generated/quick-add-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { ofAccount } from '../../../shared/quick-add/accounts.ts';
import type { DateField } from '../../../shared/quick-add/date-languages.ts';
import type { ParsedDates, Token, TokenKind } from '../../../shared/quick-add/types.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import { dayOf, parseDue } from '../../../shared/tasks/due-date.ts';
import { classNames } from '../../ui/class-names.ts';
import { CalendarIcon, DescriptionIcon, Icon, PersonIcon, StatusIcon, XIcon } from '../../ui/icons.tsx';
import { LabelDot } from '../../ui/label.tsx';
import { PriorityMark, ProjectMark } from '../../ui/marks.tsx';
import styles from './chips.module.css';
import type { ParsedText } from './parse-text.ts';
import { setText, togglePlain } from './state.ts';

/** Maximum length of a description in a chip (UTF-16 code units). */
const MAX_CHIP = 60;

interface Shown {
  /** Where the kind alone is not unique. */
  key?: string;
  kind: Exclude<TokenKind, 'date' | 'escape'> | DateField;
  mark: ReactNode;
  value: string;
  /** Shown next to the value. */
  aside?: string | null;
  /** A removed date stays in the title. */
  isDate?: true;
  /** Removes the token from the line; undefined for a default that is not in the line. */
  remove?: (() => void) | undefined;
}

/** The parsed values; a click removes one from the line. */
export function Chips({ parsedText }: { parsedText: ParsedText }) {
  const shown = chipsOf(parsedText);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={quickAddPageMessages.understood}>
      {shown.map(({ key, kind, mark, value, aside, isDate, remove }) => {
        const name = quickAddPageMessages.kinds[kind];
        const marked = <span className={styles.mark}>{mark}</span>;
        const text = (
          <>
            <bdi className="truncate">{value}</bdi>
            {aside && <span className={classNames('tabular-numbers', styles.aside)}>{aside}</span>}
          </>
        );
        return (
          <li key={key ?? kind}>
            {remove === undefined ? (
              <span className={classNames(styles.chip, styles.given)} title={`${name}: ${value}`}>
                {marked}
                {text}
              </span>
            ) : (
              <button
                type="button"
                className={styles.chip}
                title={isDate ? quickAddPageMessages.removeDate : quickAddPageMessages.remove({ kind: name })}
                onClick={remove}
              >
                <span className="visually-hidden">{name} </span>
                {marked}
                <span className={styles.remove}>
                  <Icon of={XIcon} />
                </span>
                {text}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function chipsOf({ lines, directory: all }: ParsedText): Shown[] {
  const line = lines[0];
  if (line === undefined) return [];
  const { parsed } = line;
  const directory = ofAccount(all, parsed.project);
  const of = (kind: TokenKind) => parsed.tokens.filter((token) => token.kind === kind);
  const remover = (tokens: readonly Token[]) => () => take(line.text, tokens);
  const { project, labels, priority, dates, assignee, column, description } = parsed;
  const shown: Shown[] = [];
  if (project !== null) {
    shown.push({
      kind: 'project',
      mark: <ProjectMark />,
      value: project.name,
      aside: [project.account?.name, parsed.projectChosen ? null : quickAddPageMessages.usual]
        .filter((part) => part != null)
        .join(' · '),
      ...(parsed.projectChosen && { remove: remover(of('project')) }),
    });
  }
  for (const label of labels) {
    const { id, name, color } = label;
    shown.push({
      key: `label ${name}`,
      kind: 'label',
      mark: <LabelDot className={styles.label} label={{ name: '', color: color ?? '' }} />,
      value: name,
      aside: id === null ? quickAddPageMessages.newLabel : null,
      // A label that occurs twice gets one chip, which removes both.
      remove: remover(of('label').filter((token) => token.label === label)),
    });
  }
  if (priority !== 'no-priority') {
    const value = messages.tasks.priorityName[priority];
    shown.push({
      kind: 'priority',
      mark: <PriorityMark priority={priority} />,
      value,
      remove: remover(of('priority')),
    });
  }
  for (const { field, value, aside } of dateChips(dates, directory.now)) {
    const tokens = of('date').filter(({ sets }) => sets === field);
    const remove = () => {
      for (const { text } of tokens) togglePlain(text);
    };
    shown.push({ kind: field, mark: <Icon of={CalendarIcon} />, value, aside, isDate: true, remove });
  }
  if (column !== null) {
    const mark = <Icon of={StatusIcon} />;
    shown.push({ kind: 'column', mark, value: column.name, remove: remover(of('column')) });
  }
  const isYou = assignee?.id === directory.me.id && !isWordForYou(assignee.name);
  const isOffered = assignee === null && !parsed.assigneeChosen;
  shown.push({
    kind: 'assignee',
    mark: <Icon of={PersonIcon} />,
    value: assignee?.name ?? quickAddPageMessages.nobody,
    aside: isYou ? quickAddPageMessages.you : isOffered ? quickAddPageMessages.toAssign : null,
    remove: parsed.assigneeChosen ? remover(of('assignee')) : undefined,
  });
  if (description !== '') {
    shown.push({
      kind: 'description',
      mark: <Icon of={DescriptionIcon} />,
      value: shorten(description, MAX_CHIP),
      remove: remover(of('description')),
    });
  }
  // Defaults are shown only once something has been typed.
  return line.text.trim() === '' ? shown.filter(({ kind }) => kind === 'project' || kind === 'assignee') : shown;
}

function take(line: string, tokens: readonly Token[]): void {
  const { text: left, caret } = cutAll(line, tokens);
  setText(left, caret);
}

/** The owner of a local workspace has this name, which makes “you” beside it redundant. */
export const isWordForYou = (name: string): boolean => name.toLowerCase() === quickAddPageMessages.you;

interface Edited {
  text: string;
  caret: number;
}

/** Removes [from, to), in UTF-16 code units, and joins the space around it. */
export function cut(text: string, { from, to }: { from: number; to: number }): Edited {
  const before = text.slice(0, from).trimEnd();
  const after = text.slice(to).trimStart();
  if (before === '') return { text: after, caret: 0 };
  if (after === '') return { text: text.slice(0, from).trimEnd(), caret: before.length };
  return { text: `${before} ${after}`, caret: before.length };
}

export function cutAll(text: string, pieces: readonly { from: number; to: number }[]): Edited {
  return pieces
    .toSorted((a, b) => b.from - a.from)
    .reduce<Edited>((edited, piece) => cut(edited.text, piece), { text, caret: text.length });
}

interface DateChip {
  field: DateField;
  value: string;
  /** The date beside it; null if the value is the date. */
  aside: string | null;
}

/** Texts of the dates that quick add parsed. Pure; in the local zone. */
export const dateChips = (dates: ParsedDates, now: Date): DateChip[] =>
  (Object.entries(dates) as [DateField, string][]).map(([field, date]) => dateChip(field, date, now));

/** "Tomorrow 17:00" with "Fri 20 Nov" as `aside`. */
function dateChip(field: DateField, date: string, now: Date): DateChip {
  const due = parseDue(date);
  if (due === null) return { field, value: date, aside: null };
  const day = dayOf(due);
  const time = due.allDay ? '' : ` ${clock(due.at)}`;
  const days = differenceInCalendarDays(day, now);
  const text = day.getFullYear() === now.getFullYear() ? shortDay(day) : dayIn('shortDayYear', day);
  const value = (name: 'today' | 'tomorrow' | 'other', when: string) =>
    quickAddPageMessages.dates[field]({ day: name, when, time });
  if (days === 0) return { field, value: value('today', ''), aside: text };
  if (days === 1) return { field, value: value('tomorrow', ''), aside: text };
  if (days > 1 && days < 7) return { field, value: value('other', weekday(day)), aside: dayIn('dayAndMonth', day) };
  return { field, value: value('other', text), aside: null };
}
