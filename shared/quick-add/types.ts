/**
 * Types of quick add, shared by the parser, the window, the command line and the creation of tasks.
 *
 *     const dates = await loadDates(known.locale);                        find-dates.ts: once per locale
 *     parse(text, directory, dates, { plain })                                parser.ts → ParsedLine
 *     formatLine(parsed, directory, dates)                                format-line.ts → a line with the same meaning
 *     suggestCompletions(text, caret, directory, parsed.project)          suggestions.ts → Suggestion | null
 *     applySuggestion(text, suggestion, candidate)                        suggestions.ts → the line and the caret
 *     splitLines(pasted, known.locale)                                    parser.ts → one line per task
 */

import type { TaskProgress } from '../contract/task-page.ts';
import type { CalendarDay, ClockTime } from '../dates/calendar-day.ts';
import type { Priority } from '../tasks/priority.ts';
import type { DateErrorKind } from './date-fields.ts';
import type { DateField } from './date-languages.ts';

export interface DirectoryProject {
  id: string;
  /** Its key, such as PAY. */
  slug: string;
  name: string;
  icon?: string | null;
  /** Its account while several are open; `name` is what a line calls it, as in #acme/payments. */
  account?: { id: string; name: string };
}

export interface DirectoryLabel {
  id: string;
  name: string;
  color: string;
}

export interface DirectoryPerson {
  id: string;
  name: string;
  email: string;
}

export type DirectoryColumn = TaskProgress;

/** The names that a line can refer to. */
export interface ParserDirectory {
  projects: readonly DirectoryProject[];
  /** The definitions of the workspaces, each name once. */
  labels: readonly DirectoryLabel[];
  people: readonly DirectoryPerson[];
  /** By project id; a project that is absent here has not been read yet. */
  columns: Readonly<Record<string, readonly DirectoryColumn[]>>;
  me: { id: string; name: string };
  /** The default project: the one used last, or the most likely one. */
  lastProjectId: string | null;
  /** Whose project that is, if not the default account's. */
  lastAccountId?: string;
  /** Assign a new task to the person by default: by the setting of this name, or because they are alone or the workspace is local. */
  assignToMe: boolean;
  /** The person's locale, such as en-GB, for the order of day and month. */
  locale: string;
  now: Date;
  /** While several accounts are open: the lists of each, by id. The projects of all are in `projects`, the default account's first. */
  byAccount?: Readonly<Record<string, AccountLists>>;
}

/** What a line can name in a task of this account. */
export type AccountLists = Pick<
  ParserDirectory,
  'labels' | 'people' | 'columns' | 'me' | 'lastProjectId' | 'assignToMe'
>;

export type TokenKind = 'project' | 'label' | 'assignee' | 'priority' | 'column' | 'date' | 'description' | 'escape';

/** A part of the line that is not title: [from, to) in UTF-16 code units. Tokens are in order and do not overlap. */
export interface Token {
  kind: TokenKind;
  from: number;
  to: number;
  /** As typed. Passed in `plain`, it stays text. */
  text: string;
  /** A later token of this kind counts instead. */
  overruled: boolean;
  /** Of a date: the field that it sets. */
  sets?: DateField;
  /** Of a label: the one of the line's labels that it names. */
  label?: ParsedLabel | undefined;
}

export type ParseErrorKind =
  | 'unknown-project'
  | 'unknown-person'
  | 'unknown-column'
  /** Unknown, because the project's columns are not read yet. */
  | 'columns-not-read'
  | 'ambiguous-project'
  | 'ambiguous-person'
  | 'ambiguous-column'
  | 'two-projects'
  | 'two-people'
  | 'two-priorities'
  | 'two-columns'
  | DateErrorKind;

export interface ParseError {
  kind: ParseErrorKind;
  from: number;
  to: number;
  /** As typed. */
  text: string;
  /** One sentence to show. */
  words: string;
}

/** A label; `id` is null for a new one. */
export interface ParsedLabel {
  id: string | null;
  name: string;
  color: string | null;
}

/** ISO; whole days or moments (shared/dates/calendar-day.ts). */
export type ParsedDates = Partial<Record<DateField, string>>;

export interface ParsedLine {
  /** One line; empty if the line has only tokens, and then makes no task. */
  title: string;
  /** May have several lines; empty for none. */
  description: string;
  /** null when there is no default either. */
  project: DirectoryProject | null;
  /** False if the project is the default one. */
  projectChosen: boolean;
  labels: ParsedLabel[];
  assignee: { id: string; name: string } | null;
  /** False if the setting chose the assignee. */
  assigneeChosen: boolean;
  priority: Priority;
  /** null: the project's first column. */
  column: DirectoryColumn | null;
  dates: ParsedDates;
  tokens: Token[];
  errors: ParseError[];
}

export interface ParseOptions {
  /**
   * Texts of tokens that the person turned back to text. Stored by content rather than position, so that typing elsewhere does not
   * matter; all occurrences stay text.
   */
  plain?: readonly string[];
}

/** A date or time found in the line; positions as in Token. */
export interface FoundDate {
  from: number;
  to: number;
  /** `none`: a date that does not exist; `past`: a day before today that was written with its year. */
  is: 'date' | 'none' | 'past';
  sets: DateField;
  /** Of a period, its beginning. It ends at `to`, and the text of its end begins at `next`; null if these are not known. */
  begins?: (Pick<FoundDate, 'is' | 'day' | 'time' | 'instant'> & { to: number; next: number }) | null;
  /** A weekday without a date, so that a later week may be meant. */
  isWeekday?: boolean;
  /** null where only a time was named. */
  day: CalendarDay | null;
  /** null where a whole day is meant. */
  time: ClockTime | null;
  /** The instant itself, where it does not depend on the zone of this computer: "in 3 hours", "5pm EST". */
  instant: Date | null;
}

/** Finds dates in one language (find-dates.ts). Text to be skipped is replaced with `BLANK` (characters.ts) before. */
export type DateReader = (line: string, now: Date) => FoundDate[];

export interface Candidate {
  /** Unique among the candidates. */
  key: string;
  /** The name, such as Nora Vance. */
  name: string;
  /** Beside the name, such as @mette; `you` for oneself; `new` for a label that does not exist. */
  hint: string;
  /** Replaces `from`..`to` of the suggestion. */
  insert: string;
  /** The item, for the mark beside the name. */
  is:
    | { kind: 'project'; project: DirectoryProject }
    | { kind: 'label'; label: ParsedLabel }
    | { kind: 'assignee'; person: { id: string; name: string } }
    | { kind: 'priority'; priority: Priority }
    | { kind: 'column'; column: DirectoryColumn };
}

export interface Suggestion {
  kind: 'project' | 'label' | 'assignee' | 'priority' | 'column';
  /** The range that an accepted candidate replaces. */
  from: number;
  to: number;
  /** Best first, at most eight; never empty. */
  candidates: Candidate[];
}

/** The line and the caret after a candidate was accepted. */
export interface Completed {
  text: string;
  caret: number;
}
