/**
 * The line that means what was understood: parse() of it gives the same again, whatever was clicked back to text before. Pure.
 * The title comes first, with a backslash before everything in it that would be taken for something else.
 */
import { type CalendarDay, calendarDay, dueAt, dueOnDay, wholeDay } from '../dates/calendar-day.ts';
import { PRIORITIES } from '../tasks/priority.ts';
import { toSingleLine } from './characters.ts';
import { parse } from './parser.ts';

import { columnReference, labelReference, NOBODY, personReference, projectReference } from './references.ts';
import { scan } from './scanner.ts';
import type { DateReader, ParsedLine, ParserDirectory } from './types.ts';

const NO_PRIORITY = '!none';
/** A pass protects all that the one before it left; more than two are rare. */
const MAX_PASSES = 50;

export function formatLine(understood: ParsedLine, known: ParserDirectory, dates: DateReader | null): string {
  const project = understood.project;
  // What stands in the title is read with the project that is meant, not with the one that was last used.
  const context = { ...known, lastProjectId: project?.id ?? known.lastProjectId };
  const marks = marksOf(understood, known);
  const description = understood.description === '' ? [] : [`// ${understood.description}`];
  const dueDate = asWritten(understood.dueDate);
  const title = protectedTitle(understood.title, [...marks, ...description].join(' '), context, dates);
  // What is protected alone may mean nothing beside the rest, and then its backslash stays.
  for (const words of title === understood.title ? [title] : [title, understood.title]) {
    for (const due of datesOf(dueDate)) {
      // A date directly behind the title could be taken together with its last words.
      for (const between of marks.length > 0 ? [marks] : [[], [NO_PRIORITY]]) {
        const line = [words, ...between, due, ...description].join(' ').trim();
        const again = parse(line, context, dates);
        if (again.title === understood.title && again.dueDate === dueDate) return line;
      }
    }
  }
  return [title, ...marks, ...description].join(' ').trim();
}

function marksOf(understood: ParsedLine, known: ParserDirectory): string[] {
  const { project, labels, assignee, priority, column } = understood;
  const columns = project === null ? [] : (known.columns[project.id] ?? []);
  const word = PRIORITIES.find(({ id }) => id === priority)?.word;
  return [
    project !== null && understood.projectChosen ? `#${projectReference(project, known)}` : '',
    ...labels.map((label) => `+${labelReference(label, known)}`),
    understood.assigneeChosen ? `@${assignee === null ? NOBODY : personReference(assignee, known)}` : '',
    priority === 'no-priority' ? '' : `!${word}`,
    column === null ? '' : `>${columnReference(column, columns)}`,
  ].filter((mark) => mark !== '');
}

/** The ways to write a due date, best first. */
function datesOf(dueDate: string | null): string[] {
  if (dueDate === null) return [];
  const at = new Date(dueDate);
  const day = wholeDay(at);
  if (day !== null) return [dayText(day)];
  const local = calendarDay(at);
  const clock = { hour: at.getHours(), minute: at.getMinutes() };
  const words = `${dayText(local)} ${digits(clock.hour)}:${digits(clock.minute)}`;
  // Where the clock shows the same hour twice, only the instant itself is exact.
  const instant = `${dueDate.slice(0, 19)}Z`;
  return dueAt(local, clock) === dueDate ? [words, instant] : [instant];
}

const dayText = ({ year, month, day }: CalendarDay): string => `${digits(year, 4)}-${digits(month)}-${digits(day)}`;

/** A whole day as this computer writes it: a task that waits may hold it as an earlier version did. */
function asWritten(dueDate: string | null): string | null {
  const day = dueDate === null ? null : wholeDay(new Date(dueDate));
  return day === null ? dueDate : dueOnDay(day);
}

function digits(number: number, length = 2): string {
  return String(number).padStart(length, '0');
}

/** `rest`: what stands behind the title, where a quote that is open in the title could be closed. */
function protectedTitle(title: string, rest: string, known: ParserDirectory, dates: DateReader | null): string {
  let line = title;
  /** Where the backslashes are that were put in here; every other one that would be taken out belongs to the title. */
  let own: number[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const alone = parse(line, known, dates).tokens;
    const places = alone.filter(({ kind, from }) => kind !== 'escape' || !own.includes(from)).map(({ from }) => from);
    const all = [...new Set([...places, ...quotesAcross(line, rest)])].sort((a, b) => a - b);
    if (all.length === 0) return line;
    own = [...own.map((at) => at + all.filter((place) => place <= at).length), ...all.map((at, index) => at + index)];
    line = all.reduceRight((text, at) => `${text.slice(0, at)}\\${text.slice(at)}`, line);
  }
  return line;
}

function quotesAcross(title: string, rest: string): number[] {
  const { marks, quoted } = scan(toSingleLine(`${title} ${rest}`));
  return [...marks, ...quoted]
    .filter(({ from, to }) => from < title.length && to > title.length)
    .map(({ from }) => from);
}
