/**
 * What quick add knows, and what it understood of a line. Types only: the parser, the window, the command line and the
 * creation of the task meet here.
 *
 *     const dates = await loadDates(known.locale);           dates.ts: once per locale
 *     parse(text, known, dates, { plain })                   parse.ts → Understood
 *     print(understood, known, dates)                        print.ts → the line that means the same
 *     suggest(text, caret, known, understood.project)        suggest.ts → Suggestion | null; complete(text, suggestion, candidate)
 *     splitLines(pasted)                                     lines.ts → one line a task
 */

import type { CalendarDay, ClockTime } from '../dates/calendar-day.ts';
import type { Priority } from '../tasks/priority.ts';

export interface DirectoryProject {
  id: string;
  /** Its key, such as PAY. */
  slug: string;
  name: string;
  icon?: string;
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

export interface DirectoryColumn {
  slug: string;
  name: string;
  isFinal: boolean;
}

/** All that the words of a line can stand for. */
export interface ParserDirectory {
  projects: readonly DirectoryProject[];
  /** The definitions of the workspaces, each name once. */
  labels: readonly DirectoryLabel[];
  people: readonly DirectoryPerson[];
  /** By project id; a project that is absent here has not been read yet. */
  columns: Readonly<Record<string, readonly DirectoryColumn[]>>;
  me: { id: string; name: string };
  /** Of a line that names none: the one used last, or whichever is likeliest (usual-project.ts). */
  lastProjectId: string | null;
  /** A new task is mine unless the line says otherwise: the person wants it so, or is alone in the workspace. */
  assignToMe: boolean;
  /** Of the person, such as en-GB: the order of day and month. */
  locale: string;
  now: Date;
}

export type TokenKind = 'project' | 'label' | 'assignee' | 'priority' | 'column' | 'date' | 'description' | 'escape';

/**
 * A stretch of the line that is not part of the title: [from, to) in UTF-16 code units. Tokens stand in order and never
 * overlap.
 */
export interface Token {
  kind: TokenKind;
  from: number;
  to: number;
  /** As it was typed. Given back to `plain`, it stays text. */
  text: string;
  /** Understood, but a later one of its kind counts instead. */
  overruled: boolean;
}

export type ParseErrorKind =
  | 'unknown-project'
  | 'unknown-person'
  | 'unknown-column'
  /** The project's columns are not read yet, so that nobody can say whether this is one of them. */
  | 'columns-not-read'
  | 'ambiguous-project'
  | 'ambiguous-person'
  | 'ambiguous-column'
  | 'two-projects'
  | 'two-people'
  | 'two-priorities'
  | 'two-columns'
  | 'no-such-date'
  | 'past-date';

export interface ParseError {
  kind: ParseErrorKind;
  from: number;
  to: number;
  /** As it was typed. */
  text: string;
  /** One sentence to show. */
  words: string;
}

/** A label that exists, or one to be made: then `id` is null. */
export interface ParsedLabel {
  id: string | null;
  name: string;
  color: string | null;
}

export interface ParsedLine {
  /** One line; empty while nothing but tokens stands there, and then no task can be made. */
  title: string;
  /** May have several lines; empty for none. */
  description: string;
  /** null when there is no default either. */
  project: DirectoryProject | null;
  /** False where the project is the usual one, and not in the line. */
  projectChosen: boolean;
  labels: ParsedLabel[];
  assignee: { id: string; name: string } | null;
  /** False where nobody is named in the line: the assignee is then what the setting says. */
  assigneeChosen: boolean;
  priority: Priority;
  /** null: the project's first column. */
  column: DirectoryColumn | null;
  /** ISO; a whole day or a moment (shared/dates/calendar-day.ts). */
  dueDate: string | null;
  tokens: Token[];
  errors: ParseError[];
}

export interface ParseOptions {
  /**
   * Texts of tokens that were clicked back to text. Kept by what they say and not by where they stand, so that typing
   * elsewhere in the line changes nothing; all occurrences stay text.
   */
  plain?: readonly string[];
}

/** What a reader found that speaks of time; positions as in Token. */
export interface FoundDate {
  from: number;
  to: number;
  /** `none`: a date that does not exist; `past`: a day before today that was written with its year. */
  is: 'date' | 'none' | 'past';
  /** null where only a time was named. */
  day: CalendarDay | null;
  /** null where a whole day is meant. */
  time: ClockTime | null;
  /** The instant itself, where it does not depend on the zone of this computer: "in 3 hours", "5pm EST". */
  instant: Date | null;
}

/** Reads dates in one language; from dates.ts. What must stay text is blanked with `BLANK` (text.ts) before. */
export type DateReader = (line: string, now: Date) => FoundDate[];

export interface Candidate {
  /** Unique among the candidates. */
  key: string;
  /** The name, such as Nora Vance. */
  name: string;
  /** Beside the name, such as @mette; `you` for oneself; `new` for a label to be made. */
  hint: string;
  /** Replaces `from`..`to` of the suggestion. */
  insert: string;
  /** What is meant, for a mark beside the name. */
  is:
    | { kind: 'project'; project: DirectoryProject }
    | { kind: 'label'; label: ParsedLabel }
    | { kind: 'assignee'; person: { id: string; name: string } }
    | { kind: 'priority'; priority: Priority }
    | { kind: 'column'; column: DirectoryColumn };
}

export interface Suggestion {
  kind: 'project' | 'label' | 'assignee' | 'priority' | 'column';
  /** What taking a candidate replaces. */
  from: number;
  to: number;
  /** Best first, at most eight; never empty. */
  candidates: Candidate[];
}

/** The line and the caret after a candidate was taken. */
export interface Completed {
  text: string;
  caret: number;
}
